"""Rows of a file as a stream: each an `Example`, or the error that its line deserves."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from groundgraph.errors import InputError
from groundgraph.io.examples import as_question, example_from, quoted, shown
from groundgraph.io.limits import DEFAULT, Limits
from groundgraph.io.nesting import DEEPEST, MOST_NESTED, check_nesting, check_value_nesting
from groundgraph.io.ragtruth import Sources
from groundgraph.io.row_tables import (
    format_of,
    is_header,
    table_objects,
    text_objects,
)
from groundgraph.io.scanning import BOM, opened, raw_rows
from groundgraph.io.tables import first_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from groundgraph.io.columns import Columns
    from groundgraph.types import Example


PROBED = ("prompt", "triple_spans", "answer_ids", "paths", "trace", "prd", "sas")
"""Fields beside those of `Example` that `groundgraph.methods.gga.detector` looks at."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the input; exactly one of ``example`` and ``error`` is set.

    Attributes:
        line: Where the row begins in the file, from 1.
        digest: 16 hexadecimal digits that change with the row's content.
        example: What the row holds.
        error: Why the row cannot be used.
        id: The row's id, ``None`` where an error hides it.
    """

    line: int
    digest: str
    example: Example | None = None
    error: InputError | None = None
    id: str | None = None


_OPENED = re.compile(rb"\s*\{")
_FIELD = re.compile(rb"""\s*"([^"\\]*)"\s*:\s*("(?:[^"\\]|\\.)*"|[-+.\w]+)\s*,?""")
"""A field that holds nothing nested."""
Answers = Literal["needed", "none", "any"]
_HELD = 32
"""Rows that are held back at most."""


def read_rows(
    source: str | Path,
    limits: Limits = DEFAULT,
    *,
    answers: Answers = "needed",
    columns: Columns | None = None,
) -> Generator[Row, None, None]:
    """Read JSONL, a JSON array or JSON objects, plain or gzipped, CSV, TSV or Parquet.

    "-" is standard input. It, and a file whose name says nothing, such as ``rows.txt``, holds JSON,
    or a text table that begins with its header.

    A bad row costs itself only. A file that breaks off gives an error as its last row. The path
    of a row's ``trace`` begins in the folder of the file, for standard input in the current one.
    Until each named column was seen, a few rows are held back.

    Args:
        source: A file or a pipe.
        limits: A row beyond them is an error row.
        answers: Whether rows have one: "needed"; "none", rows of questions, where an answer or a
            label makes an error row; or "any". A row without an answer has an empty one.
        columns: Which columns hold which field, where they have names of their own.

    Raises:
        InputError: When the file cannot be opened, has a named column in no row, is not text in
            UTF-8, or is a gzip file that unfolds to more than its limit; the rows before that are
            yielded, but for those that were held back.
        MachineError: When the permission to read it is missing.
    """
    folder = Path() if str(source) == "-" else Path(source).parent
    reader = _Reader(Sources(source, limits), folder, limits, answers, columns)
    held: list[Row] = []
    try:
        for line, raw in _raw(source, limits, columns):
            held.append(reader.row(line, raw))
            if not reader.wanted or len(held) == _HELD:
                yield from held
                held.clear()
        reader.check_columns()
    except InputError as error:
        if error.line is None:
            raise InputError(_placed(source, error)) from error
        held.append(_failed(error, error.line, b""))
    yield from held


def _raw(
    source: str | Path, limits: Limits, columns: Columns | None
) -> Iterator[tuple[int, bytes | InputError]]:
    """Yield the bytes of each row, and where it begins; a table's row as a JSON object or error."""
    form = format_of(source)
    if form:
        yield from table_objects(source, form, limits, columns)
        return
    with opened(source) as stream:
        if is_header(first_line(stream), columns):
            yield from text_objects(stream, source, ".csv", limits, columns)
            return
        yield from raw_rows(stream, limits)


def _placed(source: str | Path, error: InputError) -> str:
    return str(error) if str(source) in str(error) else f"{source}: {error}"


def digest_of(example: Example) -> str:
    """Return 16 hexadecimal digits of what a detector may look at in an example.

    Raises:
        InputError: When the example carries values nested deeper than `DEEPEST`.
    """
    content: list[Any] = [
        example.id,
        example.question,
        [[p.id, p.text, *([p.date] if p.date else [])] for p in example.passages],
        example.answer,
        example.generator,
        example.triples,
    ]
    if example.triple_passages:
        content.append(example.triple_passages)
    if example.triple_ids:
        content.append({"triple_ids": example.triple_ids})
    carried = {name: example.metadata[name] for name in PROBED if name in example.metadata}
    if carried:
        check_value_nesting(carried, DEEPEST)
        content.append(carried)
    text = json.dumps(content, separators=(",", ":"), default=_unwritten)
    return _digest(text.encode("ascii"))


def _unwritten(value: object) -> str:
    """Stand in for what rows never hold but examples made by a program may, such as a trace."""
    return type(value).__qualname__


class _Reader:
    """Numbers the rows.

    Attributes:
        wanted: The columns that were named and that no row has had yet.
    """

    def __init__(
        self,
        sources: Sources,
        folder: Path,
        limits: Limits,
        answers: Answers,
        columns: Columns | None,
    ) -> None:
        self._columns = columns
        self._sources = sources
        self._answers = answers
        self._folder = folder
        self._limits = limits
        self._number = 0
        self._seen: set[str] = set()
        self.wanted = set(columns.names()) if columns else set()

    def row(self, line: int, raw: bytes | InputError) -> Row:
        self._number += 1
        if isinstance(raw, InputError):
            return self._failed(raw, line, b"")
        content: object = None
        try:
            self._limits.check_row(raw)
            content = decoded(raw, self._limits.nesting)
            if self.wanted and isinstance(content, dict):
                self.wanted -= content.keys()
                self._seen |= content.keys()
            if self._answers != "needed":
                content = as_question(content, may_be_answered=self._answers == "any")
            example = example_from(
                content, self._number, self._sources, self._limits.nesting, self._columns
            )
            example = _located(example, self._folder)
            self._limits.check(example)
        except InputError as error:
            return self._failed(error, line, raw, content)
        return Row(line, digest_of(example), example=example, id=example.id)

    def _failed(self, error: InputError, line: int, raw: bytes, content: object = None) -> Row:
        (field,) = self._columns.of.get("id", ("id",)) if self._columns else ("id",)
        return _failed(error, line, raw, id_in(content, field) or _id_of(raw, field))

    def check_columns(self) -> None:
        """Make sure that the rows together had the columns that were named.

        Raises:
            InputError: When no row had one of them.
        """
        if self.wanted and self._columns and self._seen:
            self._columns.check(sorted(self._seen))


def _located(example: Example, folder: Path) -> Example:
    trace = example.metadata.get("trace")
    if not isinstance(trace, str):
        return example
    return replace(example, metadata={**example.metadata, "trace": str(folder / trace)})


def decoded(raw: bytes, nesting: int = MOST_NESTED) -> object:
    """Decode the JSON of one row.

    Args:
        raw: The row.
        nesting: Objects and arrays that may stand one within the other.

    Raises:
        InputError: When it is not JSON in UTF-8, and where, or nested deeper, or when a field
            stands twice in one object.
    """
    check_nesting(raw, nesting)
    try:
        text = raw.removeprefix(BOM).decode("utf-8")
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        found = f"byte 0x{raw[error.start]:02x} at position {error.start} of the row"
        raise InputError(f"{found} is not UTF-8; save the file as UTF-8") from error
    except json.JSONDecodeError as error:
        start = shown(raw[:200].decode("utf-8", "replace"))
        raise InputError(
            f"not JSON: {error.msg.removesuffix(' at')} at character {error.pos}, in {start}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"JSON that cannot be read: {error}") from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object whose fields have one value each."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise InputError(f"the field {quoted(name)} stands twice; leave one out", field=name)
    return found


def _no_number(name: str) -> None:
    """Read NaN as null: as such `json.dumps` writes what is missing in a frame."""
    if name != "NaN":
        raise InputError(f"found {name}, which is not JSON; write null or leave the field out")


def _failed(error: InputError, line: int, raw: bytes, name: str | None = None) -> Row:
    error.line = line
    return Row(line, _digest(raw), error=error, id=error.id or name)


def id_in(content: object, field: str = "id") -> str | None:
    """Return the id of a decoded row that cannot be used, ``None`` where it has none."""
    name = content.get(field) if isinstance(content, dict) else None
    return str(name) if isinstance(name, str | int) and not isinstance(name, bool) else None


def _id_of(raw: bytes, field: str) -> str | None:
    """Return the id of a row that cannot be decoded, where nothing nested stands before it."""
    at = _OPENED.match(raw)
    while at is not None:
        at = _FIELD.match(raw, at.end())
        if at is not None and at[1] == field.encode():
            try:
                return id_in({"id": json.loads(at[2])})
            except ValueError:
                return None
    return None


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=8).hexdigest()
