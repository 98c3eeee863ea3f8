"""Numbers as model cards show them; what is undefined is a dash."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundgraph.measures.bootstrap import Interval

UNDEFINED = "—"


def number(value: float | None, digits: int = 3) -> str:
    """Return a number, or a dash for ``None``.

    >>> number(0.12345), number(None)
    ('0.123', '—')
    """
    return UNDEFINED if value is None else f"{value:.{digits}f}"


def bounded(found: Interval, digits: int = 3) -> str:
    """Return a value with the bounds of its interval, without them where there are none.

    >>> from groundgraph.measures.bootstrap import Interval
    >>> bounded(Interval(0.5, 0.25, 0.75)), bounded(Interval(0.5, None, None))
    ('0.500 [0.250, 0.750]', '0.500')
    """
    if found.low is None or found.high is None:
        return number(found.value, digits)
    low, high = (number(bound, digits) for bound in (found.low, found.high))
    return f"{number(found.value, digits)} [{low}, {high}]"
