"""Whether a number may be reckoned from others that stand beside what a question asks for."""

from __future__ import annotations

from itertools import combinations, permutations
from math import isclose
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST = 6
"""Numbers of which combinations are tried; of more, any may be reckoned."""
_COUNTED = 20
"""Up to this, a number without a sign may count things that are named."""
_FACTORS = (2, 3, 4, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1000)
"""What one number is often multiplied or divided by: months, weeks, parts."""
_ROUNDED = 0.006


def may_be_reckoned(number: float, told: Sequence[float], *, counts: bool) -> bool:
    """Say whether a number is a sum, difference, product, share or the like of at most three.

    Args:
        number: The number.
        told: What stands there.
        counts: Whether it may be how many things are named.

    >>> may_be_reckoned(2200, [1500, 700], counts=False)
    True
    >>> may_be_reckoned(1550, [1500, 700], counts=False)
    False
    """
    if len(told) > _MOST or (counts and number == int(number) <= _COUNTED):
        return True
    return any(isclose(number, made, rel_tol=_ROUNDED) for made in _made(told))


def _made(told: Sequence[float]) -> Iterator[float]:
    yield sum(told)
    yield sum(told) / max(len(told), 1)
    for one in told:
        yield from (one * factor for factor in _FACTORS)
        yield from (one / factor for factor in _FACTORS)
    for one, other in permutations(told, 2):
        yield from (one + other, one - other, one * other, (one + other) / 2)
        if other:
            yield from (one / other, 100 * one / other, 100 * (one - other) / other)
            yield from (one * (1 + other / 100), one * (1 - other / 100), one * other / 100)
    for three in combinations(told, 3):
        yield sum(three)
        yield from (sum(three) - 2 * one for one in three)
        yield three[0] * three[1] * three[2]
    for one, two, last in permutations(told, 3):
        yield from (one * two + last, one * two - last)
