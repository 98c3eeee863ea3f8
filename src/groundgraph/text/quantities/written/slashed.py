"""Whether dates such as 02/03/2026 have the day first: others of the same evidence may tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?=/(?:\d{4}|\d\d)(?![\d/]))")
_MONTHS = 12


def have_day_first(texts: Iterable[str]) -> bool:
    """Say whether some texts write a date as 31/10/2025, and none as 10/31/2025.

    >>> have_day_first(["Until 31/10/2025.", "From 02/03/2026."]), have_day_first(["02/03/2026"])
    (True, False)
    """
    found = [
        (int(date[1]) > _MONTHS, int(date[2]) > _MONTHS)
        for text in texts
        if "/" in text
        for date in _SLASHED.finditer(text)
    ]
    return (True, False) in found and (False, True) not in found


def with_month_first(text: str) -> str:
    """Return a text of which dates with the day first have the month first, in as many letters.

    >>> with_month_first("From 02/03/2026 to 31/10/2026.")
    'From 03/02/2026 to 10/31/2026.'
    """
    return _SLASHED.sub(r"\2/\1", text)
