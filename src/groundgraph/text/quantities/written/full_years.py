"""How many full years lie between two moments, as an age is counted."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.moments import DAY, ends

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.moments import Moment


def full_years(first: Moment, second: Moment) -> tuple[int, int] | None:
    """Return the least and the most full years from one moment with a year to another.

    ``None`` where one of them is on no calendar: "31 February 2023".

    >>> from groundgraph.text.quantities.written.moments import Moment
    >>> full_years(Moment(1931, 8, 19), Moment(2019, 3, 4)), full_years(Moment(1920), Moment(1999))
    ((87, 87), (78, 79))
    """
    one, other = ends(first), ends(second)
    if one is None or other is None:
        return None
    return _years(_day(one[1]), _day(other[0])), _years(_day(one[0]), _day(other[1]))


def _day(minutes: int) -> dt.date:
    return dt.date.fromordinal(min(max(1, minutes // DAY), dt.date.max.toordinal()))


def _years(born: dt.date, day: dt.date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
