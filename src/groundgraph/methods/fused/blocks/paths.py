"""Paths block: whether the given triples lead from the question to the answer, and by what.

What leads where is found in `groundgraph.methods.fused.path_tracing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.path_tracing import judge
from groundgraph.methods.fused.rule import Rule, Ruling, Telling, Way
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types import Evidence, TripleView
from groundgraph.types.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.methods.fused.traced import Traced

NAMES = (
    *("path_reached", "path_other", "path_echo", "path_apart", "path_unknown"),
    *("path_said", "path_denied"),
)
"""The answer is at the end of the way that fits the question best; other ways fit better than those
that end at it; it is what the question names; no way of three triples ends at it; neither
triples nor passages name it. Of a sentence: a triple says what it says of two entities; other
triples say it of other ones."""
SHIFT = Shift(
    names=NAMES, weights=(-4.0, 5.0, 4.0, 3.0, 3.0, -1.0, 4.0), sure=("path_echo",), least=1.0
)
_MOST_DRAWN = 40


def ruling(traced: Traced | None) -> Ruling:
    """Return what it comes to: the triples may leave nothing to judge, nor to a reader model."""
    if traced is None:
        return Ruling((0.0,) * len(NAMES))
    settled = settles(traced)
    overrules: Literal["", "right", "wrong"] = ""
    if settled and traced.kind == "other":
        overrules = "wrong"
    elif settled and traced.told and not traced.instead:
        overrules = "right"
    return Ruling(
        tuple(traced.sure if name == f"path_{traced.kind}" else 0.0 for name in NAMES),
        tell(traced),
        settles=settled,
        overrules=overrules,
        ways=ways(traced),
        traced=traced,
    )


def tell(traced: Traced) -> Telling | None:
    """Name the triples that lead to an answer, or those that lead to another."""
    if traced.kind == "unknown" or not traced.led:
        return None
    if traced.kind == "other" and not traced.instead:
        told = f"The question does not offer “{traced.answer}”."
        return Telling("contradicted", told, (), traced.sure)
    if traced.kind == "echo":
        told = f"The question names “{traced.answer}” itself; that is no answer to it."
        return Telling("contradicted", told, (), traced.sure)
    right = traced.kind in {"reached", "said"}
    walk = traced.walk if right else traced.instead
    if not walk:
        return None
    cited = tuple(_cited(traced, number) for number in (*traced.before, *walk))
    each = [f"“{item.text}” ({source_of(item.passage_id)})" for item in cited]
    last = len(traced.before) if traced.told == "number" else len(each) - 1
    listed = ", then ".join([*each[:last], ", ".join(each[last:])])
    outcome: Literal["supported", "contradicted"] = "supported" if right else "contradicted"
    return Telling(outcome, f"{_lead(traced, right)}: {listed}.", cited, traced.sure, leading=right)


def _lead(traced: Traced, right: bool) -> str:
    """Say what the triples of a walk do."""
    if traced.told == "number":
        there = f"“{traced.answer}” is how many there are"
        return there if right else f"The triples hold {len(traced.instead)}"
    if traced.told:
        return f"To this question the triples say {traced.told}"
    if right:
        return f"From “{traced.topic}” to “{traced.answer}”"
    if traced.kind == "denied":
        return f"The triples give another for “{traced.topic}” than “{traced.answer}”"
    return f"From “{traced.topic}” the triples lead elsewhere than to “{traced.answer}”"


def _cited(traced: Traced, number: int) -> Evidence:
    return Evidence(traced.names[number], None, 1.0, as_sentence(traced.triples[number]))


def ways(traced: Traced) -> tuple[Way, ...]:
    """Return the way from the question over triples to a claim, or to where they lead instead."""
    if not traced.led or traced.kind not in {"reached", "other", "apart"}:
        return ()
    reached = traced.kind == "reached"
    if traced.told == "number" and reached:
        return tuple(
            Way(tuple(traced.names[each] for each in (*traced.before, place)), traced.sure)
            for place in traced.walk
        )
    walk = traced.walk if reached else traced.instead
    return (Way(tuple(traced.names[place] for place in walk), traced.sure, reached),)


def views(found: Sequence[Traced]) -> tuple[TripleView, ...]:
    """Return the triples on the ways that were compared, and those beside them, for drawing."""
    if not found:
        return ()
    triples = found[0].triples
    ways_to = {n for each in found for n in each.before}
    right = {n for each in found if each.kind in {"reached", "said"} for n in each.walk} | ways_to
    instead = {n for each in found for n in each.instead}
    path = dict.fromkeys(n for each in found for n in (*each.before, *each.walk, *each.instead))
    ends = {end for n in path for end in (triples[n].subject, triples[n].object)}
    ends |= {end for each in found for end in (each.topic, each.answer)}
    beside = [n for n, t in enumerate(triples) if n not in path and ends & {t.subject, t.object}]
    return tuple(
        TripleView(
            "evidence",
            triples[n],
            "path" if n in right else "elsewhere" if n in instead else "neighbour",
            passage_id=found[0].names[n],
        )
        for n in [*path, *beside][:_MOST_DRAWN]
    )


def settles(traced: Traced) -> bool:
    """Say whether the triples decide: a way that the question names in full, or an echo of it."""
    return traced.kind in {"reached", "other", "echo"} and traced.sure >= 1


RULE = Rule(SHIFT, NAMES, judge, ruling)
