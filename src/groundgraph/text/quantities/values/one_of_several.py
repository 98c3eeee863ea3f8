"""Where a sum, a mean or a rest is asked for, and a claim gives an amount that it is reckoned from.

"64 pallets altogether" beside 64 in one warehouse and 49 in the other; "£9,850 is unspent" beside
"we had spent £9,850".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.derived.derivations import is_parallel, is_part_of
from groundgraph.text.quantities.values.named_cells import near_cell
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.ellipsis import OF_THEM
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import AVERAGES, TOTALS, says_total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity

_SUMS = TOTALS | frozenset("all both whole entire overall grand over comes came add adds".split())
_MEANS = AVERAGES | frozenset("mean median typical typically usual usually per each every".split())
_LEFT = frozenset("left remaining unspent unsold unused outstanding".split())
_ASKED_FOR = frozenset("remain remains missing owe owes free".split())
"""Words by which a rest is asked for, of which the latter say something else too without "how"."""
_RESTS = _LEFT | _ASKED_FOR | frozenset("rest still owed open due short lack lacks more".split())
"""Words by which evidence tells a rest itself."""


def unless_one_of_several(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Take back that an amount is right that is one of those from which the asked one is reckoned.

    Args:
        claim: The claim.
        checks: What was found of its amounts.
    """
    if not any(check.outcome == "supported" and check.kind == "amount" for check in checks):
        return list(checks)
    if any(check.kind == "derivation" and check.outcome == "supported" for check in checks):
        return list(checks)  # it tells what is asked too
    own = _told_words(claim)
    if own is None:
        return list(checks)
    return [_unless_told_so(claim, check, own) for check in checks]


def _told_words(claim: ReadClaim) -> frozenset[str] | None:
    """Return the words by which evidence would tell what is asked for, ``None`` where it is not."""
    if says_total(claim.question.tokens) or says_total(claim.sentence.tokens):
        return None if "sum" in claim.asked else _SUMS
    said = claim.asked | claim.lower
    if not said.isdisjoint(AVERAGES | {"mean"}):
        return _MEANS
    left = _LEFT | _ASKED_FOR if "how" in claim.asked else _LEFT
    return None if said.isdisjoint(left) else _RESTS


def _unless_told_so(claim: ReadClaim, check: Check, own: frozenset[str]) -> Check:
    told = check.held[0] if check.held else None
    if check.outcome != "supported" or check.kind != "amount":
        return check
    if not isinstance(told, EvidenceQuantity) or not _is_what_is_asked(claim, check):
        return check
    if not _around(claim, told).isdisjoint(own):
        return check
    others = _others(claim, told)
    if own is _SUMS:
        others = [o for o in others if _is_beside(told, o) and not is_part_of(told, o)]
    if not others:
        return check
    return replace(check, outcome="elsewhere")


def _is_what_is_asked(claim: ReadClaim, check: Check) -> bool:
    """Say whether an amount is the one value that a claim has, and its question has not."""
    values = [amount for amount in claim.sentence.amounts if not amount.weak]
    own = [amount for amount in values if not _is_asked_with(claim, amount)]
    return len(own) == 1 and own[0].span == check.at


def _is_asked_with(claim: ReadClaim, amount: Quantity) -> bool:
    return any(
        amount.value == other.value and amount.unit is other.unit
        for other in claim.question.amounts
    )


def _around(claim: ReadClaim, told: EvidenceQuantity) -> frozenset[str]:
    """Return the words around an amount: of its sentence, or of its row and column."""
    line = line_of(claim, told)
    return line.letters if line is not None else near_cell(told)


def _others(claim: ReadClaim, told: EvidenceQuantity) -> list[EvidenceQuantity]:
    """Return the other amounts of the evidence from which a sum or rest may be reckoned."""
    return [
        other
        for other in claim.index.readings
        if not other.amount.weak
        and other.amount.kind == told.amount.kind
        and agreement(told.amount, other.amount) == "differs"
        and not _is_of_other_things(told.amount, other.amount)
        and not (other.after[:1] == ("of",) and not OF_THEM.isdisjoint(other.after))
    ]


def _is_beside(one: EvidenceQuantity, other: EvidenceQuantity) -> bool:
    """Say whether two amounts stand side by side, or count the same."""
    counted = {*one.amount.noun} & {*other.amount.noun}
    return is_parallel(one, other) or bool(counted)


def _is_of_other_things(one: Quantity, other: Quantity) -> bool:
    return bool(one.noun and other.noun) and {*one.noun}.isdisjoint(other.noun)
