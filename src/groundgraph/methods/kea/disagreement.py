"""Passages that disagree with each other about what a claim says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.methods.kea.differences import parts_of
from groundgraph.methods.kea.graphs import name_of_source
from groundgraph.methods.kea.literals import agree, is_literal
from groundgraph.methods.kea.phrasing import listed, named
from groundgraph.text.asked.conversations import asked
from groundgraph.text.conflicts import find_conflicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.types import Example


def sides_of(graph: Graphs, against: Sequence[Contradiction]) -> list[SourcedTriple]:
    """Return facts of different passages that give a claim different values; [] where they agree.

    Args:
        graph: Both graphs.
        against: What contradicts the claim, the plainest first.
    """
    best = against[0]
    fact = graph.evidence[best.evidence]
    if best.position != "object" or fact.of_world:
        return []
    others = (graph.evidence[each.evidence] for each in against[1:] if each.position == "object")
    return _with_others(fact, others)


def otherwise(example: Example, graph: Graphs, evidence: int, claim: str) -> str:
    """Return how the passages disagree about a claim that one of them states, "" where none does.

    Args:
        example: The answer.
        graph: Both graphs.
        evidence: The number of the fact that states it.
        claim: Its sentence.
    """
    fact = graph.evidence[evidence]
    if fact.of_world or not any(_is_told_otherwise(fact, other) for other in graph.evidence):
        return ""
    found = find_conflicts(asked(example.question), example.passages, [claim])
    return " ".join(str(conflict) for conflict in found)


def _is_told_otherwise(fact: SourcedTriple, other: SourcedTriple) -> bool:
    """Say whether another source has two parts of a fact, and another third."""
    if other.source == fact.source or other.of_world:
        return False
    ours, theirs = parts_of(fact), parts_of(other)
    return sum(a == b for a, b in zip(ours, theirs, strict=True)) == len(ours) - 1


def told(sides: Sequence[SourcedTriple], passages: Sequence[str]) -> str:
    """Say which passage gives which value."""
    said = [
        f"{name_of_source(side.source, passages)} says {named(side.triple.object)}"
        for side in sides
    ]
    return listed(said)


def equal(a: str, b: str) -> bool:
    """Say whether two values are the same."""
    if is_literal(a) and is_literal(b):
        return agree(a, b)
    return a.casefold() == b.casefold()


def _with_others(fact: SourcedTriple, facts: Iterable[SourcedTriple]) -> list[SourcedTriple]:
    """Return a fact and those of other sources that give its subject another value, or []."""
    sides = [fact]
    for other in facts:
        known = other.source in {side.source for side in sides}
        if known or other.of_world or parts_of(other)[:2] != parts_of(fact)[:2]:
            continue
        if not any(equal(other.triple.object, side.triple.object) for side in sides):
            sides.append(other)
    return sides if len(sides) > 1 else []
