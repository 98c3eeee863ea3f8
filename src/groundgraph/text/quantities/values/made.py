"""Where a value that goes against the evidence may follow from it in a way that is not seen."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import is_parallel
from groundgraph.text.quantities.derived.reachable import simplicity
from groundgraph.text.quantities.values.told import is_said_again
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event

SIMPLE = 0.65
"""How simply a value must follow from the evidence's numbers to be taken for reckoned."""
_MADE = 0.5
"""How simply it must be reckoned to contradict no amount that is told of the same thing."""
_PLAIN = frozenset({"exact", "exactly", "about", "under"})
_OF_SEVERAL = frozenset(
    """left remaining after deducted altogether total all together through unspent
    unsold""".split()
)
"""Words by which a claim or question asks what several fields come to, or leave."""
_PAIR = 2
_MOST_BESIDE = 12
"""Values beside an amount that are added and subtracted in pairs."""


def may_be_made(claim: ReadClaim, number: int, check: Check) -> bool:
    """Say whether a value that goes against prose is simply reckoned from what that tells."""
    amount = claim.sentence.amounts[number]
    if amount.bound not in _PLAIN or check.plain or is_said_again(claim, check):
        return False  # of the same limit from the other side
    if any(agreement(amount, reading.amount) == "equal" for reading in claim.index.readings):
        return False  # it is told of another thing
    if names_both(claim, check) or (amount.kind == "share" and check.way == "share"):
        return False  # or "two thirds" beside "12 of 36"
    if check.kind == "amount" and any(_is_cell_of_a_part(claim, amount, r) for r in check.held):
        return True
    told = [r for r in check.held if isinstance(r, EvidenceQuantity) and r.cell is None]
    if len(told) > _PAIR:
        return False  # a whole list, or all that came and went
    if len(told) != len(check.held):
        return False
    other = check.kind == "amount" and all(held.amount.value != amount.value for held in told)
    return simplicity(claim, number, made=True) >= (_MADE if other else SIMPLE)


def _is_cell_of_a_part(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity | Event) -> bool:
    """Say whether a claim tells what is left or comes to of several fields, and a cell tells one.

    "80 lamps are left" beside "Received: 240", "Sold: 97"; "€115 a night" beside "2 nights: 230".
    """
    if not isinstance(held, EvidenceQuantity) or held.cell is None:
        return False
    if amount.per and not held.amount.per:
        return True
    said = (claim.lower | claim.asked) & _OF_SEVERAL
    return bool(said) and said.isdisjoint(f"{held.cell.row} {held.cell.column}".lower().split())


def names_both(claim: ReadClaim, check: Check) -> bool:
    """Say whether a value is reckoned from two amounts, and a claim tells both, or of what."""
    told = [held for held in check.held if isinstance(held, EvidenceQuantity)]
    if check.kind != "derivation" or len(told) != _PAIR:
        return False
    said = claim.sentence.amounts
    if all(any(agreement(a, held.amount) == "equal" for a in said) for held in told):
        return True
    one, other = told
    words = claim.sentence.words.keys()
    named = (one.own - other.own) & words and (other.own - one.own) & words
    return bool(named) and is_parallel(one, other)


def is_between_two(claim: ReadClaim, amount: Quantity, check: Check) -> bool:
    """Say whether two amounts told beside the one that differs have it as sum or difference."""
    told = check.held[0]
    beside = {
        reading.amount.base
        for reading in claim.index.readings
        if (reading.passage, reading.line) == (told.passage, told.line)
        and reading.amount.dimension == amount.dimension
    }
    return any(
        amount.base in {one + other, one - other}
        for one, other in permutations(sorted(beside)[:_MOST_BESIDE], 2)
    )
