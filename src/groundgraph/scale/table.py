"""Verdicts as Parquet: what is asked for most in columns, the whole record beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.checksums import sha256_of
from groundgraph.errors import InputError, MissingExtraError, of_the_system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundgraph.workers import Record

SCHEMA = {
    "id": "string",
    "line": "int64",
    "label": "string",
    "hallucination_score": "float64",
    "threshold": "float64",
    "calibrated": "bool",
    "reason": "string",
    "digest": "string",
    "record": "string",
}
"""The columns and their Arrow types; ``record`` is the line that ``groundgraph check`` writes."""
_FOOTER = b"groundgraph"
_AT_ONCE = 4096
"""Rows of a row group."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a table of verdicts is known by: its input's bytes and its detector.

    Attributes:
        sha256: Of the input.
        spec: Of the detector.
    """

    sha256: str
    spec: Record

    @classmethod
    def of(cls, source: str, spec: Record) -> Known:
        """Read the input once.

        Raises:
            InputError: When it cannot be opened.
            MachineError: When the permission to read it is missing.
        """
        try:
            return cls(sha256_of(Path(source)), spec)
        except OSError as error:
            raise of_the_system(
                "cannot be read", error, "make it readable and run again"
            ) from error

    def counts_of(self, path: Path) -> dict[str, int] | None:
        """Return the rows by label of a table that is done, ``None`` where there is none.

        Raises:
            InputError: When the file is no such table, or one of another input or detector.
        """
        if not path.exists():
            return None
        footer = _footer(path)
        if footer is None:
            raise InputError(f"{str(path)!r} exists and is no table of verdicts; {_CHOOSE}")
        if footer["sha256"] != self.sha256:
            raise InputError(f"{str(path)!r} belongs to another input; {_CHOOSE}")
        if footer["detector"] != self.spec:
            raise InputError(f"{str(path)!r} was written by another detector; {_CHOOSE}")
        counts: dict[str, int] = footer["counts"]
        return counts


_CHOOSE = "choose another output or delete the file"


def write(lines: Path, path: Path, known: Known, counts: Mapping[str, int]) -> None:
    """Make a table of a file of verdicts; it is there whole or not at all.

    Args:
        lines: JSON lines as `groundgraph.io.VerdictFile` writes them; errors are left out.
        path: The table.
        known: Kept in it, to be compared by `Known.counts_of`.
        counts: Rows by label, kept in it.
    """
    arrow, parquet = _pyarrow()
    labels = {name: counts[name] for name in counts if name != "skipped"}
    footer = {"sha256": known.sha256, "detector": known.spec, "counts": labels}
    schema = arrow.schema(
        [(name, arrow.type_for_alias(kind)) for name, kind in SCHEMA.items()],
        metadata={_FOOTER: json.dumps(footer).encode("ascii")},
    )
    partial = path.with_name(f".{path.name}.partial")
    with (
        parquet.ParquetWriter(partial, schema, compression="zstd") as writer,
        lines.open(encoding="ascii") as read,
    ):
        rows = _rows(read)
        while batch := list(islice(rows, _AT_ONCE)):
            writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
    partial.replace(path)


def _rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        record = json.loads(line)
        if "error" not in record:
            cells = {name: record.get(name) for name in SCHEMA}
            yield {**cells, "record": line.rstrip("\n")}


def _footer(path: Path) -> dict[str, Any] | None:
    arrow, parquet = _pyarrow()
    try:
        kept = parquet.read_schema(path).metadata or {}
    except (OSError, arrow.ArrowException):
        return None
    footer: dict[str, Any] | None = json.loads(kept[_FOOTER]) if _FOOTER in kept else None
    return footer


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("writing Parquet", "ray") from error
    return pa, parquet
