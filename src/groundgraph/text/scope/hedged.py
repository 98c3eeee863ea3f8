"""What a claim says only as possible that the evidence says plainly: it says no more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.scope.claims import Relation, settled
from groundgraph.text.scope.lexicon import CONDITIONS, NEGATIVE
from groundgraph.text.scope.moods import MOODS, moods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.scope.claims import Claim, Near
    from groundgraph.text.scope.findings import Check
    from groundgraph.text.scope.moods import Mood

_HEDGES = frozenset({"possible", "may", "can"})


def check_hedged(claim: Claim) -> list[Check]:
    """Support what a claim calls possible where a sentence of the evidence says it plainly."""
    line = claim.line
    if MOODS.firsts.isdisjoint(line.words) or line.find(NEGATIVE) or line.prefixed:
        return []
    found = []
    for part in line.parts:
        own = [mood for mood in moods(line, part) if mood.name in _HEDGES]
        keys = claim.keys_without(part, [mood.marker for mood in own])
        for mood in own if keys else ():
            relations = [r for near in claim.near(keys) for r in _plain(mood, near)]
            found.append(settled("modality", relations))
    return [check for check in found if check is not None]


def _plain(mood: Mood, near: Near) -> Iterator[Relation]:
    """Yield the parts of a sentence that say plainly what a mood is about."""
    line = near.line
    if any(line.find(lexicon) for lexicon in (NEGATIVE, CONDITIONS, MOODS)) or "?" in line.words:
        return
    for part in line.parts:
        if mood.anchor and mood.anchor in line.keys_of(part):
            yield Relation(True, near.fit, "says it plainly", line, part.first, part.last)
