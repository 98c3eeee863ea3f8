"""A value that a claim takes from another field of the right record: "assigned to" its opener.

The record is the one row that a claim names, or the only one that the evidence has. The field that
is meant is told by words of claim and question; that of the value is not, and both are of one kind.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.lookups.named_rows import row_asked, rows_named
from groundgraph.text.quantities.tables.grids import words_of
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.table_cells import spaced
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.table_cells import TableCell

_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ].*)?|\d\d?[./]\d\d?[./]\d{2,4}")
_CLOCK = re.compile(r"(?<=[T ])\d\d:\d\d")
_NUMBER = re.compile(r"[$€£]?[-−]?\d[\d,]*(?:\.\d+)? ?[%\w]{0,4}")
_NAME = re.compile(r"[A-Z][\w'’.-]{0,20}(?: [A-Z][\w'’.-]{0,20}){1,3}")
_APART = re.compile(
    r"\b(?:not|no|never|above|below|over|under|than|but|while|whereas|although|though|instead|rather|both|other)\b"
    r"|n['’]t\b|[;+×÷=]",
    re.IGNORECASE,
)
_ZEROS = re.compile(r"(?<=\d)\.0+\Z|(?<=\.\d)0+\Z|(?<=\.\d\d)0+\Z")
_PREFIX, _LEAST_DIGITS = 5, 2
_SURE = 0.9
_LEAST_WORDS = {"name": 1, "day": 1, "number": 2}
"""How many words of a field must be named, by the kind of what it holds."""


class _Field(NamedTuple):
    """A field of a record: its cell, the words of its name, and what kind of value it holds."""

    cell: TableCell
    head: frozenset[str]
    kind: str


def check_other_fields(claim: ReadClaim) -> list[Check]:
    """Hold the values that a claim tells of one record against the fields that it names."""
    if _APART.search(claim.text):
        return []
    return [
        check
        for passage in claim.index.passages
        if passage.tables.cells
        for cells in _records(claim, passage.number)
        for check in _in_record(claim, passage.number, cells)
    ]


def _records(claim: ReadClaim, passage: int) -> Iterator[Sequence[TableCell]]:
    """Yield the cells of the one row that a claim names, or of the only record of a passage."""
    for number, grid in claim.grids:
        if number == passage:
            named = rows_named(claim, grid)
            row = next(iter(named)) if len(named) == 1 else None
            row = row if named else row_asked(claim, grid)
            if row is not None:
                yield [cell.cell for cell in grid.rows[row].values()]
    cells = claim.index.passages[passage].tables.cells
    alone = [cell for cell in cells if cell.alone]
    if alone and len({cell.table for cell in alone}) == 1:
        yield alone


def _in_record(claim: ReadClaim, passage: int, cells: Sequence[TableCell]) -> Iterator[Check]:
    fields = [
        _Field(cell, words_of(spaced(cell.column)), kind)
        for cell in cells
        if (kind := _kind(cell.value))
    ]
    said, asked = _words(claim.text), _words(claim.question.text)
    told = [field for field in fields if _is_told(field, said, asked)]
    for field in told:
        others = [
            other
            for other in fields
            if other.kind == field.kind
            and other not in told
            and words_of(other.cell.value) != words_of(field.cell.value)
        ]
        meant = _meant(field, others, said | asked)
        if meant is not None:
            cell = meant.cell
            event = Event.of_cell(cell, passage)
            yield Check("contradicted", "cell", _place(claim, field), (event,), _SURE)
            return


def _kind(value: str) -> str:
    for kind, pattern in (("day", _DAY), ("number", _NUMBER), ("name", _NAME)):
        if pattern.fullmatch(value):
            return kind
    return ""


def _is_told(field: _Field, said: frozenset[str], asked: frozenset[str]) -> bool:
    """Say whether a claim tells the value of a field, and its question does not."""
    words = _words(field.cell.value)
    if field.kind == "day" and (clock := _CLOCK.search(field.cell.value)):
        return clock[0] in said and clock[0] not in asked
    short = field.kind == "number" and sum(map(str.isdigit, field.cell.value)) < _LEAST_DIGITS
    return bool(words) and words <= said and not words <= asked and not short


def _words(text: str) -> frozenset[str]:
    """Return the words and numbers of a text, numbers without zeros at their ends."""
    return frozenset(_ZEROS.sub("", word) for word in words_of(text))


def _meant(field: _Field, others: Sequence[_Field], known: frozenset[str]) -> _Field | None:
    """Return the field that is named where that of a value is not; ``None`` where none surely is.

    Args:
        field: That of the value which a claim tells.
        others: Those of the same kind whose values it does not tell.
        known: The words of claim and question.
    """
    named = {
        number: len(_akin(other.head - field.head, known)) for number, other in enumerate(others)
    }
    best = max(named.values(), default=0)
    meant = [others[number] for number, many in named.items() if many == best]
    if best < _LEAST_WORDS[field.kind] or len(meant) != 1:
        return None
    return None if _akin(field.head - meant[0].head, known) else meant[0]


def _akin(head: frozenset[str], known: frozenset[str]) -> set[str]:
    """Return the words of a name that a text has, or has a word of their family of."""
    return {
        word
        for word in head
        if word in known
        or (len(word) > _PREFIX and any(other[:_PREFIX] == word[:_PREFIX] for other in known))
    }


def _place(claim: ReadClaim, field: _Field) -> Span:
    at = claim.text.find(field.cell.value)
    return Span(at, at + len(field.cell.value)) if at >= 0 else claim.sentence.span
