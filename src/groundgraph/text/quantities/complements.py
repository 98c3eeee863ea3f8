"""Shares of things that another share leaves: "82% succeeded" beside "18% of orders failed"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.agreement import agreement
from groundgraph.text.quantities.balances import line_of
from groundgraph.text.quantities.findings import decided
from groundgraph.text.quantities.limits import is_denial
from groundgraph.text.quantities.model import EvidenceQuantity
from groundgraph.text.quantities.numbers import written
from groundgraph.text.quantities.unit_table import PERCENT

if TYPE_CHECKING:
    from groundgraph.text.quantities.amounts import Quantity
    from groundgraph.text.quantities.findings import Check
    from groundgraph.text.quantities.slots import ReadClaim

_STRANGE = 0.3
"""Share of a claim's words that the evidence lacks, above which it may speak of other things."""


def may_be_of_others(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether a claim may tell the share of other things than a sentence of the evidence.

    It denies what the sentence does not, or has words for it that no passage has.
    """
    if held.amount.dimension != "share" or held.cell is not None:
        return False
    said = claim.sentence.words.keys()
    strange = sum(word not in claim.index.vocabulary for word in said)
    return strange > _STRANGE * len(said) or denies_alone(claim, held)


def of_the_rest(claim: ReadClaim, amount: Quantity, check: Check) -> Check:
    """Hold the share of those that do not against 100% less the share of those that do."""
    held = check.held[0] if check.held else None
    if not isinstance(held, EvidenceQuantity) or held.amount.dimension != "share":
        return check
    if not denies_alone(claim, held):
        return check
    left = 1 - held.amount.base
    right = agreement(amount, replace(held.amount, value=left / held.amount.unit.factor)) == "equal"
    if right or claim.sentence.words.keys() <= held.words.keys() | {*held.amount.noun}:
        told = f"100% − {written(100 * held.amount.base, PERCENT)} = {written(100 * left, PERCENT)}"
        return replace(check, outcome=decided(right=right), kind="derivation", told=told)
    return replace(check, outcome="elsewhere") if check.outcome == "supported" else check


def denies_alone(claim: ReadClaim, held: EvidenceQuantity) -> bool:
    """Say whether just one of claim and sentence denies something."""
    line = line_of(claim, held)
    if line is None:
        return False
    one, other = (any(map(is_denial, each.tokens)) for each in (claim.sentence, line))
    return one != other
