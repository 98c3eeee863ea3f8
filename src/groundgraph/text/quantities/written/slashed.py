"""Whether dates such as 02/03/2026 have the day first, which their evidence may tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?=/(?:\d{4}|\d\d)(?![\d/]))")
_NOTE = re.compile(r"\b(?:(dd?/mm?)|mm?/dd?)/y{2,4}\b", re.IGNORECASE)
"""How a text says that its dates are written."""
_MONTHS = 12


def readings_of(evidence: Sequence[str], said: Sequence[str]) -> tuple[Callable[[str], str], ...]:
    """Return what makes texts be read with the month first: one way, or two where both are open.

    Args:
        evidence: The texts that may tell the order, by a note or by a day above 12.
        said: What is held against them.

    >>> [len(readings_of([text], [])) for text in ("02/03/2026", "02/03/2026, 31/10/2026")]
    [2, 1]
    """
    days_first = {first for text in evidence for first in _orders_in(text)}
    if days_first == {True}:
        return (with_month_first,)
    if days_first == {False} or not any(map(_is_open, (*evidence, *said))):
        return (str,)
    return str, with_month_first


def _orders_in(text: str) -> set[bool]:
    """Say of each date or note that tells an order whether it has the day first."""
    if "/" not in text:
        return set()
    notes = {note[1] is not None for note in _NOTE.finditer(text)}
    pairs = [(int(date[1]), int(date[2])) for date in _SLASHED.finditer(text)]
    return notes | {
        first > _MONTHS for first, second in pairs if (first > _MONTHS) != (second > _MONTHS)
    }


def _is_open(text: str) -> bool:
    """Say whether a text has a date that is another with its day and month exchanged."""
    return "/" in text and any(
        int(date[1]) <= _MONTHS and int(date[2]) <= _MONTHS and int(date[1]) != int(date[2])
        for date in _SLASHED.finditer(text)
    )


def with_month_first(text: str) -> str:
    """Return a text of which dates with the day first have the month first, in as many letters.

    >>> with_month_first("From 02/03/2026 to 31/10/2026.")
    'From 03/02/2026 to 10/31/2026.'
    """
    return _SLASHED.sub(r"\2/\1", text)
