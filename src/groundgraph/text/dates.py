"""Dates of a text in one form: days, months, years and decades in the usual ways to write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import MONTH_NAMES, MONTHS, read_slashed
from groundgraph.text.words import has_digit_or

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
# "may" and "march" are words too: alone, a month is written with a capital and in full.
_ALONE = "|".join(name.capitalize() for name in MONTH_NAMES)
_YEAR = r"(?:1[0-9]|20)\d\d"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_FORMS = (
    rf"(?P<iso_year>{_YEAR})-(?P<iso_month>0?[1-9]|1[0-2])-(?P<iso_day>{_DAY})(?!\d)",
    rf"(?P<a>\d{{1,2}})[/.](?P<b>\d{{1,2}})[/.](?P<slash_year>{_YEAR}|\d\d)(?!\d)",
    rf"(?P<before>{_DAY})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month1>{_NAME})(?:,?\s(?P<year1>{_YEAR}))?",
    rf"(?P<month2>{_NAME})\s(?P<after>{_DAY})(?:st|nd|rd|th)?(?!\d)(?:,?\s(?P<year2>{_YEAR})\b)?",
    rf"(?P<month3>{_NAME}),?\s(?:of\s)?(?P<year3>{_YEAR})\b",
    rf"(?P<decade>{_YEAR[:-4]}\d0)['’]?s\b",
    rf"(?P<month4>(?-i:{_ALONE}))\b",
    rf"(?P<year4>{_YEAR})(?![\d,]*\d|\.\d|%)",
)
_OPENS = "".join(sorted({name[0] for name in MONTHS}))
_DATE = re.compile(
    rf"\b(?=[\d{_OPENS}])(?<![\d$£€.,/:])(?<!(?<!\d{{4}})-)(?:{'|'.join(_FORMS)})", re.IGNORECASE
)
"""What it may begin with is asked first: quick to know, and most words begin otherwise."""
_BEFORE = 8  # characters before a month in which the end of a sentence is looked for
_SENTENCE_END = re.compile(r"[.!?]\s+\Z")
_NAMES = frozenset(MONTH_NAMES)


class Date(NamedTuple):
    """What a date says; ``None`` where it does not.

    Attributes:
        start: First code point in the text.
        end: One past the last.
        year: First year.
        month: 1 to 12.
        day: 1 to 31.
        years: 1, or 10 for a decade.
        swapped: Whether day and month may stand for each other, as in 05/03/2015.
    """

    start: int
    end: int
    year: int | None
    month: int | None = None
    day: int | None = None
    years: int = 1
    swapped: bool = False


def dates(text: str) -> list[Date]:
    """Return the dates of a text in order.

    >>> [found[2:5] for found in dates("3 May 2015, 2015-05-03, May 2015, the 1990s")]
    [(2015, 5, 3), (2015, 5, 3), (2015, 5, None), (1990, None, None)]
    """
    return list(_dates(text)) if has_digit_or(_NAMES, text) else []


def states(theirs: Date, claimed: Date) -> bool:
    """Say whether a date of the evidence states a claimed one: no part differs or is missing.

    A year may be missing where a month is told: a news text tells it once.
    """
    if not compatible(theirs, claimed):
        return False
    month_told = claimed.month is None or theirs.month is not None
    day_told = claimed.day is None or theirs.day is not None
    year_told = claimed.year is None or theirs.year is not None or claimed.month is not None
    return month_told and day_told and year_told


def compatible(a: Date, b: Date) -> bool:
    """Say whether the parts that both dates tell are equal, and there is such a part."""
    ways = [(a.month, a.day)]
    if a.swapped or b.swapped:
        ways.append((a.day, a.month))
    same_day = any(_same(month, b.month) and _same(day, b.day) for month, day in ways)
    if a.year is None or b.year is None:
        return same_day and a.month is not None and b.month is not None
    early, late = sorted((a, b), key=lambda date: -date.years)
    first, other = early.year or 0, late.year or 0
    return same_day and first <= other < first + early.years


def _dates(text: str) -> Iterator[Date]:
    for match in _DATE.finditer(text):
        date = _read({name: value for name, value in match.groupdict().items() if value}, match)
        if date is not None:
            yield date


def _read(found: dict[str, str], match: re.Match[str]) -> Date | None:
    start, end = match.span()
    if "iso_year" in found:
        year, month, day = (int(found[name]) for name in ("iso_year", "iso_month", "iso_day"))
        return Date(start, end, year, month, day)
    if "slash_year" in found:
        return _slashed(found, start, end)
    if "decade" in found:
        return Date(start, end, int(found["decade"]), years=10)
    if "month4" in found and match[0] in {"May", "March"} and _opens(match.string, start):
        return None
    told_year = _first(found, "year")
    told_month = _first(found, "month")
    told_day = found.get("before") or found.get("after")
    return Date(
        start,
        end,
        int(told_year) if told_year else None,
        MONTHS[told_month.lower().rstrip(".")] if told_month else None,
        int(told_day) if told_day else None,
    )


def _opens(text: str, start: int) -> bool:
    """Say whether a word opens the text or a sentence, where "May" may be no month."""
    return start == 0 or _SENTENCE_END.search(text[max(0, start - _BEFORE) : start]) is not None


def _slashed(found: dict[str, str], start: int, end: int) -> Date | None:
    parts = read_slashed(*(int(found[name]) for name in ("a", "b", "slash_year")))
    return parts and Date(start, end, *parts, swapped=parts[2] <= len(MONTH_NAMES))


def _first(found: dict[str, str], name: str) -> str:
    return next((found[key] for key in found if key.rstrip("1234") == name), "")


def _same(a: int | None, b: int | None) -> bool:
    return a is None or b is None or a == b
