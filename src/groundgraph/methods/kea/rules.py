"""Where embeddings mislead: which labels may be one, and which triples exclude each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.literals import agree, amounts, as_date, is_literal, stand_in
from groundgraph.text.words import content_stems, negates
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import TripleVectors
    from groundgraph.methods.kea.graphs import Graphs, SourcedTriple
    from groundgraph.types import Position


_PLAINLY = 0.05
"""Cosine by which a field is more like a claim than another, to be the one that it means."""


def kept_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Return the names of clusters without unlike literals, and denials, among their members.

    A day takes the name of its year, where the other text gives only that.
    """
    kept = {
        label: name if amounts(label) == amounts(name) and denies(label) == denies(name) else label
        for label, name in names.items()
    }
    dates = [label for label in names if as_date(label) is not None]
    for label in dates:
        kept[label] = min((d for d in dates if agree(d, label)), key=lambda d: (len(d), d))
    return kept


def equal_edges(
    claims: Sequence[Triple], evidence: Sequence[Triple], *, directed: bool
) -> dict[int, int]:
    """Return, for each claim edge that the evidence holds, the first such edge."""
    place: dict[Triple, int] = {}
    for number, triple in enumerate(evidence):
        place.setdefault(triple, number)
        if not directed:
            place.setdefault(Triple(triple.object, triple.predicate, triple.subject), number)
    return {n: place[triple] for n, triple in enumerate(claims) if triple in place}


def exact(side: TripleVectors) -> TripleVectors:
    """Put bare numbers for dates and amounts, which are then compared exactly."""
    triples = [Triple(stand_in(s), p, stand_in(o)) for s, p, o in side.triples]
    return side._replace(triples=triples)


def can_differ(claim: SourcedTriple, evidence: SourcedTriple, position: Position) -> bool:
    """Say whether two elements exclude each other.

    They must be of one kind, and not both true as dates; and neither side may hold both, as
    where one sentence gives two values ("played for Ajax and for Milan").
    """
    ours, theirs = (getattr(fact.triple, position) for fact in (claim, evidence))
    literal = is_literal(ours)
    if literal != is_literal(theirs) or (literal and agree(ours, theirs)):
        return False
    return literal or not (_holds(claim, theirs) or _holds(evidence, ours))


def stated_beside(graph: Graphs, claim: int, evidence: int, same: Mapping[int, int]) -> bool:
    """Say whether the claim's sentence states the evidence's fact as well as the claim."""
    place = sentence_of(graph, graph.claims[claim])
    return place is not None and any(
        held == evidence and sentence_of(graph, graph.claims[other]) == place
        for other, held in same.items()
    )


def excludes(claim: SourcedTriple, fact: SourcedTriple, position: Position) -> bool:
    """Say whether a fact of a knowledge source leaves no room for a claim that differs from it.

    It must be of one value, and about what the claim is about: that two were born in one town
    is no contradiction, but that two are the capital of one country is.
    """
    if not fact.rival:
        return False
    if position != "subject":
        return claim.known
    return fact.shown.subject == claim.triple.object


def spoken_about(
    graph: Graphs, alike: NDArray[np.bool_], against: AbstractSet[int]
) -> NDArray[np.bool_]:
    """Say which claims a knowledge source speaks about, shape ``(n_claims,)``.

    Args:
        graph: Both graphs.
        alike: Whether predicates are alike, shape ``(n_claims, n_evidence)``.
        against: The claims that it contradicts.
    """
    return np.array(
        [
            number in against or (fact.known and speaks(fact, graph.evidence, alike[number]))
            for number, fact in enumerate(graph.claims)
        ],
        bool,
    )


def named_in_texts(graph: Graphs) -> NDArray[np.bool_]:
    """Say of which claims a passage or a given triple names the subject, shape ``(n_claims,)``."""
    told = [fact for fact in graph.evidence if not fact.of_world]
    texts = [content_stems(unit.text) for unit in graph.units]
    texts += [
        content_stems(end) for fact in told for end in (fact.shown.subject, fact.shown.object)
    ]
    named = (content_stems(fact.shown.subject) for fact in graph.claims)
    return np.array([bool(own) and any(own <= text for text in texts) for own in named], bool)


def speaks(
    claim: SourcedTriple, evidence: Sequence[SourcedTriple], alike: NDArray[np.bool_]
) -> bool:
    """Say whether a fact of the claim's subject has a predicate ``alike``, and such an object.

    Of a fact that tells nothing of other objects, the claim must have its very object.
    """
    object_ = claim.triple.object.casefold()
    return any(
        (evidence[i].telling or evidence[i].triple.object.casefold() == object_)
        and evidence[i].triple.subject == claim.triple.subject
        and is_literal(evidence[i].triple.object) == is_literal(claim.triple.object)
        for i in np.flatnonzero(alike).tolist()
    )


def speaks_nearer(
    claim: SourcedTriple,
    evidence: Sequence[SourcedTriple],
    alike: NDArray[np.floating],
    number: int,
) -> bool:
    """Say whether another property of the same subject is plainly nearer to a claim's predicate.

    "worked as an engineer" is about an occupation, though "worked at" is not far from it.

    Args:
        claim: What the answer says.
        evidence: All facts.
        alike: Cosines of their predicates to the claim's, shape ``(n_evidence,)``.
        number: The fact that the claim would contradict.
    """
    kind = is_literal(claim.triple.object)
    peers = [
        i
        for i in np.flatnonzero(alike > alike[number] + _PLAINLY).tolist()
        if evidence[i].triple.subject == claim.triple.subject
        and is_literal(evidence[i].triple.object) == kind
        and evidence[i].shown.predicate != evidence[number].shown.predicate
    ]
    return bool(peers)


def _holds(fact: SourcedTriple, label: str) -> bool:
    return re.search(rf"\b{re.escape(label)}\b", fact.text, re.IGNORECASE) is not None


def denies(label: str) -> bool:
    """Say whether a label holds a negation."""
    return any(map(negates, label.lower().split()))
