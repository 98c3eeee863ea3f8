"""Whether what fits an amount of a claim best surely is what it speaks of, and is another value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.complements import may_be_of_others
from groundgraph.text.quantities.derived.operands import is_chosen, may_be_reckoned
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.values.candidates import (
    FEW_WORDS,
    MARGIN,
    UNTOLD,
    is_hedged,
    is_left_out,
)
from groundgraph.text.quantities.values.clauses import is_of_a_pack
from groundgraph.text.quantities.values.named_cells import (
    counts_cells,
    gives_row_beside,
    head_of,
    is_of_another_row,
    tells_its_row,
)
from groundgraph.text.quantities.values.same_things import (
    is_of_another,
    is_of_same_names,
    is_same_thing,
)
from groundgraph.text.quantities.values.told import is_in_range
from groundgraph.text.quantities.written.agreement import agreement, faces
from groundgraph.text.quantities.written.normals import is_before_normals
from groundgraph.text.quantities.written.roles import MOVES
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim, Slot
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_CONDITIONS = frozenset("after within over during with aged at if when every per for".split())
_LASTING = frozenset(map(stem, "took takes take lasted lasts last long spent".split()))
_OF_CASES = frozenset({"of", "for", "with", "at", "a", "an"})
NAMED = 0.85
"""Score from which the words of a question name a cell."""
FITS, _FIRM, _FIRM_RANGE = 0.4, 0.65, 0.95
"""Scores: to be the thing that a claim speaks of; surely so; surely so for ranges and measures."""
_CENTS = 100
_PER_MANY = re.compile(r"\b(?:per|for|in) (\d+)")


def is_refuted(
    claim: ReadClaim,
    amount: Quantity,
    best: Slot[EvidenceQuantity],
    rival: float,
    *,
    apart: bool = False,
) -> bool:
    """Say whether the best slot surely is what the claim speaks of, and holds another value.

    Args:
        claim: The claim.
        amount: Its amount.
        best: What fits best.
        rival: How well the best fits that has the claim's value.
        apart: Whether the evidence tells the claim's value of something else that it names.
    """
    if amount.weak or amount.kind != "count" or claim.strange_names or _is_condition(claim, amount):
        return False
    if (
        best.held.amount.weak
        or _is_an_age(claim, amount)
        or may_be_of_others(claim, amount, best.held)
        or is_left_out(claim, best.held)
    ):
        return False
    if is_in_range(claim.sentence, amount) and best.score < _FIRM_RANGE:
        return False
    other_row = is_of_another_row(claim, amount, best.held)
    if amount.dimension == "time" and not other_row and _shares_nothing(claim, best.held):
        return False
    chosen = is_chosen(claim, amount, best.held) or may_be_reckoned(claim, amount, best.held)
    if chosen and not apart:
        return False
    if _is_a_case_within(claim, amount, best.held) or _is_of_another_amount(claim, amount, best):
        return False
    if _may_be_of_other_cells(claim, amount, best.held):
        return False
    measured = amount.dimension != "" and best.score >= _FIRM_RANGE  # "The lake is 41 m deep."
    facing = faces(amount, best.held.amount) and best.score >= _FIRM_RANGE
    few = best.held.cell is not None or measured or facing
    least = FEW_WORDS - 1 if few else FEW_WORDS
    firm, little = _FIRM, _says_too_little(claim, best, least)
    beside = gives_row_beside(claim, amount, best.held)
    if other_row or apart or beside:
        little = bool(claim.lower & UNTOLD)
        firm, rival = (FITS, rival) if other_row or apart else (firm, 0.0)
    if best.score < firm or best.score - rival < MARGIN or little:
        return False
    same = is_same_thing(claim, amount, best.held) or (facing and _are_bare(amount, best.held))
    return same and is_of_same_names(claim, best.held)


def _may_be_of_other_cells(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a cell is for many of what a claim speaks of, or one end of a course it tells.

    "0.54 kWh a cycle" beside "Energy per 100 cycles: 54 kWh"; "fell from 97 to 84".
    """
    cell = held.cell
    if cell is None:
        return False
    if (
        is_of_a_pack(claim, amount, held)
        or _is_in_cents(amount, held)
        or _is_of_the_whole(claim, amount, held)
        or counts_cells(claim)
        or _is_multiple(claim, amount, held)
    ):
        return True
    many = _PER_MANY.search(cell.column)
    if many is not None and many[1] not in claim.text:
        return True
    before = claim.sentence.tokens[max(0, amount.first - 1) : amount.first]
    course = not {"from", "to"}.isdisjoint(token.text for token in before)
    return course and len(claim.sentence.amounts) > 1 and bool(claim.lower & MOVES)


