"""What comparisons lean to of which nothing is sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.orders.list_leans import lean_by_lists
from groundgraph.text.quantities.orders.said import said_by
from groundgraph.text.quantities.orders.told_leans import lean_by_words

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim


def with_leanings(claim: ReadClaim, compared: list[Check]) -> list[Check]:
    """Let comparisons of which nothing is known lean to what lists, or words, say of them."""
    if any(check.lean or check.outcome != "open" for check in compared):
        return compared
    said = said_by(claim)
    lean = (lean_by_lists(claim, said) or lean_by_words(claim, said)) if said else 0.0
    if not lean:
        return compared
    at = next((i for i, check in enumerate(compared) if check.kind == "comparison"), len(compared))
    own = compared[at] if at < len(compared) else Check("open", "comparison", claim.sentence.span)
    return [*compared[:at], replace(own, lean=lean), *compared[at + 1 :]]
