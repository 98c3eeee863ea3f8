"""Points in time as far as a text tells them, and how they lie to each other."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from groundgraph.text.calendar_words import MONTH_NAMES
from groundgraph.text.quantities.written.calendar_days import day_at, day_number

DAY = 1440
"""Minutes in a day; the ends of a moment are minutes since 1 January of the year 1."""
_MONTH_SECONDS = 2629746
_PARTS = {"early": (0, 3), "start": (0, 4), "mid": (3, 7), "late": (6, 10), "end": (7, 10)}
"""Tenths of a month, year or decade that "early", "the start of" … may mean."""
_BESIDE = Fraction(15, 100)
"""How far beside such a part, as a share of the whole, a moment may lie that is not surely another.
"""
_SAME_DAY_CLOCK = 2
UNKNOWN_YEAR = 2
"""The year in which dates without one are set against each other."""

_CENTURY = 100
_FIRST_OF_FOUR_DIGITS = 1000
_AUTUMN, _SUMMER = 9, 6
"""Months from which, and up to which, two dates without a year may lie in two years."""
Order = Literal["before", "after", "same", "open"]


@dataclass(frozen=True)
class Moment:
    """What a text tells of a point in time; ``None`` where it does not.

    Attributes:
        year: Such as 1848; those before Christ as astronomers count: 1 BC is 0.
        month: 1 to 12.
        day: 1 to 31.
        weekday: 0 for Monday; kept beside a date that tells it.
        minutes: Readings of a time of day in minutes after midnight: two without a.m. or p.m.
        part: "", "early", "start", "mid", "late" or "end" of the month, year or decade.
        years: 1, or 10 for a decade and 100 for a century, from ``year`` on.
        months: 1, or 3 for a quarter of a year, from ``month`` on.
        step: A place in a sequence of steps, rounds or days, where only that is told.
        axis: What is counted so: "round", "day"; "" for steps.
        century: Whether its century is told, which it is not of "the sixties".
        either_year: Whether its year is left out, as it may be that of the date before or the next.
        room: Days by which it may be off, where it was reckoned from a rounded time.
        nth: Its day among the weekdays of a passage that names no date.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    minutes: tuple[int, ...] = ()
    part: str = ""
    years: int = 1
    months: int = 1
    step: int | None = None
    room: int = 0
    nth: int | None = None
    axis: str = ""
    century: bool = True
    either_year: bool = False

    @property
    def dated(self) -> bool:
        """Whether a year, month or day is told."""
        return self.year is not None or self.month is not None or self.day is not None

    def date(self) -> dt.date | None:
        """Return the day, where year, month and day are told and the year is one after Christ."""
        day = _day_number(self.year, self.month, self.day)
        return dt.date.fromordinal(day) if day is not None and day > 0 else None


def shown(moment: Moment) -> str:
    """Write a moment for a reader, "" where it tells no year, month or time of day.

    >>> shown(Moment(2024, 6, 3)), shown(Moment(minutes=(765,))), shown(Moment(minutes=(555, 1275)))
    ('3 June 2024', '12:45', '9:15')
    >>> shown(Moment(-446)), shown(Moment(14)), shown(Moment(1848))
    ('447 BC', 'AD 14', '1848')
    """
    year = "" if moment.year is None or moment.years > 1 else _year_shown(moment.year)
    day = [moment.day, moment.month and MONTH_NAMES[moment.month - 1].title(), year]
    told = " ".join(str(part) for part in day if part) if moment.month else year
    hour, minute = divmod(min(moment.minutes, default=0), 60)
    hour = hour or 12 * (len(moment.minutes) > 1)  # "12:45" of either half of the day
    clock = f"{hour}:{minute:02}" if moment.minutes else ""
    return f"{told} {clock}".strip()


def _year_shown(year: int) -> str:
    if year < 1:
        return f"{1 - year} BC"
    return str(year) if year >= _FIRST_OF_FOUR_DIGITS else f"AD {year}"


