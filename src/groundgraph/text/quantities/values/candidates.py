"""Which of the readings that have a claim's value, or fit its words best, it may speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import is_long
from groundgraph.text.quantities.values.clauses import is_of_a_pack, is_of_the_clause_beside
from groundgraph.text.quantities.written.agreement import agreement, is_converted
from groundgraph.text.quantities.written.stems import content_stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Slot
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

UNTOLD = frozenset("passage passages article provided mention mentions mentioned unclear".split())
"""Words by which a claim says that something is not told."""
FEW_WORDS = 3
"""Content words below which a claim says too little to be contradicted."""
MARGIN = 0.2
"""By how much the score of what a claim speaks of is above any other's."""
_COUNTING = frozenset({"counting", "including"})
_LEAVING = frozenset({"excluding", "without", "except"})
_PHRASE = 3
"""Tokens behind such a word that tell what is left out."""
_FAR = 100
"""Times that one amount is another in another unit at most, to be a slip of it."""


def of_its_clause(
    claim: ReadClaim, slots: Sequence[Slot[EvidenceQuantity]]
) -> Slot[EvidenceQuantity]:
    """Return the best slot, or that of the clause beside it which a claim speaks of."""
    best = slots[0]
    for slot in slots[1:]:
        if slot.score < best.score - MARGIN:
            break
        if is_of_the_clause_beside(claim, slot.held, best.held):
            return slot
    return best


def is_of_another_line(
    claim: ReadClaim,
    amount: Quantity,
    equal: Sequence[Slot[EvidenceQuantity]],
    best: Slot[EvidenceQuantity],
) -> bool:
    """Say whether a value is only converted from another sentence, where one fits better.

    What the claim tells in the unit of the evidence too is no such value: "6 ft 2 in (188 cm)".
    """
    here, place = equal[0], (best.held.passage, best.held.line)
    if (here.held.passage, here.held.line) == place or here.score >= best.score:
        return False
    if not all(is_converted(amount, slot.held.amount) for slot in equal):
        return False
    others = [other for other in claim.sentence.amounts if other is not amount]
    told = any(agreement(other, here.held.amount) == "equal" for other in others)
    return not told and agreement(amount, best.held.amount) == "differs"


def may_hold(
    claim: ReadClaim,
    amount: Quantity,
    slot: Slot[EvidenceQuantity],
    best: Slot[EvidenceQuantity],
) -> bool:
    """Say whether an equal value may be the claim's: of its clause, and for one of the same."""
    if slot is not best and is_of_the_clause_beside(claim, best.held, slot.held):
        return _stands_with_others(claim, amount, slot.held, best.held)
    if not amount.noun and _counts_what_is_asked(claim, amount, best.held):
        return not slot.held.amount.noun or _counts_what_is_asked(claim, amount, slot.held)
    return not is_of_a_pack(claim, amount, slot.held)


def _counts_what_is_asked(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a reading counts "rolls", where it is asked how many rolls there are."""
    return amount.dimension == "" and claim.counted in held.amount.noun


def _stands_with_others(
    claim: ReadClaim, amount: Quantity, held: EvidenceQuantity, best: EvidenceQuantity
) -> bool:
    """Say whether another amount of the claim stands nearer to one reading than to the best."""
    return any(
        agreement(other, reading.amount) == "equal"
        and (reading.passage, reading.line) == (held.passage, held.line)
        and abs(reading.span.start - held.span.start) < abs(reading.span.start - best.span.start)
        for other in claim.sentence.amounts
        if other is not amount
        for reading in claim.index.readings
    )


def is_left_out(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a reading is of what a claim or its question leaves out: "without the sump"."""
    for sentence in (claim.sentence, claim.question):
        tokens = sentence.tokens
        for at, token in enumerate(tokens):
            denied = at > 0 and tokens[at - 1].text == "not"
            if token.text in _LEAVING or (denied and token.text in _COUNTING):
                phrase = tokens[at + 1 : at + 1 + _PHRASE]
                if any(content_stem(each.text) in held.own for each in phrase):
                    return True
    return False


def same_length(one: Quantity, other: Quantity) -> bool:
    """Say whether two times are told alike: both in months or longer, neither far longer."""
    if is_long(one) != is_long(other):
        return False
    low, high = sorted((abs(one.approx), abs(other.approx)))
    return one.unit.name == other.unit.name or high <= _FAR * low


def is_hedged(claim: ReadClaim, least: int = FEW_WORDS) -> bool:
    """Say whether a claim says too little, or says that something is not told."""
    return len(claim.sentence.words) < least or bool(claim.lower & UNTOLD)
