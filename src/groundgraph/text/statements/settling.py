"""What was found of a claim, weighed as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.statements.findings import AGAINST, Found

if TYPE_CHECKING:
    from collections.abc import Sequence

_RIGHT = frozenset({"same", "broader", "narrower", "other_time"})
_RIGHT_ENOUGH, _CONTRASTED = 0.6, 0.8
PAIRED = {"belongs_to_other": "other_value", "other_value": "belongs_to_other"}
"""Patterns that contrast two things where one place has both."""


def settled(found: list[Found]) -> list[Found]:
    """Drop what speaks against a statement that the evidence makes elsewhere; weigh contrasts."""
    right = {f.about for f in found if f.pattern in _RIGHT and f.fit >= _RIGHT_ENOUGH}
    kept = [f for f in found if f.pattern not in AGAINST or f.about not in right]
    return [f._replace(fit=_CONTRASTED) if _is_contrasted(f, kept) else f for f in kept]


def _is_contrasted(found: Found, every: Sequence[Found]) -> bool:
    """Say whether the evidence says of another thing what the claim says, and of its thing another.

    "The shelf is oiled, the stool is painted" against "The stool is oiled".
    """
    paired = PAIRED.get(found.pattern)
    return any(
        f.pattern == paired and f.about == found.about and f.passage == found.passage
        and abs(f.sentence - found.sentence) <= 1
        for f in every
    )  # fmt: skip
