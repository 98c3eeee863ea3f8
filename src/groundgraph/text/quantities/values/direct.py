"""Amounts of a claim held against the same amounts of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, CheckOutcome
from groundgraph.text.quantities.evidence.slots import Slot, ranked
from groundgraph.text.quantities.evidence.subjects import of_named
from groundgraph.text.quantities.values.candidates import (
    FEW_WORDS,
    MARGIN,
    is_of_another_line,
    may_hold,
    of_its_clause,
)
from groundgraph.text.quantities.values.clauses import of_its_equals, of_limits
from groundgraph.text.quantities.values.denominators import in_another_measure, lacks_a_denominator
from groundgraph.text.quantities.values.named_cells import (
    asks_for_column,
    counts_the_column,
    in_one_table,
    in_row,
    is_asked,
    is_in_band,
    may_tell,
    names_column,
    names_row,
    without_longer_names,
)
from groundgraph.text.quantities.values.refuted import FITS, NAMED, is_refuted
from groundgraph.text.quantities.values.same_things import (
    counts_what_no_cell_names,
    is_definite,
    is_of_another,
)
from groundgraph.text.quantities.values.told import is_told_with_a_power
from groundgraph.text.quantities.written.agreement import agreement, is_converted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_LIMITS = frozenset({"least", "most"})
_FIELD = 0.1
"""Score from which an equal value in a field counts against a better one in prose."""
_ELSEWHERE = 0.45
"""An equal value that fits so well may be what the claim speaks of, told by another passage."""
_CELL_MARGIN = 0.05
"""By how much more than another cell of its table one fits that is meant."""
_SURE = 0.92
"""How surely a value is wrong that is told of something else, beside that of what a claim names."""


def check_amount(claim: ReadClaim, number: int) -> Check:
    """Hold one amount of a claim against the amounts of the evidence that measure the same."""
    amount = claim.sentence.amounts[number]
    if is_definite(claim, amount):
        return Check("open", "amount", amount.span)
    same = (r for r in claim.index.readings if may_tell(claim, amount, r))
    candidates = [r for r in same if not lacks_a_denominator(claim, amount, r)]
    own = of_named(claim, candidates)
    slots = without_longer_names(claim, number, ranked(claim.wanted(number), own))
    slots = of_limits(claim, amount, slots)
    if not slots:
        return _without_words(claim, number, candidates)
    lie = [(slot, agreement(amount, slot.held.amount)) for slot in slots]
    every = [slot for slot, told in lie if told == "equal"]
    near = [slot for slot, told in lie if told == "near"]
    others = of_its_equals(claim, number)
    equal = [slot for slot in every if slot.held not in others]
    best = of_its_clause(claim, slots)
    equal_all, equal = equal, [slot for slot in equal if may_hold(claim, amount, slot, best)]
    asked = next((slot for slot in equal if is_asked(claim, slot.held, best.held)), None)
    if asked is not None and in_row(equal, best):
        return Check("supported", "amount", amount.span, held=(asked.held,), fit=asked.score)
    margin = _CELL_MARGIN if equal and _is_told_apart(claim, equal[0], best) else MARGIN
    fits = bool(equal) and equal[0].score >= max(FITS, best.score - margin)
    if fits and not is_of_another_line(claim, amount, equal, best):
        held = equal[0].held
        limit, anew = _is_limit_anew(claim, amount, held), is_told_with_a_power(claim, amount, held)
        return Check(
            "supported", "amount", amount.span, (held,), equal[0].score, limit=limit, anew=anew
        )
    rival = max((slot.score for slot in equal_all + near), default=0.0)
    if _may_be_meant(claim, amount, best, equal):
        rival = best.score
    elif in_row(equal_all, best) and asks_for_column(
        claim, best.held, [slot.held for slot in equal_all]
    ):
        rival = 0.0
    if any(is_converted(amount, slot.held.amount) for slot in equal_all):
        if best.score < FITS:
            return Check("open", "amount", amount.span, held=(best.held,), fit=best.score)
        rival = best.score
    if not equal_all and (other := in_another_measure(claim, number)) is not None:
        return other
    kept = {*map(id, own)}
    of_other = [r for r in candidates if id(r) not in kept]
    of_other = [r for r in of_other if agreement(amount, r.amount) == "equal"]
    against = is_refuted(claim, amount, best, rival, apart=bool(of_other))
    outcome: CheckOutcome = (
        "contradicted" if against else "elsewhere" if every or of_other else "absent"
    )
    counts = counts_the_column(amount, best.held) or counts_what_no_cell_names(
        claim, amount, best.held
    )
    sure = of_other or (best.score >= NAMED and counts)
    fit = max(best.score, _SURE) if against and sure else best.score
    return Check(outcome, "amount", amount.span, held=(best.held,), fit=fit)


def _without_words(claim: ReadClaim, number: int, candidates: Sequence[EvidenceQuantity]) -> Check:
    """Hold an amount against readings that have none of a claim's words."""
    amount = claim.sentence.amounts[number]
    same = [r for r in candidates if agreement(amount, r.amount) == "equal"]
    if (anew := _in_another_unit(amount, same)) is not None:
        return Check("supported", "amount", amount.span, (anew,), FITS)
    outcome: CheckOutcome = "elsewhere" if same else "absent"
    return in_another_measure(claim, number) or Check(outcome, "amount", amount.span)


def _in_another_unit(amount: Quantity, same: Sequence[EvidenceQuantity]) -> EvidenceQuantity | None:
    """Return the reading that an amount is, converted: hardly by chance, whatever the words."""
    written = {reading.amount.unit.name for reading in same}
    if amount.dimension in {"", "time", "share"} or amount.unit.name in written:
        return None
    exact = len(str(abs(amount.value.numerator)).strip("0")) > 1
    return same[0] if len(same) == 1 and exact else None


def _is_limit_anew(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether both are the same limit, told in other words ("at most", "a maximum of")."""
    if amount.bound not in _LIMITS or amount.bound != held.amount.bound:
        return False
    before = claim.sentence.tokens[max(0, amount.first - FEW_WORDS) : amount.first + 1]
    return held.near.isdisjoint(token.text.lower() for token in before if token.text.isalpha())


def _is_told_apart(
    claim: ReadClaim, one: Slot[EvidenceQuantity], other: Slot[EvidenceQuantity]
) -> bool:
    """Say whether two readings stand in one table, or a claim names what the other is of."""
    return in_one_table(one, other) or is_of_another(claim, other.held, one.held)


def _may_be_meant(
    claim: ReadClaim,
    amount: Quantity,
    best: Slot[EvidenceQuantity],
    equal: Sequence[Slot[EvidenceQuantity]],
) -> bool:
    """Say whether an equal value, though it fits less well, may be the one that a claim means."""
    if is_in_band(claim, best.held):
        return any(is_in_band(claim, slot.held) for slot in equal)
    if in_row(equal, best):
        asked = asks_for_column(claim, best.held, [slot.held for slot in equal])
        return not (asked or names_column(claim, amount, best.held))
    for slot in equal:
        if slot.held.cell is not None and best.held.cell is None and slot.score >= _FIELD:
            return True  # a field holds it, and prose only something like it
        if in_one_table(slot, best):
            if not names_row(claim, best.held, slot.held):
                return True
        elif slot.score >= _ELSEWHERE and not is_of_another(claim, best.held, slot.held):
            return True
    return False
