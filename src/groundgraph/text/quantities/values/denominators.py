"""Amounts of another measure or currency, or for one of something else: "10 mg", "10 mg/kg"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.values.candidates import FEW_WORDS, is_hedged
from groundgraph.text.quantities.written.denominators import denominator, times_in, units_of

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity, Sentence

_MEASURES = frozenset({"mass", "volume", "length", "area", "time", "substance"})
"""What two amounts measure of which neither can be converted into the other."""
_FIRM, _FIRM_RANGE = 0.65, 0.95
"""Scores: to be surely the thing that a claim speaks of; and though it says little."""
_MEASURED = frozenset({"mass", "volume", "substance", "effect", "activity"})
"""What amounts measure to whose units a denominator belongs: no prices, no numbers of riders."""
_SIZES = frozenset({"mass", "area"})
"""What doses are told for one of: a dose for one of it is not the dose."""
_LONGEST = 3600
"""Seconds of the longest time that belongs to a unit: "5 mL/h", but "5 mg a day" may be 5 mg."""


def lacks_a_denominator(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether only one of two amounts is for one of a measure, which the other never names.

    Of a table nothing is said: its columns may tell the measure.
    """
    other = reading.amount
    if amount.dimension not in _MEASURED or bool(amount.per) == bool(other.per):
        return False
    if reading.cell is not None:
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


def in_another_measure(claim: ReadClaim, number: int) -> Check | None:
    """Hold an amount against the same number in another currency, or of another measure.

    "20 mg of the syrup" beside "20 mL of the syrup", "10 mg" beside "10 mg/kg"; other numbers may
    be converted.
    """
    amount = claim.sentence.amounts[number]
    money = amount.dimension.startswith("money")
    if not (money or amount.dimension in _MEASURES) or amount.kind != "count":
        return None
    alike = [
        r
        for r in claim.index.readings
        if r.amount.value == amount.value
        and (_is_of_another_kind(amount, r.amount) or is_for_one_of_another(claim, amount, r))
    ]
    slots = ranked(claim.wanted(number), alike)
    if not slots or claim.strange_names:
        return None
    few = is_hedged(claim, FEW_WORDS - (2 if slots[0].score >= _FIRM_RANGE else 1))
    if slots[0].score < _FIRM or few:
        return None
    return Check("contradicted", "amount", amount.span, held=(slots[0].held,), fit=slots[0].score)


def _is_of_another_kind(amount: Quantity, other: Quantity) -> bool:
    """Say whether two amounts are of two currencies, or of two measures: "5 mmol/L", "5 mg/dL"."""
    one, two = amount.dimension, other.dimension
    money = one.startswith("money") and two.startswith("money")
    apart = one != two and (money or {one, two} <= _MEASURES)
    return apart and (not amount.per or times_in(amount.per, other.per) is not None)
