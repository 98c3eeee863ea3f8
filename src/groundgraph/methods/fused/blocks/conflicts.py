"""Conflicts block: where passages disagree on what an answer says.

`groundgraph.text.conflicts` finds them. An answer that follows one side stays what it was judged to
be, and its reader is told; what another judge holds against it by the other side alone is taken
back. An answer that tells of both sides is right to, whatever its own words for that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.reading import distinct
from groundgraph.methods.fused.rule import Rule, Ruling
from groundgraph.text.conflicts import assembled, conflicting
from groundgraph.types import Conflict, Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Rulings
    from groundgraph.types import Finding, Side, Span

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


def ruling(found: Disagreement) -> Ruling:
    """Return what it comes to."""
    named = any(conflict.named for conflict in found.conflicts)
    return Ruling((float(named),), conflicts=found.conflicts)


def of_answer(judged: Sequence[Rulings]) -> tuple[Conflict, ...]:
    """Return the conflicts among what rules say of an answer's claims."""
    each = (conflict for own in judged for ruling in own.each for conflict in ruling.conflicts)
    return tuple(dict.fromkeys(each))


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


RULE = Rule(SHIFT, NAMES, judge, ruling)