def _is_of_the_whole(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a field of no item has the amount: a place's stars beside a guest's."""
    if held.cell is None or not held.cell.table:
        return False
    own = {*cell_stems(held.cell.column)}
    return any(
        r.cell is not None
        and not r.cell.table
        and (r.passage, r.cell.table) not in claim.other_tables
        and not own.isdisjoint(cell_stems(r.cell.column))
        and agreement(amount, r.amount) == "equal"
        for r in claim.index.readings
        if r.passage == held.passage
    )


def _is_in_cents(amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether a field may tell an amount of money in its smallest unit: 4900 for $49.00."""
    return amount.value * _CENTS == held.amount.value and amount.dimension.startswith("money")


def _is_multiple(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether an amount is that of as many as are asked for: "€180 for two days" at €90."""
    counts = [a for a in (*claim.question.amounts, *claim.sentence.amounts) if a.kind == "count"]
    return any(
        other.value > 1 and not other.per and other.value * held.amount.base == amount.base
        for other in counts
        if other is not amount
    )


def _is_of_another_amount(claim: ReadClaim, amount: Quantity, best: Slot[EvidenceQuantity]) -> bool:
    """Say whether a row or sentence holds an amount, and the claim tells the one that differs too.

    "Potassium is 5.6, above the reference range of 3.5 to 5.1." Names in prose tell them apart.
    """
    beside = [
        r
        for r in claim.index.readings
        if (r.passage, r.line) == (best.held.passage, best.held.line)
        and (r.cell is not None or not is_of_another(claim, best.held, r))
    ]
    here = any(agreement(amount, r.amount) == "equal" for r in beside)
    here = here and not is_before_normals(claim.sentence, amount)
    return here and any(
        other is not amount and agreement(other, best.held.amount) == "equal"
        for other in claim.sentence.amounts
    )


def _is_a_case_within(claim: ReadClaim, amount: Quantity, held: EvidenceQuantity) -> bool:
    """Say whether an amount may be a case that a limit takes in: "an order of 45" and "from 39"."""
    before = claim.sentence.tokens[amount.first - 1].text if amount.first else ""
    above = "from" in held.near or held.amount.bound in {"over", "least"}
    below = held.amount.bound in {"below", "most"}
    within = amount.approx > held.amount.approx if above else amount.approx < held.amount.approx
    return before in _OF_CASES and amount.bound == "exact" and (above or below) and within


def _shares_nothing(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim speaks of nothing that a time is told of, but of how long it took."""
    told = claim.sentence.words.keys() | claim.question.words.keys()
    return (told & (held.own | held.words.keys())) <= _LASTING


def _are_bare(amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether neither of two numbers tells what it counts: "younger than 16"."""
    return not (amount.dimension or amount.noun or reading.amount.dimension or reading.amount.noun)


def _is_an_age(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount is somebody's age by the way: "the 16-year-old"."""
    tokens = claim.sentence.tokens
    following = [token.text for token in tokens[amount.after : amount.after + 2]]
    return amount.dimension == "time" and following[:2] == ["-", "old"]


def _says_too_little(claim: ReadClaim, best: Slot[EvidenceQuantity], least: int) -> bool:
    """Say so, unless a bare value answers a question that names a cell, or a field is named."""
    cell, said = best.held.cell, claim.sentence.words.keys()
    if cell is not None and (cell.alone or not cell.row) and said and said <= head_of(cell):
        return is_hedged(claim, 1)  # "The total is 98.90."
    if not said <= {claim.counted} or cell is None:
        return is_hedged(claim, least - tells_its_row(claim, best.held))
    return len(claim.question.words) < least or best.score < NAMED


def _is_condition(claim: ReadClaim, amount: Quantity) -> bool:
    """Say whether an amount only says when another holds: "after six years", "paid within …"."""
    sentence = claim.sentence
    if not any(other is not amount and not other.weak for other in sentence.amounts):
        return False
    before = {token.text for token in sentence.tokens[max(0, amount.first - 2) : amount.first]}
    return bool(before & _CONDITIONS)
