"""Where a question asks for what several amounts make, and a claim answers with one of them.

"64 pallets" is one warehouse's, where it is asked how many there are in both; "18 sign-ups" were
there before three dropped out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.values.arithmetic import check_derived
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import TOTALS, says_total

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_LEFT = frozenset("left remaining remain remains unsold unspent still now".split())
_WHOLE = TOTALS | {"both", "all"}
_PARTS = frozenset("them which whom these those including among thereof".split())
"""Words by which an amount of a sentence is a part of another."""
_WAYS = {"sum": _WHOLE, "balance": _LEFT, "difference": _LEFT}
_LEAST = 0.6
"""Fit of what is asked from which an amount that it takes in is not the answer."""


def of_what_is_asked(claim: ReadClaim, number: int, direct: Check) -> Check:
    """Take back that an amount is right which is one of those that the answer is reckoned from."""
    asked = says_total(claim.question.tokens) or "both" in claim.asked
    left = bool(_LEFT & claim.asked)
    amount = claim.sentence.amounts[number]
    alike = [a for a in claim.sentence.amounts if a.dimension == amount.dimension and not a.weak]
    held = direct.held[0] if direct.held else None
    if not (asked or left) or len(alike) > 1 or not isinstance(held, EvidenceQuantity):
        return direct
    derived = check_derived(claim, number)
    if derived is None or derived.way not in _WAYS or derived.fit < _LEAST:
        return direct
    cues = _WAYS[derived.way]
    line = line_of(claim, held)
    told = {*held.near} | (line.letters if line is not None else frozenset())
    if held.cell is not None:
        told |= {*f"{held.cell.row} {held.cell.column}".lower().split()}
    apart = line is None or _PARTS.isdisjoint(line.letters)
    part = apart and any(held is each for each in derived.held) and not cues & told
    fits = asked if derived.way == "sum" else left
    if derived.outcome == "supported" or not (part and fits):
        return direct
    return replace(direct, outcome="elsewhere")
