"""The values that a sentence gives: names, counts, dates, hours, and other noun phrases."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.text.english.phrases import phrases
from groundgraph.text.english.tagging import tags
from groundgraph.text.english.tokens import tokens
from groundgraph.text.names import names
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.words import content_stems, stem, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Kind = Literal["name", "count", "date", "hour", "phrase"]
_UNITS = {
    "time": frozenset(map(stem, "second minute hour day week month year decade century".split())),
    "money": frozenset(
        map(
            stem, "$ € £ euro euros dollar dollars pound pounds crown crowns cent franc yen".split()
        )
    ),
    "length": frozenset(
        map(stem, "metre meter centimetre kilometre kilometer mile foot feet inch km cm mm".split())
    ),
    "mass": frozenset(map(stem, "gram kilogram tonne ton mg kg g pound".split())),
}
_MONTHS = frozenset(
    """january february march april may june july august september october november december jan
    feb mar apr jun jul aug sep sept oct nov dec""".split()
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_NO_UNITS = frozenset(
    """and or but of in on at to from by for with as is are was were had has have before after
    than per a an the when while if""".split()
)


class Value(NamedTuple):
    """Something that a sentence gives.

    Attributes:
        span: Where it stands.
        kind: What it is.
        keys: What tells it from others: the stems of its words, or the readings of a number.
        unit: The stem of what a count counts, or its sign; "" where that is not said.
    """

    span: Span
    kind: Kind
    keys: frozenset[str]
    unit: str = ""


def measured_by(unit: str) -> str:
    """Return what a unit measures, "" where it is none."""
    return next((name for name, units in _UNITS.items() if unit in units), "")


@lru_cache(maxsize=2048)
def values(text: str, *, phrases_too: bool) -> tuple[Value, ...]:
    """Return the names, counts, dates and hours of a sentence, and its other noun phrases."""
    found = [*_dates(text)]
    taken = [value.span for value in found]
    for start, written, readings in quantities_with_text(text):
        span = Span(start, start + len(written))
        if any(span.overlaps(other) for other in taken):
            continue
        if next(iter(readings))[0] == "t":
            found.append(Value(span, "hour", readings))
        else:
            found.append(_counted(text, span, readings))
    for name in names(text):
        span = Span(name.start, name.end)
        if not any(span.overlaps(other) for other in taken):
            found.append(Value(span, "name", frozenset(map(stem, name.parts))))
    if phrases_too:
        found += _phrases(text, [value.span for value in found])
    return tuple(sorted(found, key=lambda value: value.span))


def _dates(text: str) -> Iterable[Value]:
    for token in tokens(text, Span(0, len(text))):
        lower = token.lower
        if token.kind == "date" or _YEAR.fullmatch(token.text) or lower in _DAYS | _MONTHS:
            if lower in {"may", "march"} and token.text[:1].islower():
                continue
            keys = frozenset(word.stem for word in words(token.text))
            yield Value(Span(token.start, token.end), "date", keys)


def _counted(text: str, span: Span, readings: frozenset[str]) -> Value:
    """Return a number with what it counts: the word behind it, or the sign at it."""
    sign = text[span.end : span.end + 1]
    before = text[max(span.start - 1, 0) : span.start]
    if sign == "%" or before in {"$", "€", "£"}:
        return Value(span, "count", readings, sign if sign == "%" else before)
    behind = re.match(r"[ -]([^\W\d_]+)", text[span.end : span.end + 30])
    scale = ""
    if behind and behind[1].lower() in {"million", "billion", "thousand", "hundred"}:
        scale = behind[1].lower()
        end = span.end + behind.end()
        behind = re.match(r" ([^\W\d_]+)", text[end : end + 30])
    keys = frozenset(f"{reading}{scale}" for reading in readings)
    if behind is None or behind[1].lower() in _NO_UNITS:
        return Value(span, "count", keys)
    end = span.end + (len(scale) + 1 if scale else 0) + behind.end()
    return Value(Span(span.start, end), "count", keys, stem(behind[1].lower()))


def _phrases(text: str, taken: Sequence[Span]) -> Iterable[Value]:
    read = tokens(text, Span(0, len(text)))
    for phrase in phrases(read, tags(read)):
        if phrase.kind not in {"NP", "AP"}:
            continue
        span = Span(read[phrase.first].start, read[phrase.last - 1].end)
        keys = content_stems(span.of(text))
        if keys and not any(span.overlaps(other) for other in taken):
            yield Value(span, "phrase", keys)
