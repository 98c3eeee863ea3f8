"""Words of the calendar, for all who read or write dates.

Three readers of dates share them, as each asks another question, and what the first two answer are
features that shipped heads were fitted on or are shifted by: `groundgraph.text.dates` finds the
dates of a sentence as they are written, `groundgraph.text.quantities.written.dates` also what is
to be reckoned ("early May", "two days later") with times of day, and
`groundgraph.methods.kea.literals` asks whether a whole label of a graph is a date.
"""

from __future__ import annotations

import re

MONTH_NAMES = tuple(
    "january february march april may june july august september october november december".split()
)
MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, 1)}
"""Months, 1 to 12, by their name and what it is cut to, in lower case."""
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}

DAY_NAMES = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
WEEKDAYS = {name: number for number, name in enumerate(DAY_NAMES)}
"""Weekdays, 0 for Monday, by their name and what it is cut to, in lower case."""
WEEKDAYS |= {name[:3]: number for name, number in WEEKDAYS.items()}
WEEKDAYS |= {"tues": 1, "thur": 3, "thurs": 3}

SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9}
"""The first month of seasons that lie within one year, in lower case."""

_CENTURY, _PIVOT = 100, 50
_YEAR_MONTH = re.compile(r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])")


def read_slashed(first: int, second: int, year: int) -> tuple[int, int, int] | None:
    """Return year, month and day of a date such as 5/13/15: the month first where it can be.

    Years of two digits are 1950 to 2049.

    >>> read_slashed(5, 13, 15), read_slashed(13, 5, 2015), read_slashed(13, 13, 2015)
    ((2015, 5, 13), (2015, 5, 13), None)
    """
    month, day = (second, first) if first > len(MONTH_NAMES) else (first, second)
    if year < _CENTURY:
        year += 1900 if year >= _PIVOT else 2000
    if not 1 <= month <= len(MONTH_NAMES) or not 1 <= day <= 31:
        return None
    return year, month, day


def read_month(written: str, *, surely: bool = False) -> str:
    """Return the month that "2023-08" writes, "august", and "" of any other text.

    "2007-08" may be a year and the next: it is a month only where that is sure.

    >>> read_month("2023-08"), read_month("2007-08"), read_month("2007-08", surely=True)
    ('august', '', 'august')
    """
    found = _YEAR_MONTH.fullmatch(written)
    if found is None:
        return ""
    if not surely and f"{int(found['year']) + 1}".endswith(found["month"]):
        return ""
    return MONTH_NAMES[int(found["month"]) - 1]
