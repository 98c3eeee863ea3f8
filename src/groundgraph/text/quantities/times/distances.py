"""How far two things lie apart, where no number is told: "the day before", "in the week after"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.amounts import Quantity
from groundgraph.text.quantities.written.moments import DAY, Moment, shifted
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.types import Span

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence

ROUGH = "rough"
"""Bound of "the week before": it may be nearly none, or nearly two."""
_DAY_UNIT, _LONG = BY_WORD["day"], BY_WORD["month"].factor
_UNITS = {word: BY_WORD[word] for word in ("day", "week", "fortnight", "month", "year")}
_UNITS |= dict.fromkeys(("morning", "evening", "night"), _DAY_UNIT)
_ONLY = {"morning": "after", "evening": "before", "night": "before"}
_VERY = frozenset({"very", "full"})
_WITHIN = frozenset({"in", "during", "within", "over", "throughout"})
_ABOUT = 20
"""A time told with "about" may be off by one part in so many."""
_OPEN_ENDED = frozenset({"over", "least"})
_LIMITED = frozenset({"below", "most", "under"})
_LATER = frozenset({"later", "afterwards", "after", "thereafter", "younger"})
ADVERBS = _LATER | {"earlier", "before", "beforehand", "older"}
"""Words after a time by which it is reckoned from the last date told."""
_AFTER_ADVERB = frozenset("and he she it they the a was were had with by to".split())


def distance_before(sentence: Sentence, at: int) -> Quantity | None:
    """Return the one day, week, month or year that "the" tells before a connector.

    A day is exact; where the longer ones end is not told, and "in the week before" lies within one.
    """
    tokens = sentence.tokens
    word = tokens[at - 1].text if at > 1 else ""
    if word not in _UNITS or _ONLY.get(word, tokens[at].text) != tokens[at].text:
        return None
    first = at - 2
    while first > 0 and tokens[first].text in _VERY:
        first -= 1
    if tokens[first].text != "the":
        return None
    unit = _UNITS[word]
    inside = first > 0 and tokens[first - 1].text in _WITHIN
    bound = "exact" if unit is _DAY_UNIT else "most" if inside else ROUGH
    span = Span(tokens[first].start, tokens[at - 1].end)
    return Quantity(span, Fraction(1), Fraction(1), unit, bound=bound, first=first, after=at)


def moved(moment: Moment, amount: Quantity, sign: int) -> Moment:
    """Return when something lies that comes a time after another (before it where sign is -1).

    Nothing where that is told too loosely, as in "more than a week after".
    """
    seconds, calendar = amount.base * sign, amount.unit.factor >= _LONG
    if amount.bound in _OPEN_ENDED:
        return Moment()
    if amount.bound not in {ROUGH, *_LIMITED}:
        found = shifted(moment, seconds, calendar_unit=calendar)
        room = int(amount.base / 60 / DAY / _ABOUT) if amount.bound == "about" else found.room
        return replace(found, room=room) if found != Moment() else found
    if calendar and (amount.bound == ROUGH or moment.day is None):
        found = shifted(moment, seconds, calendar_unit=True)
        month = None if amount.unit is BY_WORD["year"] else found.month
        return replace(found, month=month, day=None, weekday=None, minutes=())
    days = int(amount.base / 86400)
    if moment.day is None or not days:
        return Moment()
    middle, room = (days, days - 1) if amount.bound == ROUGH else ((days + 1) // 2, days // 2)
    start = replace(moment, minutes=())
    found = shifted(start, Fraction(86400 * middle * sign), calendar_unit=False)
    return replace(found, weekday=None, room=room)


def ends_with_adverb(sentence: Sentence, amount: Quantity) -> int:
    """Return 1 for "two days later", -1 for "a year earlier", where nothing else is named; else 0.

    What it is reckoned from is the date that the text told last.
    """
    tokens = sentence.tokens
    at = amount.after
    if at >= len(tokens) or tokens[at].text not in ADVERBS:
        return 0
    word = tokens[at].text
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    marked = following is not None and following.kind == "mark"
    if word in {"before", "after"} and not marked:
        return 0
    ends = following is None or marked or following.text in _AFTER_ADVERB
    if not ends and word not in {"later", "earlier"}:
        return 0
    if following is not None and following.text == "than":
        return 0
    return 1 if word in _LATER else -1
