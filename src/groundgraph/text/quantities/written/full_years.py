"""How many full years lie between two moments, as an age is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.calendar_days import day_at
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
    days = [day_at(minutes // DAY) for minutes in (*one, *other)]
    return _years(days[1], days[2]), _years(days[0], days[3])


def _years(born: tuple[int, int, int], day: tuple[int, int, int]) -> int:
    return day[0] - born[0] - (day[1:] < born[1:])
