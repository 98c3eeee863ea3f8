"""Records written as lines of "key: value", one after the other: what a table says, in lines."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FIELD = re.compile(
    r"[ \t]*(?:[-*•][ \t]+)?(?P<key>[^\W_][^:|\n]{0,59}?)[ \t]?:(?:[ \t]+(?P<value>[^\n|]*\S))?\s*"
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
    first = _field(text, *lines[at])
    if first is None:
        return None
    found: list[list[Field]] = []
    stop = at
    for number, fields in _blocks(text, lines, at):
        if fields[0].name != first.name:
            break
        for each in fields:
            if each.name == first.name:
                found.append([])
            found[-1].append(each)
        stop = number
    return _table(text, found, stop)


def _blocks(
    text: str, lines: Sequence[tuple[int, int]], at: int
) -> Iterator[tuple[int, list[Field]]]:
    """Yield the fields of neighbouring lines, up to a blank one, and the number of the line after.

    A block that goes on in lines of another form is none of fields.
    """
    while at < len(lines):
        read = (_field(text, *lines[number]) for number in range(at, len(lines)))
        fields = [*takewhile(lambda each: each is not None, read)]
        at += len(fields)
        if not fields or (at < len(lines) and not text[slice(*lines[at])].isspace()):
            return
        yield at, [each for each in fields if each is not None]
        while at < len(lines) and text[slice(*lines[at])].isspace():
            at += 1


def _field(text: str, start: int, stop: int) -> Field | None:
    match = _FIELD.fullmatch(text, start, stop)
    if match is None or len(match["key"].split()) > _KEY_WORDS:
        return None
    value = match.span("value") if match["value"] else (match.end("key"),) * 2
    return Field(Span(*match.span("key")), Span(*value), match["key"].lower())


def _table(text: str, found: Sequence[Sequence[Field]], stop: int) -> Records | None:
    """Return some records as a table, if they are alike and each has a name."""
    if len(found) < _LEAST or not all(_is_record(text, fields) for fields in found):
        return None
    header = {field.name: field.key for fields in reversed(found) for field in fields}
    order = dict.fromkeys(field.name for fields in found for field in fields)
    if len(order) > _MOST_FIELDS or any(2 * len(fields) < len(order) for fields in found):
        return None
    values = [{field.name: field.value for field in fields} for fields in found]
    rows = [[own.get(name, Span(0, 0)) for name in order] for own in values]
    return Records(stop, [header[name] for name in order], rows)


def _is_record(text: str, fields: Sequence[Field]) -> bool:
    """Say whether fields are of one record: a name, no key twice, and values that are no prose."""
    name = fields[0].value.of(text)
    if len(fields) < _LEAST or not name or len(name) > _LONGEST_NAME or _SENTENCE_END.search(name):
        return False
    prose = sum(_SENTENCE_END.search(field.value.of(text)) is not None for field in fields)
    return 2 * prose <= len(fields) and max(Counter(f.name for f in fields).values()) == 1