def ends(moment: Moment) -> tuple[int, int] | None:
    """Return the first and last minute that a moment may mean; ``None`` where no day is told.

    A moment without a year is set in one year, always the same.
    """
    if moment.year is None and moment.month is None:
        return None
    year = moment.year if moment.year is not None else UNKNOWN_YEAR
    if moment.month is None:
        first, last = day_number(year, 1, 1), day_number(year + moment.years - 1, 12, 31)
    elif moment.day is None:
        last_month = min(12, moment.month + moment.months - 1)
        first, last = day_number(year, moment.month, 1), _last_day(year, last_month)
    else:
        day = _day_number(year, moment.month, moment.day)
        if day is None:
            return None
        first = last = day
    low, high = first * DAY, last * DAY + DAY - 1
    low, high = _part(low, high, moment.part)
    if moment.day is not None and len(moment.minutes) == 1:
        low = high = low + moment.minutes[0]
    return low - moment.room * DAY, high + moment.room * DAY


def order(first: Moment, second: Moment) -> Order:
    """Say how one moment lies to another: "open" where the texts do not tell."""
    if first.either_year or second.either_year:
        return "open"
    if first.step is not None and second.step is not None:
        if first.axis != second.axis:
            return "open"
        return _sign(first.step, first.step, second.step, second.step)
    if first.nth is not None and second.nth is not None and first.nth != second.nth:
        return "before" if first.nth < second.nth else "after"
    if (first.year is None) != (second.year is None) and first.month and second.month:
        first, second = replace(first, year=None), replace(second, year=None)
    if (first.year is None) == (second.year is None):
        one, other = ends(first), ends(second)
        if one is not None and other is not None:
            told = _sign(*one, *other)
            if told != "open" or first.day is None or second.day is None:
                return told
            return _clocks(first, second)
        if one is not None or other is not None:
            return "open"
    return _clocks(first, second) if not first.dated and not second.dated else "open"


def turns_the_year(first: Moment, second: Moment) -> bool:
    """Say whether a month told first may be of the year before: "in December, real ones in May"."""
    return (
        first.year is None
        and second.year is None
        and (first.month or 0) >= _AUTUMN
        and 0 < (second.month or 0) <= _SUMMER
    )


def states(evidence: Moment, claim: Moment) -> bool | None:
    """Say whether the evidence's moment is the claim's: no part that both tell differs.

    Returns:
        ``None`` where the evidence leaves out what the claim tells, or nothing is told by both.
    """
    if claim.step is not None or evidence.step is not None:
        told = claim.step is not None and evidence.step is not None and claim.axis == evidence.axis
        return claim.step == evidence.step if told else None
    if evidence.room and evidence.day is not None and claim.dated:
        return _within_room(evidence, claim)
    return _states(evidence, claim)


def _states(evidence: Moment, claim: Moment) -> bool | None:
    claim, evidence = _of_a_century(claim, evidence), _of_a_century(evidence, claim)
    if claim.month and claim.months > 1 and evidence.month:  # a season or quarter of a year
        if not claim.month <= evidence.month < claim.month + claim.months:
            return False
        claim = replace(claim, month=None, months=1)
    pairs = [
        (evidence.month, claim.month),
        (evidence.day, claim.day),
        (_weekday(evidence), claim.weekday if claim.day is None else None),
    ]
    if _years_differ(evidence, claim):
        return False
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return False
    if evidence.minutes and claim.minutes:
        if not any(_is_same_clock(a, b) for a in evidence.minutes for b in claim.minutes):
            return False
    elif claim.minutes and not claim.dated:
        return None
    within = _within_part(evidence, claim)
    if within is False:
        return False
    missing = any(b is not None and a is None for a, b in pairs)
    told = claim.year is None or evidence.year is not None or claim.month is not None
    return None if missing or not told or _is_vague(evidence, claim) else within


def _is_same_clock(evidence: int, claim: int) -> bool:
    """Say whether two times of day are one; "16:25 the next day" is told as 40:25."""
    gap = abs(evidence - claim)
    return gap < _SAME_DAY_CLOCK or (claim < DAY and abs(gap - DAY) < _SAME_DAY_CLOCK)


