"""Amounts told for one of something else, or of nothing: "10 mg" beside "10 mg/kg"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.written.denominators import denominator, times_in, units_of

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_MEASURED = frozenset({"mass", "volume", "substance", "effect", "activity"})
"""What amounts measure to whose units a denominator belongs: no prices, no numbers of riders."""
_SIZES = frozenset({"mass", "area"})
"""What doses are told for one of: a dose for one of it is not the dose."""
_LONGEST = 3600
"""Seconds of the longest time that belongs to a unit: "5 mL/h", but "5 mg a day" may be 5 mg."""


def lacks_a_denominator(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether only one of two amounts is for one of a measure, which the other never names.

    Args:
        claim: The claim.
        amount: Its amount.
        reading: One of the evidence, not of a table, whose columns may tell the measure.
    """
    other = reading.amount
    if amount.dimension not in _MEASURED or bool(amount.per) == bool(other.per):
        return False
    line = claim.sentence if other.per else line_of(claim, reading)
    told = _belonging(amount.per or other.per)
    return bool(told) and line is not None and not _names_one(line, told)


def is_for_one_of_another(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether a claim's number is the evidence's, but for one of something else: "mg/L"."""
    other = reading.amount
    if amount.unit != other.unit or amount.dimension not in _MEASURED:
        return False
    if amount.per and other.per:
        times = times_in(amount.per, other.per)
        sized = _SIZES & _belonging(amount.per) & _belonging(other.per)
        return bool(sized) if times is None else times != 1
    sizes = _SIZES & _belonging(amount.per or other.per)
    return bool(sizes) and lacks_a_denominator(claim, amount, reading)


def _belonging(per: str) -> frozenset[str]:
    """Return the dimensions of what an amount is for one of, times only where they are short."""
    units = [unit for part in per.split("/") for unit in units_of(part)]
    return frozenset(u.dimension for u in units if u.dimension != "time" or u.factor <= _LONGEST)


def _names_one(line: Sentence, dimensions: frozenset[str]) -> bool:
    """Say whether a unit of a dimension stands in a sentence without a number: "per kilogram"."""
    units = (denominator(t.text) for at, t in enumerate(line.tokens) if at not in line.skipped)
    return any(unit is not None and unit.dimension in dimensions for unit in units)
