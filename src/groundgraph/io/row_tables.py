"""Rows of CSV, TSV and Parquet files: columns are named as the fields of a JSON row.

A cell of a text table that holds a list, an object, a number of a field that is one, or true and
false is written as JSON, or as Python prints it; a plain text in a column of texts, such as
``passages``, is a list of one. Empty cells are fields that the row leaves out, but for the answer,
which is empty then. A first column without a name is an index, and left out. Where the header has
semicolons, tabs or bars and no comma, those part the columns.
"""

from __future__ import annotations

import json
import re
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from groundgraph.errors import InputError
from groundgraph.io.cells import fields_like, of_frame, row_of, value_of
from groundgraph.io.dialects import ANSWERS
from groundgraph.io.parquet import parquet_rows
from groundgraph.io.scanning import opened
from groundgraph.io.tables import delimiter_in, first_line, table_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from groundgraph.io.columns import Columns
    from groundgraph.io.limits import Limits

DELIMITERS = {".csv": ",", ".tsv": "\t"}
PARQUET = ".parquet"
JSON_LIKE = frozenset({"", ".json", ".jsonl", ".ndjson", ".txt"})
_LOOKED_AT = 4096
"""Bytes of a file whose name says nothing, in which its first brace or bracket is looked for."""
_BLANK = b" \t\r\n\xef\xbb\xbf"


def format_of(source: str | Path) -> str:
    """Return ".csv", ".tsv" or ".parquet" by the name of a file, "" where it says nothing.

    Raises:
        InputError: When the name ends in something that is not read, or that nobody knows and the
            file does not begin as JSON, or as a table with its header, does.
    """
    name = Path(str(source).lower())
    suffix = (name.with_suffix("") if name.suffix == ".gz" else name).suffix
    if suffix in DELIMITERS or suffix == PARQUET:
        return suffix
    if str(source) == "-" or suffix in JSON_LIKE:
        return ""
    if not _is_foreign(suffix) and _begins_as_rows(source):
        return ""
    raise InputError(
        f"{str(source)!r} is {suffix[1:].upper()}, which is not read; expected JSONL or JSON, "
        "plain or gzipped, CSV, TSV or Parquet"
    )


def table_objects(
    source: str | Path, form: str, limits: Limits, columns: Columns | None = None
) -> Iterator[tuple[int, bytes | InputError]]:
    """Yield each row of a table as the bytes of a JSON object, and its line or number, from 1.

    A row of a text table that cannot be read is yielded as the error that it is.

    Raises:
        InputError: When the file cannot be opened, has no header, unfolds to more than its limit,
            or breaks off.
        MissingExtraError: When pyarrow, which reads Parquet, is not installed.
    """
    if form == PARQUET:
        for number, found in parquet_rows(Path(source), _all_with(columns), limits):
            yield number, _of_parquet(found, columns)
        return
    with opened(source) as stream:
        yield from text_objects(stream, source, form, limits, columns)


def _of_parquet(found: dict[str, Any], columns: Columns | None) -> bytes | InputError:
    try:
        return _dumped(of_frame(found, columns))
    except InputError as error:
        return error


def text_objects(
    stream: BinaryIO, source: str | Path, form: str, limits: Limits, columns: Columns | None = None
) -> Iterator[tuple[int, bytes | InputError]]:
    """Yield what `table_objects` does, of a text table that is open; its header is looked at."""
    delimiter = delimiter_in(first_line(stream), DELIMITERS[form])
    rows = table_rows(stream, delimiter, quoted=True, limits=limits)
    header = _header(source, next(rows, None))
    if columns is not None:
        columns.check(header)
    line = 0
    for line, row in rows:
        yield line, row if isinstance(row, InputError) else _of_text(row, header, columns)
    if not line:
        _check_alone(source, header, columns)


def _of_text(row: list[str], header: list[str], columns: Columns | None) -> bytes | InputError:
    try:
        return _object(row, header, columns)
    except InputError as error:
        name = columns.of.get("id", ("id",))[0] if columns else "id"
        error.id = dict(zip(header, row, strict=False)).get(name) or None
        return error


def _all_with(columns: Columns | None) -> Callable[[Sequence[str]], Sequence[str]]:
    """Return what takes all columns of a file, once those that were named are among them."""

    def checked(names: Sequence[str]) -> Sequence[str]:
        if columns is not None:
            columns.check(names)
        return names

    return checked


def _object(row: list[str], header: list[str], columns: Columns | None) -> bytes:
    field = columns.field if columns else str
    if len(row) > len(header) or any(field(name).lower() in ANSWERS for name in header[len(row) :]):
        raise InputError(
            f"found {len(row)} cells, and the header has {len(header)}; quote cells that hold the "
            "delimiter"
        )
    foreign = next(
        (letter for cell in row for letter in cell if "\udc80" <= letter <= "\udcff"), ""
    )
    if foreign:
        raise InputError(
            f"byte 0x{ord(foreign) - 0xDC00:02x} in the row is not UTF-8; save the file as UTF-8"
        )
    cells = {name: cell for name, cell in zip_longest(header, row, fillvalue="") if name}
    values = {name: value_of(field(name), cell) if cell else None for name, cell in cells.items()}
    return _dumped(row_of(values, columns))


def is_header(line: str, columns: Columns | None = None) -> bool:
    """Say whether the first line of rows is the header of a text table, and no JSON.

    >>> is_header("id;answer;passages"), is_header('{"answer": "a"}'), is_header("How are you?")
    (True, False, False)
    """
    names = {name.strip(' "\r').lower() for name in re.split(r"[,;\t|]", line)}
    given = {name.lower() for each in columns.of.values() for name in each} if columns else set()
    return line[:1] not in {"{", "["} and bool(names & (ANSWERS | given))


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


def _check_alone(source: str | Path, header: Sequence[str], columns: Columns | None) -> None:
    """Refuse a table of one line that names no field: it is a row without a header."""
    field = columns.field if columns else str
    if header and not any(field(name).lower() in fields_like("") for name in header):
        raise InputError(
            f"{str(source)!r}: its only line is read as the header and names no field; write a "
            "header above it, such as question,passages,answer"
        )


def _dumped(row: dict[str, Any]) -> bytes:
    return json.dumps(row, default=str).encode("ascii")


def _begins_as_rows(source: str | Path) -> bool:
    """Say whether a file may hold rows of JSON or of a table; only plain files are looked into."""
    if not Path(source).is_file():
        return True
    with opened(source) as stream:
        if is_header(first_line(stream)):
            return True
        begin = stream.read(_LOOKED_AT).lstrip(_BLANK)
    return not begin or begin[:1] in b"{["


def _is_foreign(suffix: str) -> bool:
    """Say whether a suffix names a format of its own that no row of JSON is kept in."""
    return suffix in {
        ".xlsx", ".xls", ".ods", ".pdf", ".docx", ".doc", ".html", ".htm", ".xml", ".yaml", ".yml",
        ".feather", ".arrow", ".orc", ".avro", ".db", ".sqlite", ".pkl", ".pickle", ".npz", ".zip",
        ".tar", ".md", ".py",
    }  # fmt: skip