def shifted(moment: Moment, seconds: Fraction, *, calendar_unit: bool) -> Moment:
    """Return the moment that lies so many seconds later, as exactly as both are told.

    Args:
        moment: Where to begin.
        seconds: How much later; negative is earlier.
        calendar_unit: Whether the time was told in months or longer.
    """
    if calendar_unit:
        return _shifted_months(moment, round(seconds / _MONTH_SECONDS))
    day = _day_number(moment.year, moment.month, moment.day)
    dummy = day is None and moment.year is None and moment.month and moment.day
    if dummy:
        day = _day_number(UNKNOWN_YEAR, moment.month, moment.day)
    minutes = seconds / 60
    if day is None:
        if moment.minutes and not moment.dated:
            return Moment(minutes=tuple(int(m + minutes) for m in moment.minutes))
        if moment.weekday is not None:
            return Moment(weekday=int(moment.weekday + minutes / DAY) % 7)
        return _coarse(moment, minutes)
    clock = moment.minutes[0] if len(moment.minutes) == 1 else 0
    total = day * DAY + clock + int(minutes)
    later = total // DAY
    year, month, date = day_at(later)
    told = (total % DAY,) if moment.minutes else ()
    weekday = None if dummy else _weekday_of(later)
    if dummy and moment.weekday is not None:
        weekday = (moment.weekday + later - day) % 7
    return Moment(None if dummy else year, month, date, weekday, told)


def _shifted_months(moment: Moment, months: int) -> Moment:
    if moment.month is None:
        if moment.year is None:
            return Moment()
        whole, rest = divmod(months, 12)
        year = moment.year + whole
        return replace(moment, year=year, part="") if rest == 0 else Moment(year)
    begun = moment.year if moment.year is not None else UNKNOWN_YEAR
    total = begun * 12 + moment.month - 1 + months
    year, month = total // 12, total % 12 + 1
    day = moment.day
    if day is not None:
        day = min(day, day_at(_last_day(year, month))[2])
    return replace(
        moment, year=year if moment.year is not None else None, month=month, day=day, weekday=None,
        part="",
    )  # fmt: skip


