"""Dates and times of day of a text: where they stand and what they tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import (
    DAY_NAMES,
    MONTH_NAMES,
    MONTHS,
    SEASONS,
    WEEKDAYS,
    read_slashed,
)
from groundgraph.text.number_words import ONES, ORDINALS, SCALES, TENS
from groundgraph.text.quantities.written.clocks import (
    NOON,
    Found,
    clock_at,
    hour_at,
    military_at,
    spelled_hour_at,
    spoken_clock_at,
    with_letter_at,
)
from groundgraph.text.quantities.written.decades import DECADE_WORDS, decade_at, with_part
from groundgraph.text.quantities.written.eras import ERA_WORDS, century_of_era, era_year_at
from groundgraph.text.quantities.written.labels import is_behind_capitals
from groundgraph.text.quantities.written.lone_days import lone_day
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.occasions import (
    FEAST_WORDS,
    feast_at,
    place_at,
    placed_alike_at,
    placed_at,
)
from groundgraph.text.quantities.written.tokens import Token, glued
from groundgraph.text.quantities.written.unit_table import MONEY_BEFORE
from groundgraph.text.quantities.written.units import unit_at
from groundgraph.text.words import STOP_WORDS
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ALSO_WORDS = frozenset({"may", "march", "mar", "sat", "sun", "wed", "mon", "dec", "jan", "second"})
_AXES = frozenset("round day week stage lap chapter season inning innings phase".split())
_QUARTERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "final": 4}
_SHORTEST_PLURAL = 4
"""Letters; shorter words in "s", such as "was", count nothing."""
_MOST_ROUNDS = 99
_NOT_A_YEAR_BEFORE = MONEY_BEFORE.keys() | frozenset(
    "# no + at form room flight model number page".split()
)
_FIRST_WORDS = frozenset(
    {*_AXES, *MONTHS, *WEEKDAYS, *SEASONS, *ORDINALS, *ONES, "noon", "midday", "midnight", "half"}
    | {"quarter", "twenty"}
    | FEAST_WORDS
    | DECADE_WORDS.keys()
    | ERA_WORDS
)
_YEARS = range(1000, 2101)
_LAST_CENTURY = 21
_YEAR_BEFORE = frozenset(
    """in since by until till from of before after during year and to the circa c around about
    between for mid early late than through -""".split()
)
_SURE_BEFORE = frozenset(
    """in since by until till from of before after during year for early late mid the and to between
    through""".split()
)
_WITHIN_A_YEAR = frozenset({"in", "since", "by", "until", "till", "during", "early", "late", "mid"})
_NOT_A_YEAR_AFTER = frozenset(
    """% ° km m kg miles people seats rpm dollars euros years days g mg µg mcg lb lbs oz t ms ns sec
    min h hrs cm mm µm nm ft yd l ml cl dl hl cc ha sq sqm sqft kph kmh mph hp w kw mw gw kwh mwh
    gwh wh v kv mv ma mah hz khz mhz ghz b kb mb gb tb kbps mbps gbps mbit gbit pa hpa kpa mpa bar
    mbar psi atm mmhg j kj kcal cal db n kn nits lux iu ppm eur usd gbp chf""".split()
)
_NOT_COUNTED = frozenset("series elections games championships olympics this does finals".split())


_OTHER_KINDS = frozenset({"iso", "slashed", "clock", "number"})


@dataclass(frozen=True)
class DateMention:
    """A date or time of day in a text.

    Attributes:
        span: Where it stands.
        moment: What it tells, before anything is filled in from its surroundings.
        first: Index of its first token.
        after: Index after its last.
    """

    span: Span
    moment: Moment
    first: int
    after: int


_RANGES = frozenset({"to", "until", "till", "through", "and", "-", "–", "—"})
_JOINING = _RANGES | {"or"}
_LEAD_TO_TWO = frozenset({"between", "on", "both", "either", "the"})
_NEAR, _STOPS = 8, frozenset({".", ";", ":", "but", "(", ")"})
"""Tokens between two dates of one year at most, and those that part them."""


def mentions(tokens: Sequence[Token], text: str) -> list[DateMention]:
    """Return the dates and times of day among the tokens of a text, in order."""
    return _with_years(list(_merged(list(_mentions(tokens, text)), tokens)), tokens)


def _with_years(found: list[DateMention], tokens: Sequence[Token]) -> list[DateMention]:
    """Return dates, the first of a range with the year of the last: "12 January to 9 May 2023".

    So too "began on 3 May and was lifted on 14 June 1642".
    """
    for at in range(len(found) - 1, 0, -1):
        first, last = found[at - 1], found[at]
        between = tokens[first.after : last.first]
        joined = len(between) == 1 and between[0].text in _RANGES
        joined = joined or _in_one_course(first.moment, last.moment, between)
        if joined and first.moment.year is None and last.moment.year is not None:
            one, other = (m.moment.month for m in (first, last))
            if one is not None and other is not None:
                year = last.moment.year - (one > other)
                found[at - 1] = replace(first, moment=replace(first.moment, year=year))
    return found


def _in_one_course(first: Moment, last: Moment, between: Sequence[Token]) -> bool:
    """Say whether a sentence goes on from one day to a later one of the same year."""
    words = {token.text for token in between}
    if len(between) > _NEAR or words.isdisjoint(_RANGES) or not words.isdisjoint(_STOPS):
        return False
    days = [(each.month or 0, each.day or 0) for each in (first, last)]
    return all(day > 0 for _, day in days) and days[0] < days[1]


def _mentions(tokens: Sequence[Token], text: str) -> Iterator[DateMention]:
    at = 0
    placed: tuple[int, str] | None = None
    while at < len(tokens):
        kind, word = tokens[at].kind, tokens[at].text
        may_be = word in _FIRST_WORDS if kind == "word" else kind in _OTHER_KINDS
        alike = placed_alike_at(tokens, at, *placed) if placed and may_be else None
        found = alike or (_read(tokens, text, at) if may_be else None)
        if found is None:
            at += 1
            continue
        first, after, moment = found
        placed = (first, moment.axis) if moment.axis else placed
        yield DateMention(Span(tokens[first].start, tokens[after - 1].end), moment, first, after)
        at = after


def _read(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    kind = tokens[at].kind
    if kind == "word":
        return _word(tokens, text, at)
    if kind == "number":
        return _number(tokens, text, at)
    if kind == "clock":
        return clock_at(tokens, at)
    return _iso(tokens, at) if kind == "iso" else _slashed(tokens, at)


def _iso(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "2025-11-02", and "2025-11-02T03:15:07"."""
    year, month, day = (int(part) for part in tokens[at].text.split("-"))
    told = Moment(year, month, day)
    if [token.kind for token in tokens[at + 1 : at + 3]] == ["word", "clock"]:
        clock = clock_at(tokens, at + 2) if tokens[at + 1].text == "t" else None
        if clock is not None:
            return at, clock[1], replace(told, minutes=clock[2].minutes)
    return at, at + 1, told


