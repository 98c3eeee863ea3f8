"""Orders that claims tell, held against the course of what the evidence tells.

A claim, and the question that it answers, are read for what happens as the evidence is; two things
that the claim puts in order lean to the order in which the evidence has them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.orders.answered_orders import answered_orders
from groundgraph.text.quantities.orders.asked_orders import (
    asked_orders,
    ranked_lean,
    told_rank,
)
from groundgraph.text.quantities.orders.claim_orders import CUES, claim_orders, orders_in_a_row
from groundgraph.text.quantities.orders.claim_states import claim_states, may_tell_state
from groundgraph.text.quantities.orders.first_by_date import first_by_date
from groundgraph.text.quantities.times.course_leans import course_lean
from groundgraph.text.quantities.times.phases import TO_COME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.orders.claim_orders import ClaimOrder

_ONE_SIDED = 0.5
"""A lean up to which one side of an order alone is told."""
_FEEBLE = 0.1
"""A lean below which an order that only phases or ranks tell says nothing."""
_WRONG = -0.3
"""A lean at which one order is taken for wrong, whatever others of the claim are."""
_GOING_ON = frozenset({"still", "longer"})
"""What is said of states, whose ends tell more than their beginnings."""


def by_course(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Let orders that are open lean to the course of the evidence, where nothing says more."""
    decided = any(check.outcome != "open" for check in checks)
    letters = claim.sentence.letters | claim.question.letters
    if CUES.isdisjoint(letters) and not may_tell_state(claim):
        return [*checks]
    if decided:
        return [*checks, *_not_borne_out(claim, checks)]
    kind: Literal["order", "course"] = "order"
    goes_on = _GOING_ON & claim.sentence.letters and not _is_to_come(claim)
    lean = _states(claim, lasting=True) if goes_on else 0.0
    if lean or not (told := _lean(claim)):
        kind, lean = "course", lean or _states(claim) or told_rank(claim)
    else:
        lean = told
    if not lean:
        kind, lean = "order", first_by_date(claim)
    if not lean or (abs(lean) < _FEEBLE and not checks):
        return [*checks]
    if not checks:
        return [Check("open", kind, claim.sentence.span, lean=lean)]
    first, *rest = checks
    kept = _ONE_SIDED < abs(first.lean) > abs(lean)
    return [first if kept else replace(first, lean=lean), *rest]


def _is_to_come(claim: ReadClaim) -> bool:
    """Say whether a claim tells of something as still to come: "was still ahead of her"."""
    return any(own.phase == TO_COME for own in claim.happenings)


def _not_borne_out(claim: ReadClaim, checks: Sequence[Check]) -> Iterator[Check]:
    """Yield an open check where a claim tells of a row that the evidence does not tell so.

    "First it shut the bridge, and a week later it sought tenders", beside what it says by "once".
    """
    if any(check.outcome == "contradicted" for check in checks):
        return
    orders = orders_in_a_row(claim)
    leans = [course_lean(claim.index.course, one.early, one.late) for one in orders]
    if leans and min(leans) <= 0:
        lean = min(leans) if min(leans) <= -_ONE_SIDED else 0.0
        yield Check("open", "order", claim.sentence.span, lean=lean)


def _lean(claim: ReadClaim) -> float:
    answers = answered_orders(claim)
    for orders in (claim_orders(claim), answers, asked_orders(claim)):
        found = [lean for one in orders if (lean := _lean_of(claim, one))]
        if found:
            worst = min(found)  # one wrong order makes a claim wrong that tells several
            lean = worst if worst <= _WRONG else sum(found) / len(found)
            if orders is not answers or abs(lean) >= -_WRONG:
                return lean
    return ranked_lean(claim)


def _lean_of(claim: ReadClaim, told: ClaimOrder) -> float:
    return course_lean(claim.index.course, told.early, told.late, beside=told.beside)


def _states(claim: ReadClaim, *, lasting: bool = False) -> float:
    """Return how far the evidence speaks for what a claim has so when something happened."""
    leans = (
        one.way * course_lean(claim.index.course, one.state, one.event, lasts=one.lasts)
        for one in claim_states(claim)
        if one.lasts or not lasting
    )
    return next((lean for lean in leans if lean), 0.0)