def _coarse(moment: Moment, minutes: Fraction) -> Moment:
    """Shift a month by days or weeks: where it falls can be told only to the month."""
    if moment.month is None or abs(minutes) < DAY:
        return Moment()
    both = ends(moment)
    if both is None:
        return Moment()
    middle = (both[0] + both[1]) // 2 + int(minutes)
    year, month, _ = day_at(middle // DAY)
    return Moment(year if moment.year is not None else None, month)


def gap(first: Moment, second: Moment) -> tuple[int, int] | None:
    """Return the least and the most minutes from one moment to another, else ``None``."""
    if first.nth is not None and second.nth is not None:
        days = (second.nth - first.nth) * DAY
        if len(first.minutes) == len(second.minutes) == 1:
            days += second.minutes[0] - first.minutes[0]
        return days, days
    if first.year is None or second.year is None:
        if not (first.dated or second.dated) and first.minutes and second.minutes:
            return _clock_gap(first, second)
        if (first.year is None) != (second.year is None):
            return None
    one, other = ends(first), ends(second)
    if one is None or other is None:
        return None
    if first.day is not None and second.day is not None:
        if len(first.minutes) == 1 and len(second.minutes) == 1:
            return other[0] - one[0], other[0] - one[0]
        days = other[0] // DAY - one[0] // DAY
        return days * DAY, days * DAY
    return other[0] - one[1], other[1] - one[0]


def years_between(first: Moment, second: Moment) -> int | None:
    """Return the difference of the years, where both are told as such."""
    if first.year is None or second.year is None or first.years > 1 or second.years > 1:
        return None
    return second.year - first.year


def _clock_gap(first: Moment, second: Moment) -> tuple[int, int]:
    found = [(b - a) % DAY for a in first.minutes for b in second.minutes]
    return min(found), max(found)


def _clocks(first: Moment, second: Moment) -> Order:
    if len(first.minutes) != 1 or len(second.minutes) != 1:
        return "open"
    return _sign(first.minutes[0], first.minutes[0], second.minutes[0], second.minutes[0])


def _sign(low: int, high: int, other_low: int, other_high: int) -> Order:
    if high < other_low:
        return "before"
    if low > other_high:
        return "after"
    return "same" if low == high == other_low == other_high else "open"


def _part(low: int, high: int, part: str) -> tuple[int, int]:
    if part not in _PARTS:
        return low, high
    start, stop = _PARTS[part]
    size = high - low + 1
    return low + size * start // 10, low + size * stop // 10 - 1


def _within_part(evidence: Moment, claim: Moment) -> bool | None:
    """Say whether a moment lies in the part of a longer one; ``None`` just outside of it.

    "The late 1850s" are 1856 to 1859, may be 1855 and are not 1853.
    """
    if not claim.part or not _is_finer(evidence, claim):
        return True
    year = None if claim.year is None else evidence.year
    whole, told = ends(replace(claim, part="")), ends(replace(evidence, minutes=(), year=year))
    if whole is None or told is None or not whole[0] <= told[0] <= told[1] <= whole[1]:
        return True
    first, last = (Fraction(minute - whole[0], whole[1] - whole[0] + 1) for minute in told)
    start, stop = (Fraction(tenth, 10) for tenth in _PARTS[claim.part])
    if start < last and first < stop:
        return True
    return None if start - _BESIDE < last and first < stop + _BESIDE else False


def _is_finer(evidence: Moment, claim: Moment) -> bool:
    """Say whether one moment is told more closely than that of which another tells a part.

    "Mid 1800" may be a decade or a century.
    """
    if evidence.part and evidence.month is None and (evidence.year or 1) % 10 == 0:
        return evidence.years == claim.years > 1
    if evidence.part and (evidence.years, evidence.month) == (claim.years, claim.month):
        return True
    months = claim.month is None and evidence.month is not None
    return evidence.day is not None or months or evidence.years < claim.years


def _of_a_century(decade: Moment, other: Moment) -> Moment:
    """Take "the sixties" for those of the century in which another moment lies."""
    if decade.century or decade.year is None or other.year is None:
        return decade
    return replace(decade, year=other.year - other.year % 100 + decade.year % 100)


def _within_room(evidence: Moment, claim: Moment) -> bool | None:
    """Hold a date against one that may be some days off."""
    if evidence.year is None or claim.year is None:
        evidence, claim = replace(evidence, year=None), replace(claim, year=None)
    one, other = ends(evidence), ends(claim)
    if one is None or other is None:
        return None
    if one[1] < other[0] or other[1] < one[0]:
        return False
    return True if other[0] <= one[0] and one[1] <= other[1] else None


def _years_differ(evidence: Moment, claim: Moment) -> bool:
    if evidence.year is None or claim.year is None:
        return False
    if claim.years > 1:
        return not claim.year <= evidence.year < _end_of(claim, claim.year)
    if evidence.years > 1:
        return not evidence.year <= claim.year < _end_of(evidence, evidence.year)
    return evidence.year != claim.year


def _end_of(moment: Moment, first: int) -> int:
    """Return the year after a moment's last; 1200 may be one of the 12th century."""
    return first + moment.years + (moment.years == _CENTURY)


def _is_vague(evidence: Moment, claim: Moment) -> bool:
    """Say whether 1147 is held against "the 12th century", or that against 1200."""
    if evidence.year is None or claim.year is None:
        return evidence.either_year and claim.year is not None
    last = claim.years == _CENTURY and evidence.year == claim.year + _CENTURY
    return last or evidence.years > claim.years


def _weekday(moment: Moment) -> int | None:
    if moment.weekday is not None:
        return moment.weekday
    day = _day_number(moment.year, moment.month, moment.day)
    return _weekday_of(day) if day is not None else None


def _weekday_of(day: int) -> int:
    """Return 0 for Monday, of a numbered day."""
    return (day - 1) % 7


def _last_day(year: int, month: int) -> int:
    """Return the number of the last day of a month."""
    return day_number(year + month // 12, month % 12 + 1, 1) - 1


def _day_number(year: int | None, month: int | None, day: int | None) -> int | None:
    """Return the number of a day, ``None`` where a part is not told or the calendar has none."""
    if year is None or month is None or day is None:
        return None
    try:
        return day_number(year, month, day)
    except ValueError:
        return None
