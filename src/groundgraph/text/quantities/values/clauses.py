"""Which of two amounts told side by side a claim speaks of: by words that one clause has alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.text.quantities.written.brackets import SETTING_AGAINST, is_compared
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim, Slot
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_TAKEN_OVER = 0.75
"""Weight of a word, in [0, 1], from which a clause says it too, though another tells it."""
_LIMITS = {"most": frozenset({"maximum", "max"}), "least": frozenset({"minimum", "min"})}
_PLAIN = frozenset({"exact", "exactly"})
_SURE = 0.92
"""How surely a value is wrong that is told of the group beside."""
_FEW_WORDS = 3
"""Content words below which an answer says little by itself."""


def is_of_the_clause_beside(
    claim: ReadClaim, best: EvidenceQuantity, other: EvidenceQuantity
) -> bool:
    """Say whether a claim has words of one reading's clause, and none of another's beside it.

    "In 2022 less rain fell" is of the second clause of "Otherwise 640 mm of rain fall; in 2022 it
    was 410 mm". What the one clause takes over from the other tells them not apart.
    """
    if (best.passage, best.line) != (other.passage, other.line) or best.cell or other.cell:
        return False
    mine = {word for word in best.own if other.words.get(word, 0.0) < _TAKEN_OVER}
    theirs = {word for word in other.own if best.words.get(word, 0.0) < _TAKEN_OVER}
    said = claim.sentence.words.keys()
    if len(said) < _FEW_WORDS and (best.own | other.own).isdisjoint(said):
        said = claim.question.words.keys()
    taken = any(_TAKEN_OVER <= other.words.get(word, 0.0) < 1 for word in best.own)
    named = mine & said or (taken and theirs and best.own & said)
    return bool(named) and theirs.isdisjoint(said)


def is_of_a_pack(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a value per kilogram is told of so many grams: "250 g: 6.50 euros"."""
    unit = BY_WORD.get(amount.per) or _one_named(claim, amount)
    if unit is None or unit.dimension in {"time", amount.dimension} or held.amount.per:
        return False
    sizes = [
        reading.amount
        for reading in claim.index.readings
        if (reading.passage, reading.line) == (held.passage, held.line)
        and reading.amount.dimension == unit.dimension
        and not reading.amount.weak
    ]
    return bool(sizes) and all(size.base != unit.factor for size in sizes)


def _one_named(claim: ReadClaim, amount: Quantity) -> MeasureUnit | None:
    """Return the measure that a claim tells a price of one of: "a kilo of oats costs £2.50"."""
    if not amount.dimension.startswith("money"):
        return None
    return next((other.unit for other in claim.packs if other is not amount), None)


def of_the_group_beside(claim: ReadClaim, amount: Quantity, check: Check) -> Check:
    """Hold an amount told of one of two groups against the other's, if that is meant."""
    for other in claim.index.readings:
        line = line_of(claim, other)
        if line is None or line.letters.isdisjoint(SETTING_AGAINST):
            continue
        if agreement(amount, other.amount) != "equal":
            continue
        for told in claim.index.readings:
            if is_of_the_group(claim, told, other) and agreement(amount, told.amount) == "differs":
                return replace(check, outcome="contradicted", held=(told,), fit=_SURE)
    return check


def is_of_the_group(claim: ReadClaim, told: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether a claim is on one of two groups set against each other, and on nothing else.

    "61% of patients on placebo" is of the second of "61% of the treated patients, against 38% on
    placebo", "the treated patients" of the first.

    Args:
        claim: The claim, of one amount.
        told: The amount told of the group that it may be on.
        other: That of the group beside, if of the same sentence.
    """
    line = line_of(claim, told)
    if line is None or line is not line_of(claim, other):
        return False
    if sum(not amount.weak for amount in claim.sentence.amounts) > 1:
        return False
    first, second = sorted((told, other), key=lambda reading: reading.amount.first)
    if not is_compared(line.tokens, first.amount, second.amount):
        return False
    said = claim.sentence.words.keys()
    own = second.own - first.own
    if not said <= line.stems or not own:
        return False
    if told is second:
        return bool(own & said) and not first.own <= said
    return own.isdisjoint(said) and first.own <= said


def of_limits(
    claim: ReadClaim, amount: Quantity, slots: Sequence[Slot[EvidenceQuantity]]
) -> list[Slot[EvidenceQuantity]]:
    """Leave out what a claim on a limit cannot mean: the "400 mg" beside "at most 1,200 mg a day".

    The same sentence tells a limit of the same measure that the claim tells.
    """
    side = _side_of_a_limit(claim, amount)
    limited = [
        slot.held
        for slot in slots
        if side and slot.held.cell is None and slot.held.amount.bound == side
    ]
    lines = {(held.passage, held.line) for held in limited}
    return [
        slot
        for slot in slots
        if slot.held.amount.bound not in _PLAIN
        or slot.held.cell is not None
        or (slot.held.passage, slot.held.line) not in lines
    ]


def _side_of_a_limit(claim: ReadClaim, amount: Quantity) -> str:
    """Return "most" of "at most 3" and "The maximum is 3", "least" of the opposite, else ""."""
    if amount.bound in {"most", "least"}:
        return amount.bound
    before = {token.text for token in claim.sentence.tokens[: amount.first]}
    found = [side for side, words in _LIMITS.items() if before & words]
    return found[0] if len(found) == 1 and amount.bound in _PLAIN else ""


def of_its_equals(claim: ReadClaim, number: int) -> list[EvidenceQuantity]:
    """Return the readings that equal amounts of a claim speak of, and this one does not.

    "Ana sold 5 lamps and Ben sold 5 lamps": what Ana sold is not what the second speaks of.
    """
    own = claim.sentence.amounts[number]
    equal = [
        n
        for n, other in enumerate(claim.sentence.amounts)
        if n != number and other.unit == own.unit and agreement(own, other) == "equal"
    ]
    readings = [r for r in claim.index.readings if equal and comparable(own, r.amount)]
    if not readings:
        return []
    of_own, *of_equal = (max(readings, key=claim.wanted(n).share) for n in (number, *equal))
    return [held for held in of_equal if held is not of_own]


def is_of_the_other_of_two(said: set[str], best: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two clauses differ in one word, and a claim has that of one of them.

    "The red bike weighs 9 kg, the blue bike weighs 12 kg."
    """
    one, two = best.own - other.own, other.own - best.own
    shared = best.own & other.own
    return len(one) == len(two) == 1 and one <= said and two.isdisjoint(said) and shared <= said
