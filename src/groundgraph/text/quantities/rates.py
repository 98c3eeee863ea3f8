"""What something is per unit or period, from a price beside an amount or a rate of another unit."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derivations import Derivation, pool, value_amount
from groundgraph.text.quantities.products import period_of
from groundgraph.text.quantities.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.model import EvidenceQuantity
    from groundgraph.text.quantities.slots import Wanted
    from groundgraph.text.quantities.unit_table import MeasureUnit


_HOUR, _DAY = 3600, 86400
_PERIODS = ((1, _HOUR), (_DAY, 7 * _DAY), (BY_WORD["months"].factor, BY_WORD["years"].factor))
"""Periods, in seconds, within which a rate is the same: a shop's day is not 24 hours."""


def rates(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield rates in the unit of the claim's: "€6.50 for 250 g" is €26 a kilogram."""
    unit = BY_WORD.get(claim.per)
    if unit is None or not unit.dimension:
        return
    alike = [r for r in readings if _may_be(claim, r.amount)]
    for reading in pool(wanted, alike):
        own = BY_WORD.get(reading.amount.per or period_of(reading))
        if own is not None and _goes_into(own, unit):
            yield _other_period(reading, own, unit, wanted)
        elif not reading.amount.per:
            yield from _packs(reading, unit, readings, wanted)


def _goes_into(one: MeasureUnit, other: MeasureUnit) -> bool:
    """Say whether so much in one unit is so much in the other: an hour's price is no day's."""
    low, high = sorted((one.factor, other.factor))
    if one.dimension != other.dimension or low == high:
        return False
    return one.dimension != "time" or any(low >= a and high <= b for a, b in _PERIODS)


def _may_be(claim: Quantity, other: Quantity) -> bool:
    if other.weak or other.kind != "count" or other.dimension != claim.dimension:
        return False
    return claim.unit is not COUNT or bool({*claim.noun} & {*other.noun})


def _other_period(
    reading: EvidenceQuantity, own: MeasureUnit, unit: MeasureUnit, wanted: Wanted
) -> Derivation:
    times = unit.factor / own.factor
    amount = reading.amount
    value = value_amount(amount.value * times, amount.unit, amount.step * times)
    terms = (amount.value, " × ", times)
    return Derivation(value, terms, (reading,), wanted.share(reading), "product")


def _packs(
    price: EvidenceQuantity,
    unit: MeasureUnit,
    readings: Sequence[EvidenceQuantity],
    wanted: Wanted,
) -> Iterator[Derivation]:
    """Yield a price divided by the one amount of the claim's kind that stands beside it."""
    beside = [
        r
        for r in readings
        if (r.passage, r.line) == (price.passage, price.line)
        and r.amount.dimension == unit.dimension
        and not r.amount.weak
        and r.amount.value > 0
    ]
    if len(beside) != 1 or unit.dimension == "time":
        return
    [pack] = beside
    size = pack.amount.base / unit.factor
    value = value_amount(price.amount.value / size, price.amount.unit, Fraction(0))
    terms = (price.amount.value, " / ", size)
    yield Derivation(value, terms, (price, pack), wanted.share(price, pack), "product")
