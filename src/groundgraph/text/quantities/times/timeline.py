"""When the things of a passage happened: dates filled in, and dates told by others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTHS, SEASONS, WEEKDAYS
from groundgraph.text.quantities.times.distances import ADVERBS, ends_with_adverb
from groundgraph.text.quantities.written.clocks import HALF_DAYS
from groundgraph.text.quantities.written.moments import DAY, Moment, shifted
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Sentence

_WEEK, _DAY_SECONDS, _NOON = 7, 86400, 720
_YEAR, _SEASON, _SOON = 12, 3, 3
"""Months of a year and of a season, and those within which a date over New Year follows on the one
before it."""
_LOOKING_BACK = frozenset(
    """had earlier before previously previous since until ago year years than first originally
    already""".split()
)
_CUT = 3
"""Letters that names of weekdays are cut to."""
_HARDLY = frozenset({"about", "only", "just", "some", "nearly", "almost", "another"})
_AXIS_SECONDS = {"minute": 60, "day": _DAY_SECONDS, "week": _WEEK * _DAY_SECONDS}
_ONWARD = {"next": 1, "following": 1, "ensuing": 1, "previous": -1, "preceding": -1, "prior": -1}
_ONWARD |= {"same": 0, "very": 0, "that": 0}
_BESIDE = {"after": 1, "before": -1}
_TO_COME = frozenset({"will", "shall", "due", "expected", "planned", "scheduled"})
"""Words before "in three years", which lie ahead of the last date told."""
_LATER = frozenset({*_ONWARD, "day", "after", *ADVERBS})
_STEPS = {"day": (_DAY_SECONDS, False), "week": (_WEEK * _DAY_SECONDS, False)}
_STEPS |= {"month": (2629746, True), "year": (31556952, True), "decade": (315569520, True)}
_STEPPED = frozenset({*_STEPS, *HALF_DAYS, *WEEKDAYS, *MONTHS, *SEASONS})
"""Words by one of which "the next day" or "the following Tuesday" tells how far on."""
CALENDAR_SECONDS = 2629746
"""Times of this length or longer are told in months or years."""


@dataclass(frozen=True)
class Told:
    """A date that is told by the one before it: "the next morning", "two days later".

    Attributes:
        span: Where it stands.
        first: Index of its first token.
        after: Index after its last.
        seconds: How much later, for a shift.
        calendar: Whether that is told in months or longer.
        weekday: The weekday, for "the following Tuesday".
        month: The month, for "the previous October".
        months: How many, for a season: "the following spring".
        sign: 1 for a later, -1 for an earlier weekday or month.
        half: "a" or "p" for a morning or an evening.
        coarse: "month" or "year" where no day is meant, as in "the previous month".
    """

    span: Span
    first: int
    after: int
    seconds: Fraction = Fraction(0)
    calendar: bool = False
    weekday: int | None = None
    month: int | None = None
    months: int = 1
    sign: int = 0
    half: str = ""
    coarse: str = ""


def told_by_the_last(sentence: Sentence) -> list[Told]:
    """Return the dates of a sentence that are reckoned from the last one told."""
    found = list(_aheads(sentence))
    if not _LATER.isdisjoint(sentence.letters):
        found += [*_steps(sentence), *_laters(sentence)]
    return sorted(found, key=lambda told: told.first)


def resolved(told: Told, held: Moment, clock: tuple[int, ...] = ()) -> Moment:
    """Reckon a date from the last one told, with the time of day told beside it."""
    if told.weekday is not None:
        return _next_weekday(told, held)
    if told.month is not None:
        return _next_month(told, held)
    if held.step is not None:
        return _further_on(told, held)
    if not held.dated and held.weekday is None:
        if held.minutes and not clock and told.seconds % _DAY_SECONDS:
            minutes = tuple(int(m + told.seconds / 60) for m in held.minutes)
            past = not all(0 <= each < DAY for each in minutes)  # which no time of day tells
            return Moment() if past and len(minutes) == 1 else _clock(minutes)
        days = int(told.seconds // _DAY_SECONDS) * DAY
        return Moment(minutes=tuple(m + days for m in clock)) if held.minutes else Moment()
    start = held if told.seconds % _DAY_SECONDS or told.calendar else replace(held, minutes=())
    moment = shifted(start, told.seconds, calendar_unit=told.calendar)
    if told.coarse:
        whole = told.coarse == "year"
        moment = replace(moment, month=None if whole else moment.month, day=None, weekday=None)
    if clock:
        wanted = [m for m in clock if not told.half or (m < _NOON) == (told.half == "a")]
        moment = replace(moment, minutes=tuple(wanted or clock))
    return moment


def _clock(minutes: Iterable[int]) -> Moment:
    return Moment(minutes=tuple(each % DAY for each in minutes))


def _further_on(told: Told, held: Moment) -> Moment:
    """Count on from "the 52nd minute", "day three"."""
    size = _AXIS_SECONDS.get(held.axis)
    if held.step is None or size is None or told.seconds % size:
        return Moment()
    return replace(held, step=held.step + int(told.seconds // size))


def seconds_of(amount: Quantity) -> tuple[Fraction, bool]:
    """Return a time in seconds, and whether it is told in months or longer."""
    return amount.base, amount.unit.factor >= CALENDAR_SECONDS


def filled(moment: Moment, held: Moment, *, onward: bool = False) -> Moment:
    """Fill in what a date leaves out from the last date that was told.

    A day takes its month, a month its year; a weekday is the nearest one to that date. Where a text
    tells ``onward`` what was done, "4 January" behind "28 December 1921" may be of the next year.
    """
    if moment.year is not None or moment.years > 1:
        return moment
    if moment.month is not None:
        if onward and _is_soon_after(moment, held):
            return replace(moment, either_year=True)
        return replace(moment, year=held.year) if held.year is not None else moment
    if moment.day is not None:
        return replace(moment, year=held.year, month=held.month) if held.month else moment
    if moment.weekday is not None:
        return _nearest_weekday(moment, held)
    if moment.minutes and held.day is not None:
        return replace(held, minutes=moment.minutes, part="")
    return moment


def _is_soon_after(moment: Moment, held: Moment) -> bool:
    """Say whether a day follows soon on another over New Year, and is months before it if not."""
    if moment.month is None or held.month is None or moment.day is None or held.day is None:
        return False
    return moment.month < held.month and (moment.month - held.month) % _YEAR <= _SOON


def tells_onward(sentence: Sentence) -> bool:
    """Say whether a sentence may tell what came next: no "had" or "earlier" stands in it."""
    return _LOOKING_BACK.isdisjoint(sentence.letters)


def _nearest_weekday(moment: Moment, held: Moment) -> Moment:
    day = held.date()
    if day is None and moment.weekday is not None and not held.dated:
        return replace(moment, nth=_nth(moment.weekday, held))
    known = held.weekday if day is None and held.day is not None else None
    if day is not None:
        known = day.weekday()
    if known is None or moment.weekday is None:
        return moment
    steps = (moment.weekday - known + 3) % _WEEK - 3
    return _days_on(held, steps, moment.minutes)


def _nth(weekday: int, held: Moment) -> int:
    """Count on to the nearest such weekday from the last one named."""
    last = held.nth if held.nth is not None else weekday
    return last + (weekday - last + 3) % _WEEK - 3


def _days_on(held: Moment, days: int, minutes: tuple[int, ...] = ()) -> Moment:
    start = replace(held, minutes=(), part="")
    found = shifted(start, Fraction(days * _DAY_SECONDS), calendar_unit=False)
    return replace(found, minutes=minutes)


def _next_weekday(told: Told, held: Moment) -> Moment:
    day = held.date()
    weekday = held.weekday if day is None else day.weekday()
    if weekday is None or told.weekday is None:
        return Moment(weekday=told.weekday)
    steps = (told.weekday - weekday) % _WEEK or _WEEK
    if told.sign < 0:
        steps -= _WEEK if steps < _WEEK else 2 * _WEEK
    if day is None and held.nth is not None:
        return Moment(weekday=told.weekday, nth=held.nth + steps)
    return _days_on(held, steps)


def _next_month(told: Told, held: Moment) -> Moment:
    if held.year is None or told.month is None:
        return Moment(month=told.month, months=told.months)
    if not told.sign:
        return Moment(held.year, told.month, months=told.months)
    anchor = held.month or (1 if told.sign < 0 else 12)
    later = told.month > anchor
    year = held.year + (0 if later == (told.sign > 0) and told.month != anchor else told.sign)
    return Moment(year, told.month, months=told.months)


def _steps(sentence: Sentence) -> Iterator[Told]:
    """Yield "the next day", "the following Tuesday", "in the previous month"."""
    tokens = () if _STEPPED.isdisjoint(sentence.letters) else sentence.tokens
    for at in range(len(tokens) - 1):
        word, following = tokens[at].text, tokens[at + 1].text
        if word in _STEPS and following in _BESIDE and at and tokens[at - 1].text == "the":
            if at + 2 >= len(tokens) or tokens[at + 2].kind == "mark":
                span = Span(tokens[at].start, tokens[at + 1].end)
                size, calendar = _STEPS[word]
                coarse = word if word in {"month", "year"} else ""
                seconds = Fraction(size * _BESIDE[following])
                yield Told(span, at, at + 2, seconds, calendar, coarse=coarse)
            continue
        sign = _ONWARD.get(word)
        if sign is None:
            continue
        span = Span(tokens[at].start, tokens[at + 1].end)
        if following in _STEPS:
            size, calendar = _STEPS[following]
            if word in {"very", "that"} and following != "year":
                continue
            coarse = following if following in {"month", "year"} else ""
            yield Told(span, at, at + 2, Fraction(size * sign), calendar, coarse=coarse)
        elif following in HALF_DAYS:
            yield Told(span, at, at + 2, Fraction(_DAY_SECONDS * sign), half=HALF_DAYS[following])
        else:
            yield from _named_steps(sentence, at, sign)


def _named_steps(sentence: Sentence, at: int, sign: int) -> Iterator[Told]:
    """Yield "the following Tuesday", "the previous October", "the next spring"."""
    word, told = (token.text for token in sentence.tokens[at : at + 2])
    start = sentence.tokens[at + 1].start
    span = Span(sentence.tokens[at].start, sentence.tokens[at + 1].end)
    if sign and told in WEEKDAYS and len(told) > _CUT:
        yield Told(span, at, at + 2, weekday=WEEKDAYS[told], sign=sign)
    elif sign and told in MONTHS and sentence.text[start].isupper():
        yield Told(span, at, at + 2, month=MONTHS[told], sign=sign)
    elif told in SEASONS.keys() - {"fall"} and word != "very":
        yield Told(span, at, at + 2, month=SEASONS[told], sign=sign, months=_SEASON)


def _laters(sentence: Sentence) -> Iterator[Told]:
    """Yield "eighteen months later", "a year earlier"."""
    told = () if ADVERBS.isdisjoint(sentence.letters) else sentence.amounts
    for amount in told:
        if amount.dimension != "time":
            continue
        sign, after = ends_with_adverb(sentence, amount), amount.after + 1
        if not sign and _comes_after(sentence, amount):
            sign, after = 1, amount.after
        if sign:
            seconds, calendar = seconds_of(amount)
            span = Span(amount.span.start, sentence.tokens[after - 1].end)
            yield Told(span, amount.first, after, seconds * sign, calendar)


def _aheads(sentence: Sentence) -> Iterator[Told]:
    """Yield "It will open in three years"."""
    told = () if _TO_COME.isdisjoint(sentence.letters) else sentence.amounts
    for amount in told:
        if amount.dimension != "time" or amount.unit.factor < _DAY_SECONDS or not amount.first:
            continue
        before = [token.text for token in sentence.tokens[: amount.first]]
        behind = [token.text for token in sentence.tokens[amount.after : amount.after + 1]]
        if before[-1] == "in" and not _TO_COME.isdisjoint(before) and behind != ["of"]:
            seconds, calendar = seconds_of(amount)
            yield Told(amount.span, amount.first, amount.after, seconds, calendar)


def _comes_after(sentence: Sentence, amount: Quantity) -> bool:
    """Say whether "after" leads to a time and nothing else: "and reached it after nine days"."""
    tokens = sentence.tokens
    if amount.unit.factor < _DAY_SECONDS and not any(m.moment.minutes for m in sentence.mentions):
        return False
    at = amount.first - 1
    while at >= 0 and tokens[at].text in _HARDLY:
        at -= 1
    if at <= 0 or tokens[at].text != "after":
        return False
    following = tokens[amount.after] if amount.after < len(tokens) else None
    return following is None or following.kind == "mark" or following.text in {"and", "but"}
