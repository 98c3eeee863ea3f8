"""One of several amounts compared with all others: "more votes than her rivals combined"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.comparatives import ClaimedComparison
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.segments import Words

_TOGETHER = frozenset("together combined altogether".split())
_OTHERS = frozenset("other others rivals opponents competitors".split())
_HERS = frozenset("she her hers he his him it its they their theirs".split())
_LEAST = 3


def check_combined(claim: ReadClaim, comparison: ClaimedComparison) -> Check | None:
    """Hold a comparison with several together against the sum of all but one of a list.

    Returns:
        ``None`` where nothing is taken together; an open check where it is not clear what.
    """
    if claim.lower.isdisjoint(_TOGETHER):
        return None
    undecided = Check("open", "comparison", comparison.span)
    behind = _are_behind(claim)
    if behind is None or comparison.ratio is not None:
        return undecided
    one = comparison.first if behind else comparison.second
    found = [pair for members in _lists(claim) if (pair := _parted(claim, members, one))]
    if len(found) != 1:
        return undecided
    [(own, others)] = found
    total = sum(other.amount.base for other in others)
    if own.amount.base == total:
        return undecided
    more = (own.amount.base > total) == behind
    right = (more == (comparison.adjective.sign > 0)) != comparison.denied
    outcome = decided(right=right)
    return Check(outcome, "comparison", comparison.span, (own, *others), 1.0)


def _are_behind(claim: ReadClaim) -> bool | None:
    """Say whether "her rivals", "the others" stand behind "than"; ``None`` where on both sides."""
    tokens = claim.sentence.tokens
    than = next((at for at, token in enumerate(tokens) if token.text == "than"), 0)
    sides = {at > than for at, token in enumerate(tokens) if token.text in _OTHERS}
    return sides.pop() if len(sides) == 1 else None


def _lists(claim: ReadClaim) -> list[list[EvidenceQuantity]]:
    """Return counts of one sentence that each stand behind what they are of: "Lang 3,410; …"."""
    lines: dict[tuple[int, int], list[EvidenceQuantity]] = {}
    for reading in claim.index.readings:
        if reading.cell is None and reading.amount.unit is COUNT and not reading.amount.weak:
            lines.setdefault((reading.passage, reading.line), []).append(reading)
    return [members for members in lines.values() if len(members) >= _LEAST]


def _parted(
    claim: ReadClaim, members: list[EvidenceQuantity], words: Words
) -> tuple[EvidenceQuantity, list[EvidenceQuantity]] | None:
    """Return the member that some words name, and the others, if those are as many as is told."""
    shared = frozenset[str]().union(
        *(one.own & other.own for one in members for other in members if one is not other)
    )
    alike = all(len(member.own - shared) == 1 and not member.amount.noun for member in members)
    own = [member for member in members if (member.own - shared) & words.keys()]
    if not own and not claim.lower.isdisjoint(_HERS):
        own = [member for member in members if (member.own - shared) & claim.question.words.keys()]
    every = sum(member.amount.base for member in members)
    alike = alike and all(2 * member.amount.base != every for member in members)  # no total
    told = {int(a.value) for a in claim.sentence.amounts if a.value.denominator == 1}
    if not alike or len(own) != 1 or not told <= {len(members) - 1}:
        return None
    return own[0], [member for member in members if member is not own[0]]
