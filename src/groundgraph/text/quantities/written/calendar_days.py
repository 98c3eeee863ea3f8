"""Days of the Gregorian calendar counted from 1 January of the year 1, in years before it too.

The year before 1 is 0, as astronomers count: 1 BC is 0, 447 BC is -446.
"""

from __future__ import annotations

import datetime as dt

_YEARS, _DAYS = 400, 146_097
"""After so many years, and days, the calendar repeats."""


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day, 1 for 1 January of the year 1.

    Raises:
        ValueError: The calendar has no such day.

    >>> day_number(1, 1, 1), day_number(0, 12, 31), day_number(-399, 1, 1)
    (1, 0, -146096)
    """
    turns = (year - 1) // _YEARS
    return dt.date(year - turns * _YEARS, month, day).toordinal() + turns * _DAYS


def day_at(number: int) -> tuple[int, int, int]:
    """Return year, month and day of a numbered day.

    >>> day_at(1), day_at(0), day_at(day_number(-446, 7, 4))
    ((1, 1, 1), (0, 12, 31), (-446, 7, 4))
    """
    turns = (number - 1) // _DAYS
    date = dt.date.fromordinal(number - turns * _DAYS)
    return date.year + turns * _YEARS, date.month, date.day
