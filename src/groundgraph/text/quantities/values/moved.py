"""What something moved by is not what it moved to: "rose by 412" of "rose from 340 to 412"."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import EvidenceQuantity
from groundgraph.text.quantities.written.roles import MOVED, falls

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event
    from groundgraph.text.quantities.written.tokens import Token

    _Part = Literal["by", "to", "from", ""]

_BESIDE = frozenset(
    """about around some roughly nearly almost a an just exactly over under more less than at least
    most only another further up down $ € £ ¥""".split()
)
"""What may stand between "by" or "to" and an amount."""
_FAR = 8
"""Tokens before an amount among which a verb tells that it moved."""
_BORDERS = frozenset(", ; . : ( ) and but while".split())
_SURE = 0.9


def as_it_moved(claim: ReadClaim, check: Check) -> Check:
    """Turn that an amount is right which is another part of a move than the claim says.

    Args:
        claim: The claim.
        check: What was found of one of its amounts.
    """
    if check.outcome == "contradicted" or check.at not in claim.numbers:
        return check
    amount = claim.sentence.amounts[claim.numbers[check.at]]
    told, _ = _part(claim.sentence.tokens, amount)
    if told not in {"by", "to"}:
        return check
    here = [reading for reading in claim.index.readings if _is_of_the_claim(claim, reading)]
    equal = [r for r in here if agreement(amount, r.amount) == "equal"]
    parts = {_part_of(claim, r)[0] for r in equal}
    if told == "by":
        turned = parts <= {"to", "from"} and not _is_a_difference(amount, here)
    else:
        began = parts == {"from"} and any(_goes_on_to(claim, r, here) for r in equal)
        turned = parts == {"by"} or began
    if equal:
        return _instead(claim, check, equal[0]) if turned else check
    gap = told == "to" and check.kind == "derivation" and check.outcome == "supported"
    ends = [r for r in check.held if _part_of(claim, r)[0] == "to"] if gap else []
    return _instead(claim, check, ends[0]) if ends else check


def _instead(claim: ReadClaim, check: Check, held: EvidenceQuantity | Event) -> Check:
    """Return that a claim is wrong, with the words that the evidence has instead."""
    _, start = _part_of(claim, held)
    text = claim.index.passages[held.passage].text
    told = f"the evidence says “{' '.join(text[start : held.span.end].split())}”"
    return replace(check, outcome="contradicted", kind="amount", held=(held,), fit=_SURE, told=told)


def _part_of(claim: ReadClaim, held: EvidenceQuantity | Event) -> tuple[_Part, int]:
    line = line_of(claim, held) if isinstance(held, EvidenceQuantity) else None
    if line is None or not isinstance(held, EvidenceQuantity):
        return "", held.span.start
    return _part(line.tokens, held.amount)


def _part(tokens: Sequence[Token], amount: Quantity) -> tuple[_Part, int]:
    """Return which part of a move an amount is, and where the word that tells it begins.

    Parts are "by" how much, and "to" or "from" what.
    """
    first = max(0, amount.first - _FAR)
    before = [token.text for token in tokens[first : amount.first]]
    at = next((n for n in range(len(before) - 1, -1, -1) if before[n] not in _BESIDE), -1)
    if at < 0:
        return "", amount.span.start
    word, earlier = before[at], before[:at]
    border = max((n for n, each in enumerate(earlier) if each in _BORDERS), default=-1)
    start = tokens[first + at].start
    if word in MOVED:
        return "by", start
    moves = not MOVED.isdisjoint(earlier[border + 1 :])
    if word == "by" and moves:
        return "by", start
    if word == "to" and moves:
        return "to", start
    return ("from", start) if word == "from" and moves else ("", start)


def _goes_on_to(
    claim: ReadClaim, begun: EvidenceQuantity, readings: Sequence[EvidenceQuantity]
) -> bool:
    """Say whether a sentence leads from a value to the one other that it has, as a claim leads."""
    line = line_of(claim, begun)
    beside = [
        r
        for r in readings
        if r is not begun
        and (r.passage, r.line, r.amount.dimension)
        == (begun.passage, begun.line, begun.amount.dimension)
    ]
    if line is None or len(beside) != 1 or _part_of(claim, beside[0])[0] != "to":
        return False
    both = any(agreement(a, beside[0].amount) == "equal" for a in claim.sentence.amounts)
    return not both and falls(claim.sentence) == falls(line)


def _is_of_the_claim(claim: ReadClaim, reading: EvidenceQuantity) -> bool:
    """Say whether a reading stands in a sentence that shares a word with the claim or question."""
    line = line_of(claim, reading)
    said = claim.sentence.words.keys() | claim.question.words.keys()
    return line is not None and not said.isdisjoint(line.words)


def _is_a_difference(amount: Quantity, readings: Sequence[EvidenceQuantity]) -> bool:
    """Say whether two amounts of one sentence lie so far apart: from 0 to 412 is by 412."""
    return any(
        abs(one.amount.base - other.amount.base) == amount.base
        for one, other in combinations(readings, 2)
        if (one.passage, one.line) == (other.passage, other.line)
        and one.amount.dimension == other.amount.dimension == amount.dimension
    )
