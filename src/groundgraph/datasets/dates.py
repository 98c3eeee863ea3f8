"""Dates in a text, and one date written the way another is."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.calendar_words import MONTH_NAMES

_MONTHS = [name.capitalize() for name in MONTH_NAMES]
_MONTH = "|".join(_MONTHS)
_YEAR = r"(?:1\d|20)\d\d"
_DAY = r"\d{1,2}"
_TH = r"(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b(?P<d1>{_DAY}){_TH}\s(?:of\s)?(?P<m1>{_MONTH})\b(?:,?\s(?P<y1>{_YEAR})\b)?"
    rf"|\b(?P<m2>{_MONTH})\s(?P<d2>{_DAY}){_TH}\b(?:\s?,?\s(?P<y2>{_YEAR})\b)?"
    rf"|\b(?P<m3>{_MONTH})(?:,?\s(?P<y3>{_YEAR}))?\b"
    rf"|(?<![\w,.$£€])(?P<y4>{_YEAR})(?![\w%]|,\d|\.\d|[–-]\d)"
)
_ALSO_WORDS = frozenset({"March", "May", "August"})


class WrittenDate(NamedTuple):
    """A date, its missing parts ``None``, and the range of the text that it stands in."""

    day: int | None
    month: str | None
    year: int | None
    start: int
    end: int

    @property
    def parts(self) -> tuple[bool, bool, bool]:
        """Which of day, month and year it has."""
        return self.day is not None, self.month is not None, self.year is not None


def dates(text: str) -> list[WrittenDate]:
    """Return the dates of a text, in order.

    >>> [date[:3] for date in dates("From May 3, 1990 to 8 June, again in 1994.")]
    [(3, 'May', 1990), (8, 'June', None), (None, None, 1994)]
    """
    found = (_date(match) for match in _DATE.finditer(text))
    return [date for date in found if date.parts != (False, True, False) or _is_sure(text, date)]


def written_like(date: WrittenDate, model: str) -> str | None:
    """Write a date with the parts and in the order of the only date of ``model``.

    Returns:
        ``model`` with its date exchanged; ``None`` when ``date`` lacks a part that it needs.

    >>> written_like(dates("8 June 1951")[0], "on May 3, 1990")
    'on June 8, 1951'
    """
    match = _DATE.search(model)
    if match is None:
        return None
    values = {"d": date.day, "m": date.month, "y": date.year}
    pieces, at = [], 0
    for name in sorted(filter(match.group, match.groupdict()), key=match.start):
        value = values[name[0]]
        if value is None:
            return None
        pieces += [model[at : match.start(name)], str(value)]
        at = match.end(name)
    return "".join([*pieces, model[at:]])


def _date(match: re.Match[str]) -> WrittenDate:
    found = {name[0]: value for name, value in match.groupdict().items() if value}
    day, year = (int(found[part]) if part in found else None for part in "dy")
    return WrittenDate(day, found.get("m"), year, *match.span())


def _is_sure(text: str, date: WrittenDate) -> bool:
    """Say whether a month's name alone is no verb, adjective or start of a name."""
    alone = text[date.start : date.end] == text.strip()
    follows = re.match(r"\s[A-Z]", text[date.end :])
    return alone or not (date.month in _ALSO_WORDS or follows)
