"""Records written as lines of "key: value", one after the other: what a table says, in lines."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FIELD = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?(?P<key>[^\W_][^:|\n]{0,59}?)[ \t]?:(?:[ \t]+(?P<value>[^\s|][^\n|]*))?"
)
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[.!?]['\"”’)]*\Z|\?\Z")
_LONGEST_NAME = 60
_KEY_WORDS = 8
_LEAST = 2
_MOST_FIELDS = 200


class Field(NamedTuple):
    """One line "key: value".

    Attributes:
        key: Where the key stands in the text.
        value: Where the value does; empty where there is none.
        name: The key in small letters.
    """

    key: Span
    value: Span
    name: str


class Records(NamedTuple):
    """Neighbouring records.

    Attributes:
        stop: One past the number of their last line.
        header: The keys, in order.
        rows: Where the value of each key stands in each record, shape
            ``(n_records, len(header))``; an empty span where it has none.
    """

    stop: int
    header: list[Span]
    rows: list[list[Span]]


def records_at(text: str, lines: Sequence[tuple[int, int]], at: int) -> Records | None:
    r"""Return the records that begin at a line; ``None`` where none do.

    They are at least two, of two fields or more, and begin with the same key; blank lines may
    stand between them. What each is called is no sentence, so people who talk by turns are none.

    Args:
        text: The text.
        lines: Where its lines stand.
        at: Number of the line.

    >>> text = "Day: Monday\nFee: 4\n\nDay: Friday\nFee: 6"
    >>> found = records_at(text, [(0, 12), (12, 19), (19, 20), (20, 32), (32, 38)], 0)
    >>> [[cell.of(text) for cell in row] for row in found.rows]
    [['Monday', '4'], ['Friday', '6']]
    """
    found: list[list[Field]] = []
    stop = at
    for fields, after in _records(text, lines, at):
        if not _is_record(text, fields) or (found and not _are_alike(found[0], fields)):
            break
        found.append(fields)
        stop = after
    return _table(found, stop) if len(found) >= _LEAST else None


def _records(
    text: str, lines: Sequence[tuple[int, int]], at: int
) -> Iterator[tuple[list[Field], int]]:
    """Yield neighbouring records, and the number of the line after each, while they are read."""
    fields: list[Field] = []
    for number in range(at, len(lines)):
        field = _field(text, *lines[number])
        blank = field is None and text[slice(*lines[number])].isspace()
        if fields and (field is None or field.name == fields[0].name):
            yield fields, number
            fields = []
        if field is not None:
            fields.append(field)
        if (field is None and (not blank or number == at)) or len(fields) > _MOST_FIELDS:
            return
    if fields:
        yield fields, len(lines)


def _field(text: str, start: int, stop: int) -> Field | None:
    while stop > start and text[stop - 1].isspace():
        stop -= 1
    match = _FIELD.fullmatch(text, start, stop)
    if match is None or len(match["key"].split()) > _KEY_WORDS:
        return None
    value = match.span("value") if match["value"] else (match.end("key"),) * 2
    return Field(Span(*match.span("key")), Span(*value), match["key"].lower())


def _table(found: Sequence[Sequence[Field]], stop: int) -> Records:
    header = {field.name: field.key for fields in reversed(found) for field in fields}
    order = dict.fromkeys(field.name for fields in found for field in fields)
    values = [{field.name: field.value for field in fields} for fields in found]
    rows = [[own.get(name, Span(0, 0)) for name in order] for own in values]
    return Records(stop, [header[name] for name in order], rows)


def _are_alike(first: Sequence[Field], other: Sequence[Field]) -> bool:
    """Say whether two records begin with the same key and have half of their keys in common."""
    common = {field.name for field in first} & {field.name for field in other}
    most = max(len(first), len(other))
    return first[0].name == other[0].name and 2 * len(common) >= most


def _is_record(text: str, fields: Sequence[Field]) -> bool:
    """Say whether fields are of one record: a name, no key twice, and values that are no prose."""
    if len(fields) < _LEAST or not is_called(fields[0].value.of(text)):
        return False
    prose = sum(_SENTENCE_END.search(field.value.of(text)) is not None for field in fields)
    return 2 * prose <= len(fields) and max(Counter(f.name for f in fields).values()) == 1


def is_called(name: str) -> bool:
    """Say whether words may be what something is called, or a short value: no sentence."""
    return 0 < len(name) <= _LONGEST_NAME and _SENTENCE_END.search(name) is None
