"""What something is per unit or period, from a price beside an amount or a rate of another unit."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, pool, value_amount
from groundgraph.text.quantities.derived.products import period_of
from groundgraph.text.quantities.written.unit_table import BY_WORD, COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit


_PERIODS = {
    ("seconds", "minutes"): 60, ("minutes", "hours"): 60, ("seconds", "hours"): 3600,
    ("hours", "days"): 24, ("days", "weeks"): 7, ("days", "years"): 365, ("weeks", "years"): 52,
    ("months", "quarters"): 3, ("months", "years"): 12, ("quarters", "years"): 4,
}  # fmt: skip
"""How often the shorter of two periods is reckoned into the longer: a year has 52 weeks."""


def rates(
    claim: Quantity, wanted: Wanted, readings: Sequence[EvidenceQuantity]
) -> Iterator[Derivation]:
    """Yield rates in the unit of the claim's: "€6.50 for 250 g" is €26 a kilogram.

    Args:
        claim: The claim's amount, with what it is for one of.
        wanted: The claim's words.
        readings: Every reading of the evidence.
    """
    unit = BY_WORD.get(claim.per)
    if unit is None or not unit.dimension:
        return
    alike = [r for r in readings if _may_be(claim, r.amount)]
    for reading in pool(wanted, alike):
        own = BY_WORD.get(reading.amount.per or period_of(reading))
        times = _times(own, unit) if own is not None else None
        if times is not None:
            yield _other_period(reading, times, wanted)
        elif not reading.amount.per:
            yield from _packs(reading, unit, readings, wanted)


def periods_in(one: str, other: str) -> Fraction | None:
    """Return how many of one period another has: 4 quarters of a year; ``None`` where unknown."""
    return Fraction(1) if one == other else _times(BY_WORD[one], BY_WORD[other])


def _times(one: MeasureUnit, other: MeasureUnit) -> Fraction | None:
    """Return how often one unit goes into another, ``None`` where a rate is not so reckoned."""
    if one.dimension != other.dimension or one.factor == other.factor:
        return None
    if one.dimension != "time":
        return other.factor / one.factor
    if (one.name, other.name) in _PERIODS:
        return Fraction(_PERIODS[one.name, other.name])
    back = _PERIODS.get((other.name, one.name))
    return Fraction(1, back) if back else None


def _may_be(claim: Quantity, other: Quantity) -> bool:
    if other.weak or other.kind != "count" or other.dimension != claim.dimension:
        return False
    return claim.unit is not COUNT or bool({*claim.noun} & {*other.noun})


def _other_period(reading: EvidenceQuantity, times: Fraction, wanted: Wanted) -> Derivation:
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
