"""Conflicts block: where passages disagree on what an answer says.

`groundgraph.text.conflicts` finds them. They measure nothing and shift nothing: an answer that
follows one side stays what it was judged to be, and its reader is told. What a judge holds against
a claim by the other side alone is taken back.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.methods.fused.reading import distinct
from groundgraph.text.conflicts import assembled, conflicting
from groundgraph.text.judgements import Judgement
from groundgraph.text.short_answers import Found
from groundgraph.types import Conflict, Edge, Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Finding, Span

_TOLD = 2
"""Conflicts that a remark spells out; more are counted."""


class Opposed(NamedTuple):
    """Words of a passage that say otherwise than the one that a claim follows."""

    passage_id: str
    span: Span


class Disagreements(NamedTuple):
    """What was found of one answer.

    Attributes:
        conflicts: The conflicts.
        against: For each claim, what says otherwise than the side that it follows; both sides where
            the answer tells of both.
    """

    conflicts: tuple[Conflict, ...] = ()
    against: tuple[tuple[Opposed, ...], ...] = ()


def find(reading: Reading) -> Disagreements:
    """Find where the passages of an answer disagree on what it says."""
    passages = distinct(reading.example.passages)  # their order decides nothing
    claims = [claim.text for claim in reading.claims]
    pairs = conflicting(reading.asked, passages, claims)
    if not any(pairs):
        return Disagreements()
    given = {passage.id: number for number, passage in enumerate(reading.given.passages)}
    found = assembled(pairs, passages, claims, reading.judged.text)
    ordered = tuple(
        replace(each, sides=tuple(sorted(each.sides, key=lambda side: given[side.passage_id])))
        for each in found
    )
    against = []
    for number, own in enumerate(pairs):
        named = any(each.named and number in each.claims for each in found)
        told = [side for pair in own for side in (pair if named else pair[1:])]
        against.append(tuple(Opposed(passages[s.passage].id, s.around) for s in told))
    return Disagreements(ordered, tuple(against))


def settled(
    judged: tuple[Sequence[Any], ...], found: Disagreements
) -> tuple[Sequence[Any], ...]:
    """Take back what judges hold against claims by the other side of a conflict alone."""
    if not found.conflicts:
        return judged
    return tuple(
        [_excused(each, against) for each, against in zip(own, found.against, strict=True)]
        for own in judged
    )


def _excused(judged: Any, against: tuple[Opposed, ...]) -> Any:
    if isinstance(judged, Judgement) and judged.outcome == "contradicted":
        places = [(place.passage, place.span) for place in judged.evidence]
        if places and all(_is_among(*place, against) for place in places):
            return replace(
                judged, outcome="open", certainty="", score=0.5, evidence=(), explanation=""
            )
    if isinstance(judged, Found) and judged.lead < 0 and judged.span is not None:
        return None if _is_among(judged.passage_id, judged.span, against) else judged
    return judged


def _is_among(passage_id: str, span: Span, against: tuple[Opposed, ...]) -> bool:
    return any(each.passage_id == passage_id and span.overlaps(each.span) for each in against)


def with_sides(finding: Finding, number: int, conflicts: Sequence[Conflict]) -> Finding:
    """Return a finding with both sides of the conflicts that bear on it, and a sentence of each."""
    own = [conflict for conflict in conflicts if number in conflict.claims]
    if not own:
        return finding
    sides = [
        Evidence(side.passage_id, side.span, 1.0, side.text) for each in own for side in each.sides
    ]
    places = {(item.passage_id, item.span) for item in sides}
    others = [item for item in finding.evidence if (item.passage_id, item.span) not in places]
    why = " ".join([*map(str, own), finding.explanation]).rstrip()
    return replace(finding, evidence=(*dict.fromkeys(sides), *others), explanation=why)


def edges(conflicts: Sequence[Conflict]) -> list[Edge]:
    """Return an edge between each two passages that say different things."""
    return [
        Edge(f"p:{one.passage_id}", f"p:{other.passage_id}", 1.0, "opposes")
        for conflict in conflicts
        for one, other in combinations(conflict.sides, 2)
        if one.passage_id != other.passage_id and one.value != other.value
    ]


def remark(conflicts: Sequence[Conflict]) -> str:
    """Say what an answer keeps silent about, or ""."""
    silent = [str(each).rstrip(".") for each in conflicts if not each.named]
    if not silent:
        return ""
    told = [f"{each[0].lower()}{each[1:]}" for each in silent[:_TOLD]]
    more = len(silent) - _TOLD
    rest = [f"{more} more such {'conflict' if more == 1 else 'conflicts'}"] if more > 0 else []
    return "; ".join([*told, *rest, "the answer does not say so"])
