"""The years, days and financial years that head columns, and that questions name."""

from __future__ import annotations

import re
from typing import NamedTuple

from groundgraph.text.calendar_words import MONTHS
from groundgraph.types import Span

_MONTH = r"[A-Z][a-z]{2,8}\.?"
_PERIOD = re.compile(
    rf"(?:(?P<month>{_MONTH}) (?:(?P<day>\d\d?),? )?|(?P<first>\d\d?) (?P<behind>{_MONTH}) )?"
    r"(?<![\d,.$€£])(?<!\D-)(?P<year>(?:19|20)\d\d)(?:/(?P<to>\d\d(?:\d\d)?))?(?![\d%]|[,.]\d)"
    r"|\bFY ?['’]?(?P<short>\d\d)\b"
)
_CENTURY = 2000


class Period(NamedTuple):
    """A year, or a day or month of one.

    Attributes:
        year: Such as 2019; of "2018/2019" the second.
        month: 1 to 12, or 0.
        day: 1 to 31, or 0.
        split: Whether it is a year that begins in the one before: "2018/2019".
    """

    year: int
    month: int = 0
    day: int = 0
    split: bool = False

    def is_in(self, other: Period) -> bool:
        """Say whether one may be the other, told in more or less detail."""
        same = self.year == other.year and self.split == other.split
        return same and all(
            one == two or not one or not two
            for one, two in ((self.month, other.month), (self.day, other.day))
        )


def periods_in(text: str) -> list[tuple[Period, Span]]:
    """Return the periods that a text names, with their places.

    >>> [period[:3] for period, _ in periods_in("between April 27, 2019 and 2018")]
    [(2019, 4, 27), (2018, 0, 0)]
    """
    return [(_period(match), Span(*match.span())) for match in _PERIOD.finditer(text)]


def _period(match: re.Match[str]) -> Period:
    if match["short"]:
        return Period(_CENTURY + int(match["short"]))
    name = (match["month"] or match["behind"] or "").rstrip(".").lower()
    day = match["day"] or match["first"] or 0
    year = int(match["year"])
    if match["to"]:
        year = int(match["year"][: 4 - len(match["to"])] + match["to"])
    month = MONTHS.get(name, 0)
    return Period(year, month, int(day) if month else 0, bool(match["to"]))
