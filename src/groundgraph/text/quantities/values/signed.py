"""Changes told by a sign, held against those told by a word: "+20%" beside "fell by a fifth"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.values.changes import OF_LACK, way_said, words_around
from groundgraph.text.quantities.written.agreement import agreement, comparable
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_FIRM, _CLEARLY = 0.65, 0.25
"""The fit from which a reading is what the claim speaks of, and by how much it must fit better than
one of the same size that went the other way, in another sentence."""
_LEVELS = frozenset("to at from of".split())
"""What stands before a value that is no change: "fell to 20%"."""


def with_signs(claim: ReadClaim, amounts: Sequence[Check]) -> list[Check]:
    """Return the checks of amounts, those with a sign decided where a word tells their way.

    Args:
        claim: The claim.
        amounts: What was found of its amounts.
    """
    return [_signed(claim, check) or check for check in amounts]


def _signed(claim: ReadClaim, check: Check) -> Check | None:
    """Hold a share with a sign against the change of its size that is told in its place."""
    if check.kind != "amount" or check.at not in claim.numbers:
        return None
    number = claim.numbers[check.at]
    amount = claim.sentence.amounts[number]
    plus = claim.text[max(0, amount.span.start - 1) : amount.span.start] == "+"
    if amount.dimension != "share" or not (plus or amount.value < 0):
        return None
    size = replace(amount, value=abs(amount.value))
    slots = ranked(claim.wanted(number), [r for r in claim.index.readings if _is_change(r)])
    if not slots or slots[0].score < _FIRM or claim.strange_names:
        return None
    held, way = slots[0].held, _way_told(claim, slots[0].held)
    alike = [
        slot.held
        for slot in slots
        if (slot.score >= slots[0].score - _CLEARLY or slot.held.around == held.around)
        and comparable(size, slot.held.amount)
        and agreement(size, slot.held.amount) == "equal"
    ]
    if held not in alike or any(_way_told(claim, each) != way for each in alike) or not way:
        return None
    if (words_around(claim, held) & OF_LACK) != (claim.lower & OF_LACK):
        return None
    at = Span(amount.span.start - plus, amount.span.end)
    right = (way > 0) == plus
    return Check(decided(right=right), "comparison", at, (held,), slots[0].score)


def _is_change(reading: EvidenceQuantity) -> bool:
    """Say whether a share without a sign stands in a sentence, not in a table."""
    return reading.cell is None and reading.amount.dimension == "share" and reading.amount.value > 0


def _way_told(claim: ReadClaim, held: EvidenceQuantity) -> int:
    """Return 1 where a change is told as a rise, -1 for a fall, 0 where neither is clear."""
    line = line_of(claim, held)
    before = line.tokens[held.amount.first - 1].text if line and held.amount.first else ""
    said = way_said(line, held.amount) if line and before not in _LEVELS else None
    return said[1] if said else 0
