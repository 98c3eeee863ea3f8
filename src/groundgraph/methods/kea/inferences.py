"""What follows from the evidence though none of its triples says so.

A rounded amount follows from the exact one, "born in Germany" from Bonn and where that lies, and
that Acme is not based in Berlin from where it is. Nothing here enters h.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.methods.kea.differences import parts_of, preposition
from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.literals import is_literal
from groundgraph.methods.kea.manner import manner_of, outlived
from groundgraph.methods.kea.support import Support
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.methods.kea.comparison import Contradiction
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.methods.kea.manner import Manner
    from groundgraph.methods.kea.places import EvidenceWords

_LYING = frozenset(map(stem, "located situated lies city town village capital part".split()))
_FARTHEST = 3
"""Steps from a place to one that it lies in."""


class Manners:
    """How the facts of both sides are put."""

    def __init__(self, graph: Graphs, places: Sequence[EvidenceWords]) -> None:
        self._graph = graph
        self._place_of = {number: place for place in places for number in place.facts}

    def of_claim(self, number: int) -> Manner:
        """Return how a claim is put in its sentence."""
        fact = self._graph.claims[number]
        at = sentence_of(self._graph, fact)
        return manner_of(
            fact, fact.text if at is None else self._graph.sentences[at].of(self._graph.answer)
        )

    def of_evidence(self, number: int) -> Manner:
        """Return how a fact of the evidence is put in its sentence."""
        fact = self._graph.evidence[number]
        place = self._place_of.get(number)
        return manner_of(fact, fact.text if place is None else place.unit.text)

    def agree(self, found: Contradiction) -> bool:
        """Say whether two facts are put alike, and neither is denied."""
        if found.position == "predicate":
            return True
        ours, theirs = self.of_claim(found.claim), self.of_evidence(found.evidence)
        timely = not outlived(self._graph.claims[found.claim], ours, theirs)
        return timely and not (ours.denied or theirs.denied) and ours.moods == theirs.moods

    def denies_other(self, found: Contradiction) -> bool:
        """Say whether a claim denies a value in whose place the evidence has another."""
        ours, theirs = self.of_claim(found.claim), self.of_evidence(found.evidence)
        plain = not (ours.moods or theirs.moods or theirs.condition)
        return found.position == "object" and ours.denied and not theirs.denied and plain


def inferred(graph: Graphs, pairs: Sequence[Contradiction], manners: Manners) -> dict[int, Support]:
    """Return what claims follow from, of those that differ from a fact in one end.

    Args:
        graph: Both graphs.
        pairs: From `groundgraph.methods.kea.differences.pairs_of`.
        manners: How their facts are put.
    """
    lies = _lying(graph.evidence)
    found: dict[int, Support] = {}
    for pair in pairs:
        claim, fact = graph.claims[pair.claim], graph.evidence[pair.evidence]
        if pair.position != "object" or not manners.agree(pair):
            continue
        if _is_rounded(claim, fact) or _is_within(claim, fact, lies):
            found.setdefault(pair.claim, Support(fact, pair.evidence))
    return found


def denials(
    graph: Graphs, contradictions: Sequence[Contradiction], manners: Manners
) -> dict[int, Support]:
    """Return what has another value where a claim denies one.

    Args:
        graph: Both graphs.
        contradictions: What would contradict each other, were the claims no denials.
        manners: How their facts are put.
    """
    lies = _lying(graph.evidence)
    return {
        pair.claim: Support(
            graph.evidence[pair.evidence],
            pair.evidence,
            graph.evidence[pair.evidence].triple.object,
        )
        for pair in reversed(contradictions)
        if manners.denies_other(pair)
        and not _is_within(graph.claims[pair.claim], graph.evidence[pair.evidence], lies)
    }


def _is_rounded(claim: SourcedTriple, fact: SourcedTriple) -> bool:
    """Say whether the amount of a claim is that of a fact, rounded or in another unit."""
    ours, theirs = claim.triple.object, fact.triple.object
    if not (is_literal(ours) and is_literal(theirs)):
        return False
    [judged] = judge_quantities("", [fact.text], [claim.text])
    return judged.outcome == "supported"


def _is_within(
    claim: SourcedTriple, fact: SourcedTriple, lies: Mapping[frozenset[str], set[frozenset[str]]]
) -> bool:
    """Say whether the place of a fact lies in that of a claim."""
    if [preposition(side.triple.predicate) for side in (claim, fact)] != ["in", "in"]:
        return False
    if parts_of(claim)[1] != parts_of(fact)[1]:
        return False
    wanted, reached = parts_of(claim)[2], {parts_of(fact)[2]}
    for _ in range(_FARTHEST):
        reached = {place for each in reached for place in lies.get(each, ())}
        if wanted in reached:
            return True
    return False


def _lying(evidence: Sequence[SourcedTriple]) -> dict[frozenset[str], set[frozenset[str]]]:
    """Return what the evidence says to lie in what."""
    found: dict[frozenset[str], set[frozenset[str]]] = {}
    for fact in evidence:
        subject, predicate, object_ = parts_of(fact)
        if preposition(fact.triple.predicate) == "in" and predicate <= _LYING:
            found.setdefault(subject, set()).add(object_)
    return found
