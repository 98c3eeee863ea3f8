"""Paths block: whether the given triples lead from the question to the answer, and by what.

What leads where is found in `groundgraph.methods.fused.path_tracing`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.path_tracing import judge
from groundgraph.methods.fused.rule import Rule, Telling
from groundgraph.text.triples.sentences import as_sentence
from groundgraph.types import Edge, Evidence, TripleView
from groundgraph.types.triple_names import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.traced import Traced
    from groundgraph.types import Triple

    Floats = NDArray[np.float64]

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


def measure(traced: Sequence[Traced | None]) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``, in [0, 1]."""
    rows = np.zeros((len(traced), len(NAMES)))
    for row, each in zip(rows, traced, strict=True):
        if each is not None:
            row[NAMES.index(f"path_{each.kind}")] = each.sure
    return rows


def tell(traced: Traced | None) -> Telling | None:
    """Name the triples that lead to an answer, or those that lead to another."""
    if traced is None or traced.kind == "unknown" or not traced.led:
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
    cited = tuple(_cited(traced.triples, number) for number in walk)
    sign = ", " if traced.told == "number" else ", then "
    listed = sign.join(f"“{item.text}” (passage {item.passage_id})" for item in cited)
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


def _cited(triples: Sequence[Triple], number: int) -> Evidence:
    return Evidence(name_of(number), None, 1.0, as_sentence(triples[number]))


def draw(traced: Traced | None, number: int) -> tuple[Edge, ...]:
    """Return the way from the question over triples to a claim, or to where they lead instead."""
    if traced is None or not traced.led or traced.kind not in {"reached", "other", "apart"}:
        return ()
    if traced.told == "number" and traced.kind == "reached":
        ways = [("q", f"p:{name_of(place)}", f"c:{number}") for place in traced.walk]
        return tuple(Edge(*pair, traced.sure, "links") for way in ways for pair in pairwise(way))
    reached = traced.kind == "reached"
    walk = traced.walk if reached else traced.instead
    nodes = ["q", *(f"p:{name_of(place)}" for place in walk), *([f"c:{number}"] if reached else [])]
    return tuple(Edge(*pair, traced.sure, "links") for pair in pairwise(nodes))


def views(traced: Sequence[Traced | None]) -> tuple[TripleView, ...]:
    """Return the triples on the ways that were compared, and those beside them, for drawing."""
    found = [each for each in traced if each is not None]
    if not found:
        return ()
    triples = found[0].triples
    right = {n for each in found if each.kind in {"reached", "said"} for n in each.walk}
    instead = {n for each in found for n in each.instead}
    path = dict.fromkeys(n for each in found for n in (*each.walk, *each.instead))
    ends = {end for n in path for end in (triples[n].subject, triples[n].object)}
    ends |= {end for each in found for end in (each.topic, each.answer)}
    beside = [n for n, t in enumerate(triples) if n not in path and ends & {t.subject, t.object}]
    return tuple(
        TripleView(
            "evidence",
            triples[n],
            "path" if n in right else "elsewhere" if n in instead else "neighbour",
            passage_id=name_of(n),
        )
        for n in [*path, *beside][:_MOST_DRAWN]
    )


def settles(traced: Traced | None) -> bool:
    """Say whether the triples decide: a way that the question names in full, or an echo of it."""
    return traced is not None and traced.kind in {"reached", "other", "echo"} and traced.sure >= 1


def leads_elsewhere(traced: Traced | None) -> bool:
    """Say whether a way that the question names in full surely leads to another answer."""
    return settles(traced) and traced is not None and traced.kind == "other"


def says_so(traced: Traced | None) -> bool:
    """Say whether an answer is the number, or the yes or no, that the triples surely give."""
    return settles(traced) and traced is not None and bool(traced.told) and not traced.instead


RULE = Rule(SHIFT, NAMES, judge, measure, tell, draw, views, settles)