def _slashed(tokens: Sequence[Token], at: int) -> Found | None:
    parts = read_slashed(*map(int, tokens[at].text.split("/")))
    return parts and (at, at + 1, Moment(*parts))


def _number(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    token = tokens[at]
    if at and glued(tokens[at - 1], token) and tokens[at - 1].kind in {"word", "sign"}:
        return _quarter(tokens, at)
    return (
        decade_at(tokens, at)
        or _century(tokens, text, at)
        or era_year_at(tokens, text, at)
        or _day_first(tokens, text, at)
        or _first_of_two(tokens, text, at)
        or hour_at(tokens, at)
        or military_at(tokens, at)
        or with_letter_at(tokens, at)
        or spoken_clock_at(tokens, at)
        or _year(tokens, text, at)
        or placed_at(tokens, at)
        or lone_day(tokens, at)
    )


def _quarter(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "Q3 2021"."""
    if tokens[at - 1].text != "q" or tokens[at].text not in {"1", "2", "3", "4"}:
        return None
    year = _plain_year(tokens, at + 1)
    if year is None:
        return None
    return at - 1, at + 2, Moment(year, 3 * int(tokens[at].text) - 2, months=3)


def _day_first(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "3 May 2015", "3rd of May"."""
    if not tokens[at].text.isdecimal() or not 1 <= int(tokens[at].text) <= 31:
        return None
    after = at + 1
    if after < len(tokens) and tokens[after].text in {"st", "nd", "rd", "th"}:
        after += 1
    if after < len(tokens) and tokens[after].text == "of":
        after += 1
    if not _is_month(tokens, text, after):
        return None
    month = MONTHS[tokens[after].text]
    after = _past_stop(tokens, after)
    year, after = _then_year(tokens, text, after)
    return at, after, Moment(year, month, int(tokens[at].text))


def _first_of_two(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read the "4" of "4 to 22 May", "between 4 and 22 May", "on 4 or 22 May"."""
    joined = tokens[at + 1].text if at + 2 < len(tokens) else ""
    if joined not in _JOINING or not tokens[at].text.isdecimal():
        return None
    if joined in {"and", "or"} and (not at or tokens[at - 1].text not in _LEAD_TO_TWO):
        return None
    last = _day_first(tokens, text, at + 2)
    day = int(tokens[at].text)
    if last is None or not 1 <= day < (last[2].day or 0):
        return None
    return at, at + 1, replace(last[2], day=day)


def _plain_year(tokens: Sequence[Token], at: int) -> int | None:
    if at >= len(tokens) or tokens[at].kind != "number":
        return None
    written = tokens[at].text
    if len(written) != 4 or not written.isdecimal() or int(written) not in _YEARS:
        return None
    return int(written)


def _year(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "1998", "the 1990s"; not "1998 seats" and not "$1998"."""
    year = _plain_year(tokens, at)
    if year is None:
        return None
    before, after = (tokens[at - 1].text if at else ""), at + 1
    if before in _NOT_A_YEAR_BEFORE or is_behind_capitals(tokens, text, at):
        return None
    if after == len(tokens):
        return with_part(tokens, at, after, Moment(year))
    joined = glued(tokens[at], tokens[after])
    if joined and tokens[after].text in {"s", "'s"} and year % 10 == 0:
        years = 100 if year % 100 == 0 and year < 2000 else 10
        return with_part(tokens, at, after + 1, Moment(year, years=years))
    if before not in _SURE_BEFORE and _counts(tokens, text, after):
        return None
    if before not in _WITHIN_A_YEAR and _are_units(tokens, text, after):
        return None
    if joined and tokens[after].kind == "word":
        return None
    return with_part(tokens, at, after, Moment(year))


def _counts(tokens: Sequence[Token], text: str, after: int) -> bool:
    """Say whether the word after four digits is one that is counted."""
    word = tokens[after].text
    if word in _NOT_A_YEAR_AFTER or word in SCALES:
        return True
    plural = (
        len(word) >= _SHORTEST_PLURAL and word.endswith("s") and not word.endswith(("ss", "us"))
    )
    return plural and text[tokens[after].start].islower() and word not in _NOT_COUNTED


def _are_units(tokens: Sequence[Token], text: str, after: int) -> bool:
    """Say whether the word after four digits is a unit in the plural: "the 1500 metres"."""
    plural = tokens[after].text.endswith("s") and len(tokens[after].text) >= _SHORTEST_PLURAL
    return plural and unit_at(tokens, after, text) is not None


def _word(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    word = tokens[at].text
    if word in _AXES:
        return _numbered(tokens, at)
    if word in DECADE_WORDS:
        return decade_at(tokens, at)
    if word in FEAST_WORDS or word in ERA_WORDS:
        return _feast(tokens, text, at) or era_year_at(tokens, text, at)
    if _is_month(tokens, text, at):
        return _month_first(tokens, text, at)
    if _is_weekday(tokens, text, at):
        return at, at + 1, Moment(weekday=WEEKDAYS[word])
    if word in {"noon", "midday", "midnight"}:
        return at, at + 1, Moment(minutes=(0 if word == "midnight" else NOON,))
    if word in SEASONS and (year := _plain_year(tokens, _past_of(tokens, at + 1))):
        return at, _past_of(tokens, at + 1) + 1, Moment(year, SEASONS[word], months=3)
    if word in ORDINALS or word == "half" or word in {"quarter", "five", "ten", "twenty"}:
        spoken = (
            _century(tokens, text, at)
            or _spoken_quarter(tokens, at)
            or spoken_clock_at(tokens, at)
            or placed_at(tokens, at)
        )
        if spoken is not None:
            return spoken
    return spelled_hour_at(tokens, at) if word in ONES else None


def _feast(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "Christmas Eve", "New Year's Day 2004"."""
    found = feast_at(tokens, text, at)
    if found is None:
        return None
    (month, day), end = found
    year, after = _then_year(tokens, text, end)
    return at, after, Moment(year, month, day)


def _numbered(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "round nine", "Day 3" as a place in a sequence."""
    if at + 1 >= len(tokens):
        return None
    following = tokens[at + 1]
    number = ONES.get(following.text) or TENS.get(following.text)
    if number is None and following.kind == "number" and following.text.isdecimal():
        number = int(following.text)
    if not number or number > _MOST_ROUNDS:
        return None
    return at, at + 2, Moment(step=number, axis=tokens[at].text)


def _past_of(tokens: Sequence[Token], at: int) -> int:
    return at + 1 if at < len(tokens) and tokens[at].text == "of" else at


def _is_measured(tokens: Sequence[Token], text: str, at: int) -> bool:
    """Say whether a number behind a month counts or measures: "in June 20 lamps", "June 20 m³"."""
    word = tokens[at + 1].text if at + 1 < len(tokens) else ""
    counted = len(word) >= _SHORTEST_PLURAL and word.isalpha() and word not in STOP_WORDS
    if counted and at > 1 and tokens[at - 2].text in {"in", "during"}:
        return True
    found = unit_at(tokens, at + 1, text) if len(word) >= _SHORTEST_PLURAL else None
    return found is not None and found[0].dimension not in {"", "time"}


def _month_first(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "May 3, 2015", "May 2015", "May"."""
    month, after = MONTHS[tokens[at].text], _past_stop(tokens, at)
    if after < len(tokens) and tokens[after].kind == "number" and tokens[after].text.isdecimal():
        day = int(tokens[after].text)
        if 1 <= day <= 31 and not _is_measured(tokens, text, after):
            after += 1
            if after < len(tokens) and tokens[after].text in {"st", "nd", "rd", "th"}:
                after += 1
            year, after = _then_year(tokens, text, after)
            return at, after, Moment(year, month, day)
    year, after = _then_year(tokens, text, _past_of(tokens, after))
    if year is None and tokens[at].text not in MONTH_NAMES:
        return None
    if year is None:
        after = _past_stop(tokens, at)
    return with_part(tokens, at, after, Moment(year, month))


def _then_year(tokens: Sequence[Token], text: str, at: int) -> tuple[int | None, int]:
    after = at + 1 if at < len(tokens) and tokens[at].text == "," else at
    told = era_year_at(tokens, text, after) if after < len(tokens) else None
    if told is not None:
        return told[2].year, told[1]
    year = _plain_year(tokens, after)
    return (year, after + 1) if year is not None else (None, at)


def _past_stop(tokens: Sequence[Token], at: int) -> int:
    """Return the index after a month, and after the stop of an abbreviated one."""
    short = tokens[at].text not in MONTH_NAMES
    stop = short and at + 1 < len(tokens) and tokens[at + 1].text == "."
    return at + 2 if stop else at + 1


def _is_month(tokens: Sequence[Token], text: str, at: int) -> bool:
    if at >= len(tokens) or tokens[at].text not in MONTHS:
        return False
    if not text[tokens[at].start].isupper():
        return False
    if tokens[at].text not in _ALSO_WORDS:
        return True
    return (
        tokens[at].text in {"dec", "jan", "mar"}
        or not _opens(tokens, at)
        or (at + 1 < len(tokens) and tokens[at + 1].kind == "number")
    )


def _opens(tokens: Sequence[Token], at: int) -> bool:
    return at == 0 or tokens[at - 1].text in {".", "!", "?", ":", '"', "“", "-", "*", "•"}


def _is_weekday(tokens: Sequence[Token], text: str, at: int) -> bool:
    word = tokens[at].text
    known = WEEKDAYS.get(word, WEEKDAYS.get(word.removesuffix("s")) if len(word) > 6 else None)
    if known is None or word not in WEEKDAYS or not text[tokens[at].start].isupper():
        return False
    return word in DAY_NAMES or word not in _ALSO_WORDS or at + 1 < len(tokens)


def _spoken_quarter(tokens: Sequence[Token], at: int) -> Found | None:
    """Read "the fourth quarter of 2022"."""
    number = _QUARTERS.get(tokens[at].text)
    if number is None or at + 1 >= len(tokens) or tokens[at + 1].text != "quarter":
        return None
    place = _past_of(tokens, at + 2)
    year = _plain_year(tokens, place)
    return None if year is None else (at, place + 1, Moment(year, 3 * number - 2, months=3))


def _century(tokens: Sequence[Token], text: str, at: int) -> Found | None:
    """Read "the nineteenth century", "the 12th century", "the 5th century BC"."""
    number, after = place_at(tokens, at)
    if after >= len(tokens) or tokens[after].text != "century" or not 1 < number <= _LAST_CENTURY:
        return None
    moment, after = century_of_era(tokens, text, number, after + 1)
    return with_part(tokens, at, after, moment)


def _merged(found: list[DateMention], tokens: Sequence[Token]) -> Iterator[DateMention]:
    """Join a date with the time of day or weekday that stands beside it."""
    held: DateMention | None = None
    for mention in found:
        if held is not None and _belong(held, mention, tokens):
            held = DateMention(
                Span(held.span.start, mention.span.end),
                _both(held.moment, mention.moment),
                held.first,
                mention.after,
            )
            continue
        if held is not None:
            yield held
        held = mention
    if held is not None:
        yield held


def _belong(first: DateMention, second: DateMention, tokens: Sequence[Token]) -> bool:
    between = [token.text for token in tokens[first.after : second.first]]
    if len(between) > 2 or any(word not in {",", "at", "on", "of", "the", "-"} for word in between):
        return False
    one, other = first.moment, second.moment
    clocks = bool(one.minutes) + bool(other.minutes)
    if clocks == 1:
        date = other if one.minutes else one
        return "-" not in between and (date.day is not None or date.weekday is not None)
    lone = one.weekday is not None and not one.dated
    return clocks == 0 and lone and other.dated and other.weekday is None and "-" not in between


def _both(one: Moment, other: Moment) -> Moment:
    def told(name: str) -> int | None:
        first: int | None = getattr(one, name)
        second: int | None = getattr(other, name)
        return first if first is not None else second

    return Moment(
        told("year"), told("month"), told("day"), told("weekday"), one.minutes or other.minutes
    )
