"""Rows of Parquet files, such as GraphRAG writes; needs the extra ``graphrag``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError, MissingExtraError
from groundgraph.io.places import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from groundgraph.io.limits import Limits

_BATCH = 1 << 14
_HELD = 1 << 28
"""Bytes of the rows that are held at once, at most, where rows are limited."""


def parquet_rows(
    path: Path,
    columns: Callable[[Sequence[str]], Sequence[str]],
    limits: Limits | None = None,
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows and their numbers, from 1.

    Args:
        path: The file.
        columns: Told all columns, says which to read.
        limits: Of what the file says that it unfolds to. Few rows are held at once where any of
            them may be large.

    Raises:
        InputError: When the file cannot be opened, is no regular file, unfolds to more than its
            limit, or breaks off.
        MissingExtraError: When pyarrow is not installed.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("reading Parquet", "graphrag") from error
    if kind_of(path) not in {"file", "nothing"}:
        raise InputError(f"cannot read {str(path)!r}: Parquet needs a regular file")
    try:
        file = ParquetFile(path)
    except (OSError, ArrowException) as error:
        raise InputError(f"cannot read {str(path)!r} as Parquet: {error}") from error
    number = 0
    with file:
        wanted = list(columns(file.schema_arrow.names))
        at_once = _at_once(file.metadata, limits)
        try:
            for batch in file.iter_batches(at_once, columns=wanted):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
        except (OSError, ArrowException) as error:
            found = f"the file cannot be read further: {error}"
            raise InputError(found, line=number + 1) from error


def _at_once(metadata: Any, limits: Limits | None) -> int:
    """Return how many rows to hold: a value that is stored once may stand in each of them."""
    if limits is None:
        return _BATCH
    groups: list[int] = [
        metadata.row_group(n).total_byte_size for n in range(metadata.num_row_groups)
    ]
    if (size := sum(groups)) > limits.unfolded_bytes:
        raise limits.exceeded("unfolded_bytes", f"the Parquet file unfolds to {size:,} bytes")
    return max(1, min(_BATCH, _HELD // max([1, *groups])))
