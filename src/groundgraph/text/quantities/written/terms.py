"""Numbers as terms that can be reckoned with: a value, and what it measures as exponents of axes.

The axes are length, mass, time, money and the like, so that a volume an hour times hours is a
volume, and nothing but a sum of volumes. A number may stand for several terms: with and without
what it is for one of, and for the unit that those beside it are told in where it has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.written.moments import ends
from groundgraph.text.quantities.written.unit_table import BINARY_ROOM, BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.moments import Moment
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_NAMES = """length mass time money data current voltage heat pressure sound angle blood""".split()
_BASE = 32
"""Exponents are the digits of one number to this base, so that units multiply by adding."""
_AXIS = {name: _BASE**place for place, name in enumerate(_NAMES)}
TIME, _MONEY, _LENGTH = _AXIS["time"], _AXIS["money"], _AXIS["length"]
_POWER = _AXIS["voltage"] + _AXIS["current"]
_DERIVED = {
    "area": (2 * _LENGTH, 1.0),
    "volume": (3 * _LENGTH, 1e-3),
    "speed": (_LENGTH - TIME, 1.0),
    "power": (_POWER, 1.0),
    "energy": (_POWER + TIME, 1.0),
    "charge": (_AXIS["current"] + TIME, 1.0),
    "frequency": (-TIME, 1.0),
    "rotation": (-TIME, 1 / 60),
    "degrees": (_AXIS["heat"], 1.0),
    "temperature": (_AXIS["heat"], 1.0),
    "points": (0, 1.0),
}
RATIO = -(_BASE ** (len(_NAMES) + 2))
"""The axes of a part of something, or of so many times something."""
POINT = _BASE ** (len(_NAMES) + 1)
"""Added to the axes of a point in time, from which nothing but times can be taken."""
CLOCK, _YEAR_POINT, _DATE_POINT = TIME + POINT, TIME + 2 * POINT, TIME + 3 * POINT
YEAR, DAY = 31556952.0, 86400.0
_SAME, _ABOUT, _BEYOND, _CALENDAR = 1e-6, 0.06, 0.2, 0.015
"""How far, as a share, a value may lie from an exact one, from "about" it, beyond "over" it, and
from one in another unit of the calendar."""
_REST, BARE, _LENT = 0.3, 0.4, 0.3
"""What it costs to take a part for its rest, a measure for a bare number, and a bare number for a
measure in a unit told beside it."""


Scale = tuple[int, float]
"""What something is told in: its axes, and how large one of it is in base units."""


class Term(NamedTuple):
    """A value with what it measures.

    Attributes:
        value: In base units.
        axes: The exponents of what it measures, as one number; `RATIO` for a part.
        held: The numbers that it takes in, as bits.
        cost: How far-fetched it is.
    """

    value: float
    axes: int
    held: int
    cost: float


def axes_of(unit: MeasureUnit) -> Scale:
    """Return what a unit measures, and how large one of it is in base units."""
    name = unit.dimension
    if name.startswith("money"):
        return _MONEY, float(unit.factor)
    axes, factor = _DERIVED.get(name) or (_AXIS.get(name, 0), 1.0)
    return axes, factor * float(unit.factor)


def scales_of(amount: Quantity) -> set[Scale]:
    """Return the axes and sizes of what a measure is told in, with and without what it is for."""
    axes, factor = axes_of(amount.unit)
    per, size = _per(amount)
    return {(axes, factor), (axes - per, factor / size)} if axes else set()


def terms_of(
    amount: Quantity, bit: int, lent: Collection[Scale] = (), *, bare: float = BARE
) -> list[Term]:
    """Return what a number may stand for, the likeliest first.

    Args:
        amount: The number.
        bit: Names it in `Term.held`.
        lent: What it may be told in where it has no unit.
        bare: What it costs to take a measure for a bare number.
    """
    if is_part(amount):
        value = float(amount.base) if amount.unit is not COUNT else amount.number
        rest = [] if amount.kind == "times" else [1 - value, 1 + value]
        return [Term(value, RATIO, bit, 0.0), *(Term(v, RATIO, bit, _REST) for v in rest)]
    axes, factor = axes_of(amount.unit)
    value = amount.number * factor * amount.scale
    per, size = _per(amount)
    found = [Term(value / size, axes - per, bit, 0.0)] if per else []
    found.append(Term(value, axes, bit, 0.0))
    if axes not in {0, _MONEY}:
        found.append(Term(amount.number, 0, bit, bare))
    if amount.unit is COUNT and not amount.noun:
        found += [Term(amount.number * size, own, bit, _LENT) for own, size in lent]
    return found


def is_part(amount: Quantity) -> bool:
    """Say whether an amount is a part of something, or so many times something."""
    return amount.dimension == "share" or amount.kind in {"share", "times"}


def _per(amount: Quantity) -> Scale:
    unit = BY_WORD.get(amount.per)
    return axes_of(unit) if unit is not None else (0, 1.0)


def points_of(moment: Moment, bit: int) -> list[Term]:
    """Return the points in time that a moment may be."""
    if moment.minutes:
        return [Term(minute * 60.0, CLOCK, bit, 0.0) for minute in moment.minutes]
    date = moment.date()
    if date is not None:
        return [Term(date.toordinal() * DAY, _DATE_POINT, bit, 0.0)]
    if moment.year is not None and moment.month is None and moment.years == 1:
        return [Term(moment.year * YEAR, _YEAR_POINT, bit, 0.0)]
    if moment.month is not None and moment.day is not None:
        found = ends(moment)
        return [Term(found[0] * 60.0, _DATE_POINT, bit, 0.0)] if found else []
    return []


def targets(claim: Quantity, lent: Collection[Scale]) -> Iterator[tuple[int, float, float, float]]:
    """Yield the axes that a claim's amount may have, its bounds on them, and what that costs."""
    if is_part(claim):
        value = float(claim.base) if claim.unit is not COUNT else claim.number
        yield RATIO, *_bounds(claim, value, float(claim.unit.factor)), 0.0
        return
    axes, factor = axes_of(claim.unit)
    low, high = _bounds(claim, claim.number * factor, factor)
    per, size = _per(claim)
    if per:
        yield axes - per, low / size, high / size, 0.0
    yield axes, low, high, _LENT if per else 0.0
    if claim.unit is COUNT and not claim.noun:
        for own, factor in lent:
            yield own, low * factor, high * factor, 0.0


def _bounds(claim: Quantity, value: float, factor: float) -> tuple[float, float]:
    """Return between what a reckoned value may lie to be a claim's."""
    size = abs(value)
    room = size * _SAME
    rounded = claim.step < 1 or claim.scaled or is_part(claim)
    if rounded or claim.bound in {"about", "under", "over"}:
        room = max(room, min(float(claim.step) * factor / 2, size * _ABOUT))
    if claim.bound == "about":
        room = size * _ABOUT
    elif claim.dimension == "time" and claim.unit.factor >= 7 * DAY:
        room = max(room, size * _CALENDAR)
    if claim.dimension == "data":
        room = max(room, size * float(BINARY_ROOM))
    below = size * _BEYOND if claim.bound in {"under", "below", "most"} else room
    above = size * _BEYOND if claim.bound in {"over", "least"} else room
    return value - below, value + above
