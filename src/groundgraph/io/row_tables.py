"""Rows of CSV, TSV and Parquet files: columns are named as the fields of a JSON row.

A cell of a text table that holds a list, an object, a number of a field that is one, or true and
false is written as JSON; a plain text in a column of texts, such as ``passages``, is a list of one.
Empty cells are fields that the row leaves out, but for the answer, which is empty then. Where
the header has semicolons, tabs or bars and no comma, those part the columns.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io.dialects import ANSWERS, DIALECTS
from groundgraph.io.parquet import parquet_rows
from groundgraph.io.scanning import opened
from groundgraph.io.tables import table_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.io.limits import Limits

DELIMITERS = {".csv": ",", ".tsv": "\t"}
PARQUET = ".parquet"
JSON_LIKE = frozenset({"", ".json", ".jsonl", ".ndjson", ".txt"})
_LOOKED_AT = 4096
"""Bytes of a file whose name says nothing, in which its first brace or bracket is looked for."""
_LONGEST_HEADER = 65_536
"""Bytes of a header that are looked at for what parts its columns."""
_OTHERS = (";", "\t", "|", ",")
_BLANK = b" \t\r\n\xef\xbb\xbf"
_VALUES = frozenset({"label", "prd", "sas"})
"""Columns beside the lists whose cells are JSON values and not texts."""


def format_of(source: str | Path) -> str:
    """Return ".csv", ".tsv" or ".parquet" by the name of a file, "" for JSON rows.

    Raises:
        InputError: When the name ends in something that is not read, or that nobody knows and the
            file does not begin as JSON does.
    """
    name = Path(str(source).lower())
    suffix = (name.with_suffix("") if name.suffix == ".gz" else name).suffix
    if suffix in DELIMITERS or suffix == PARQUET:
        return suffix
    if str(source) == "-" or suffix in JSON_LIKE:
        return ""
    if not _is_foreign(suffix) and _begins_as_json(source):
        return ""
    raise InputError(
        f"{str(source)!r} is {suffix[1:].upper()}, which is not read; expected JSONL or JSON, "
        "plain or gzipped, CSV, TSV or Parquet"
    )


def table_objects(
    source: str | Path, form: str, limits: Limits
) -> Iterator[tuple[int, bytes | InputError]]:
    """Yield each row of a table as the bytes of a JSON object, and its line or number, from 1.

    A row of a text table that cannot be read is yielded as the error that it is.

    Raises:
        InputError: When the file cannot be opened, has no header, unfolds to more than its limit,
            or breaks off.
        MissingExtraError: When pyarrow, which reads Parquet, is not installed.
    """
    if form == PARQUET:
        for number, found in parquet_rows(Path(source), lambda names: names, limits):
            yield number, _dumped({key: cell for key, cell in found.items() if cell is not None})
        return
    with opened(source) as stream:
        rows = table_rows(stream, _delimiter(source, form), quoted=True, limits=limits)
        header = _header(source, next(rows, None))
        for line, row in rows:
            yield line, row if isinstance(row, InputError) else _object(row, header)


def _object(row: list[str], header: list[str]) -> bytes | InputError:
    if len(row) > len(header):
        return InputError(
            f"found {len(row)} cells, and the header has {len(header)}; quote cells that hold the "
            "delimiter"
        )
    foreign = next(
        (letter for cell in row for letter in cell if "\udc80" <= letter <= "\udcff"), ""
    )
    if foreign:
        return InputError(
            f"byte 0x{ord(foreign) - 0xDC00:02x} in the row is not UTF-8; save the file as UTF-8"
        )
    cells = dict(zip(header, row, strict=False))
    found = {name: _value(name, cell) for name, cell in cells.items() if cell}
    if not any(name.lower() in ANSWERS for name in found):  # it is empty, as "" in a row of JSON
        found |= {name: "" for name in cells if name.lower() in ANSWERS}
    return _dumped(found)


def _delimiter(source: str | Path, form: str) -> str:
    """Return what parts the columns of a header: that of the format, else ";", a tab or "|"."""
    usual = DELIMITERS[form]
    if not Path(source).is_file():  # a pipe is read once
        return usual
    with opened(source) as stream:
        header = stream.readline(_LONGEST_HEADER).decode("utf-8", "replace")
    other = next((each for each in _OTHERS if each in header), usual)
    return usual if usual in header else other


def _header(source: str | Path, first: tuple[int, list[str] | InputError] | None) -> list[str]:
    if first is None:
        return []
    if isinstance(first[1], InputError):
        raise InputError(f"{str(source)!r}: the header cannot be read: {first[1]}")
    names = [name.strip() for name in first[1]]
    if len(set(names)) < len(names) or not all(names):
        raise InputError(f"{str(source)!r}: the header must name every column, and each once")
    return names


def _value(name: str, cell: str) -> Any:
    """Return what a cell holds: a list or value where the field is one, else its text."""
    name = name.lower()
    is_list = name in _lists()
    if is_list or name in _VALUES or cell[:1] in {"[", "{"}:
        try:
            found = json.loads(cell if not is_list else cell.strip())
        except ValueError:
            found = None
        if isinstance(found, list | dict) or (name in _VALUES and found is not None):
            return found
        if name == "label" and cell.strip().lower() in {"true", "false"}:
            return cell.strip().lower() == "true"
    return [cell] if is_list else cell


@cache
def _lists() -> frozenset[str]:
    """Return the fields of all dialects that hold a list."""
    return frozenset(
        name
        for dialect in DIALECTS
        for name, expected in dialect.reads().items()
        if expected.startswith("a list")
    )


def _dumped(row: dict[str, Any]) -> bytes:
    return json.dumps(row, default=str).encode("ascii")


def _begins_as_json(source: str | Path) -> bool:
    """Say whether a file may hold rows of JSON; what is no plain file is not looked into."""
    if not Path(source).is_file():
        return True
    with opened(source) as stream:
        begin = stream.read(_LOOKED_AT).lstrip(_BLANK)
    return not begin or begin[:1] in b"{["


def _is_foreign(suffix: str) -> bool:
    """Say whether a suffix names a format of its own that no row of JSON is kept in."""
    return suffix in {
        ".xlsx", ".xls", ".ods", ".pdf", ".docx", ".doc", ".html", ".htm", ".xml", ".yaml", ".yml",
        ".feather", ".arrow", ".orc", ".avro", ".db", ".sqlite", ".pkl", ".pickle", ".npz", ".zip",
        ".tar", ".md", ".py",
    }  # fmt: skip
