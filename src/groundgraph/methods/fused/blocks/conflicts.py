"""Conflicts block: where passages disagree on what an answer says.

`groundgraph.text.conflicts` finds them. An answer that follows one side stays what it was judged to
be, and its reader is told; what another judge holds against it by the other side alone is taken
back. An answer that tells of both sides is right to, whatever its own words for that.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.blocks.links import Walked
from groundgraph.methods.fused.reading import distinct
from groundgraph.methods.fused.rule import Rule
from groundgraph.text.conflicts import assembled, conflicting
from groundgraph.text.judgements import Judgement
from groundgraph.text.short_answers.slots import Found
from groundgraph.types import Conflict, Edge, Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import Finding, Side, Span

    Floats = NDArray[np.float64]

NAMES = ("conflict_named",)
"""Whether passages disagree on what a claim says and the answer tells so."""
SHIFT = Shift(names=NAMES, weights=(-2.0,))
"""Set by hand on the ``dev`` half of bench ``graph``, of whose answers that tell of a conflict one
in thirty is flagged without it: "the sources disagree" stands in no passage."""
_TOLD = 2
"""Conflicts that a remark spells out; more are counted."""


class Opposed(NamedTuple):
    """Words of a passage that say otherwise than the one that a claim follows."""

    passage_id: str
    span: Span


class Disagreement(NamedTuple):
    """What was found of one claim.

    Attributes:
        conflicts: Where passages disagree on what it says.
        against: What says otherwise than the side that it follows; both sides where the answer
            tells of both.
    """

    conflicts: tuple[Conflict, ...] = ()
    against: tuple[Opposed, ...] = ()


def judge(reading: Reading, _: Rarity) -> tuple[Disagreement, ...]:
    """Find where the passages of an answer disagree on its claims."""
    passages = distinct(reading.example.passages)  # their order decides nothing
    claims = [claim.text for claim in reading.claims]
    pairs = conflicting(reading.asked, passages, claims)
    found = [
        replace(each, sides=tuple(sorted(each.sides, key=_by_name)))
        for each in assembled(pairs, passages, claims, reading.judged.text)
    ]
    judged = []
    for number, own in enumerate(pairs):
        conflicts = tuple(each for each in found if number in each.claims)
        named = any(each.named for each in conflicts)
        told = [side for pair in own for side in (pair if named else pair[1:])]
        against = tuple(Opposed(passages[side.passage].id, side.around) for side in told)
        judged.append(Disagreement(conflicts, against))
    return tuple(judged)


def _by_name(side: Side) -> tuple[int, str, str]:
    """Order sides by the names of their passages, numbers as such: 2 before 10."""
    return len(side.passage_id), side.passage_id, side.value


def measure(found: Sequence[Disagreement]) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``, 0 or 1."""
    named = [any(conflict.named for conflict in each.conflicts) for each in found]
    return np.array(named, float)[:, None]


def amend(found: Disagreement, judged: Any) -> Any:
    """Take back what a judge holds against a claim by the other side of a conflict alone.

    Nor does the other side lead to the claim.
    """
    if isinstance(judged, Walked):
        return judged._replace(chain=tuple(u for u in judged.chain if not _opposes(found, u)))
    if isinstance(judged, Judgement) and judged.outcome == "contradicted":
        places = [(place.passage, place.span) for place in judged.evidence]
        if places and all(_is_among(*place, found.against) for place in places):
            return judged.left_open()
    if isinstance(judged, Found) and judged.lead < 0 and judged.span is not None:
        return None if _is_among(judged.passage_id, judged.span, found.against) else judged
    return judged


def _opposes(found: Disagreement, unit: Unit) -> bool:
    return unit.span is not None and _is_among(unit.passage_id, unit.span, found.against)


def _is_among(passage_id: str, span: Span, against: tuple[Opposed, ...]) -> bool:
    return any(each.passage_id == passage_id and span.overlaps(each.span) for each in against)


def draw(found: Disagreement, _: int) -> list[Edge]:
    """Return an edge between each two passages that say different things."""
    return [
        Edge(f"p:{one.passage_id}", f"p:{other.passage_id}", 1.0, "opposes")
        for conflict in found.conflicts
        for one, other in combinations(conflict.sides, 2)
        if one.passage_id != other.passage_id and one.value != other.value
    ]


def of_answer(judged: Sequence[Sequence[Any]]) -> tuple[Conflict, ...]:
    """Return the conflicts among what rules found of an answer's claims."""
    found = (each for own in judged for each in own if isinstance(each, Disagreement))
    return tuple(dict.fromkeys(conflict for each in found for conflict in each.conflicts))


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


def remark(conflicts: Sequence[Conflict]) -> str:
    """Say what an answer keeps silent about, or ""."""
    silent = [str(each).rstrip(".") for each in conflicts if not each.named]
    if not silent:
        return ""
    told = [f"{each[0].lower()}{each[1:]}" for each in silent[:_TOLD]]
    more = len(silent) - _TOLD
    rest = [f"{more} more such {'conflict' if more == 1 else 'conflicts'}"] if more > 0 else []
    return "; ".join([*told, *rest, "the answer does not say so"])


RULE = Rule(SHIFT, NAMES, judge, measure, lambda _: None, draw, amend=amend)
