"""Rows of Parquet files, such as GraphRAG writes; needs the extra ``graphrag``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

_BATCH = 1 << 14


def parquet_rows(
    path: Path, columns: Callable[[Sequence[str]], Sequence[str]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows and their numbers, from 1.

    Args:
        path: The file.
        columns: Told all columns, says which to read.

    Raises:
        InputError: When the file cannot be opened, or breaks off.
        MissingExtraError: When pyarrow is not installed.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "graphrag") from error
    try:
        file = ParquetFile(path)
    except (OSError, ArrowException) as error:
        raise InputError(f"cannot read {str(path)!r} as Parquet: {error}") from error
    number = 0
    with file:
        wanted = list(columns(file.schema_arrow.names))
        try:
            for batch in file.iter_batches(_BATCH, columns=wanted):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
        except (OSError, ArrowException) as error:
            found = f"the file cannot be read further: {error}"
            raise InputError(found, line=number + 1) from error
