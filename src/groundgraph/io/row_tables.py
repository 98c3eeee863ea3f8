"""Rows of CSV, TSV and Parquet files: columns are named as the fields of a JSON row.

A cell of a text table that holds a list, an object, a number of a field that is one, or true and
false is written as JSON, or as Python prints it; a plain text in a column of texts, such as
``passages``, is a list of one. Empty cells are fields that the row leaves out, but for the answer,
which is empty then. A first column without a name is an index, and left out. Where the header has
semicolons, tabs or bars and no comma, those part the columns.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io.cells import row_of, value_of
from groundgraph.io.parquet import parquet_rows
from groundgraph.io.scanning import opened
from groundgraph.io.tables import delimiter_of, table_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.io.limits import Limits

DELIMITERS = {".csv": ",", ".tsv": "\t"}
PARQUET = ".parquet"
JSON_LIKE = frozenset({"", ".json", ".jsonl", ".ndjson", ".txt"})
_LOOKED_AT = 4096
"""Bytes of a file whose name says nothing, in which its first brace or bracket is looked for."""
_BLANK = b" \t\r\n\xef\xbb\xbf"


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
            yield number, _dumped(row_of(found))
        return
    with opened(source) as stream:
        delimiter = delimiter_of(source, DELIMITERS[form])
        rows = table_rows(stream, delimiter, quoted=True, limits=limits)
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
    cells = {name: cell for name, cell in zip(header, row, strict=False) if name}
    try:
        values = {name: value_of(name, cell) if cell else None for name, cell in cells.items()}
    except InputError as error:
        return error
    return _dumped(row_of(values))


def _header(source: str | Path, first: tuple[int, list[str] | InputError] | None) -> list[str]:
    if first is None:
        return []
    if isinstance(first[1], InputError):
        raise InputError(f"{str(source)!r}: the header cannot be read: {first[1]}")
    names = [name.strip() for name in first[1]]
    unnamed = next((place for place, name in enumerate(names, 1) if place > 1 and not name), 0)
    twice = next((name for place, name in enumerate(names) if name in names[:place]), "")
    if unnamed or twice:
        found = f"{twice!r} twice" if twice else f"no name for column {unnamed} of {len(names)}"
        raise InputError(
            f"{str(source)!r}: the header has {found}; name every column, and each once (only the "
            "first may have no name, as an index)"
        )
    return names


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
