"""From what a time of a claim is reckoned, held against what the same time is in the evidence.

"Half an hour after breakfast" goes against "half an hour before food", and "a week after the first
dose" against "one week after the second dose".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.times.anchors import anchored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.times.anchors import Anchored
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_ALIKE = 0.7
"""What a word counts for which the other side has another of its kind."""
_HELD = 0.5
"""Share of the words that a time is reckoned from at which it is the same thing."""
_RIGHT, WRONG, _UNNAMED = 0.6, -0.9, 0.4
"""Leanings where both name the same thing, with one sign and with two; and what they weigh where
the claim names it in a word that the evidence does not hold."""


class _Best(NamedTuple):
    """The anchored time of the evidence that fits best, what it says, and whether that is sure."""

    lean: float
    told: Anchored | None = None
    sure: bool = False


def with_anchors(claim: ReadClaim, checks: Sequence[Check]) -> list[Check]:
    """Take what is told of the anchors of times to the orders of a claim."""
    found = list(checks)
    for own in anchored(claim.sentence):
        best = _best(claim, own)
        at = next((n for n, one in enumerate(found) if one.at.overlaps(own.span)), -1)
        if best.lean < 0 and (at < 0 or found[at].outcome != "contradicted"):
            check = _check(claim, own, best)
            found = [*found[:at], check, *found[at + 1 :]] if at >= 0 else [*found, check]
        elif best.lean > 0 and at >= 0 and found[at].outcome == "open":
            found[at] = replace(found[at], lean=max(best.lean, found[at].lean))
    return found


def _check(claim: ReadClaim, own: Anchored, best: _Best) -> Check:
    held = _held(claim, best.told) if best.told is not None else ()
    if best.lean < 0 and best.sure and held:
        return Check("contradicted", "order", own.span, held, 1.0)
    return Check("open", "order", own.span, lean=best.lean)


def _held(claim: ReadClaim, told: Anchored) -> tuple[EvidenceQuantity, ...]:
    return tuple(
        one
        for passage in claim.index.passages
        if any(each is told for each in passage.anchored)
        for one in passage.readings
        if one.amount.span == told.amount.span
    )[:1]


def _best(claim: ReadClaim, own: Anchored) -> _Best:
    """Return what the evidence says of a time and its anchor."""
    told = [one for one in _told(claim) if one.amount.base == own.amount.base]
    shares = [(_share(own, one), one) for one in told]
    most = max((share for share, _ in shares), default=0.0)
    best = [one for share, one in shares if share >= max(most, _HELD)]
    leans = {_of_two(own, one) for one in best}
    if len(leans) == 1:
        lean, same = leans.pop(), not own.beside.isdisjoint(best[0].beside)
        sure = same and most == 1 and not any(one.denied for one in (own, *best))
        return _Best(lean if same or lean < 0 else 0.0, best[0], sure)
    unknown = not any(word in claim.index.vocabulary for word in own.anchor)
    signs = {one.sign for one in told}
    if best or not unknown or len(signs) != 1:
        return _Best(0.0)
    return _Best(_UNNAMED if signs == {own.sign} else -_UNNAMED)


def _told(claim: ReadClaim) -> list[Anchored]:
    return [one for passage in claim.index.passages for one in passage.anchored]


def _of_two(own: Anchored, told: Anchored) -> float:
    """Return what one time of the evidence says, from the same thing as the claim's."""
    if own.ranks and told.ranks and own.ranks.isdisjoint(told.ranks):
        return WRONG
    return _RIGHT if own.sign == told.sign else WRONG


def _share(own: Anchored, told: Anchored) -> float:
    """Return how much of what a claim's time is reckoned from the other one is, in [0, 1]."""
    kinds = frozenset[int]().union(*told.anchor.values())
    held = (
        1.0 if word in told.anchor else _ALIKE if of_word & kinds else 0.0
        for word, of_word in own.anchor.items()
    )
    return sum(held) / len(own.anchor)
