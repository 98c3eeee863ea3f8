"""What amounts are for one of, as parts of their units: "mg/dL", "µg/kg/min"."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.unit_table import BY_SYMBOL, BY_WORD

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

MEASURES = frozenset({"time", "mass", "volume", "length", "area"})
"""What the units measure that an amount may be for one of."""

_DAY = 86400


def denominator(word: str) -> MeasureUnit | None:
    """Return the unit that a word behind a slash is, where it is one of a measure."""
    unit = BY_WORD.get(word) or BY_WORD.get(word.removesuffix("s")) or BY_SYMBOL.get(word)
    return unit if unit is not None and unit.dimension in MEASURES else None


@lru_cache(maxsize=1024)
def units_of(per: str) -> tuple[MeasureUnit, ...]:
    """Return the units that an amount is for one of; none where one of them is no measure.

    >>> [unit.dimension for unit in units_of("kg/minutes")]
    ['mass', 'time']
    """
    found = [denominator(part) for part in per.split("/")]
    return tuple(unit for unit in found if unit) if all(found) else ()


@lru_cache(maxsize=1024)
def times_in(one: str, other: str) -> Fraction | None:
    """Return how many of what an amount is for one of another holds; ``None`` for other kinds.

    Of times alone it is ``None`` too: what is sold in an hour need not be in each of a day. "A day"
    may be left out behind another unit.

    >>> times_in("l", "dl"), times_in("kg/hours", "kg/minutes"), times_in("kg", "l")
    (Fraction(10, 1), Fraction(60, 1), None)
    """
    if one == other:
        return Fraction(1)
    first, second = units_of(one), units_of(other)
    kinds = [unit.dimension for unit in first[: len(second)]]
    if not kinds or kinds != [unit.dimension for unit in second[: len(first)]] or kinds == ["time"]:
        return None
    if any(unit.factor < _DAY for unit in (first[len(second) :] + second[len(first) :])):
        return None
    times = (a.factor / b.factor for a, b in zip(first, second, strict=False))
    return prod(times, start=Fraction(1))


__all__ = ["MEASURES", "denominator", "times_in", "units_of"]
