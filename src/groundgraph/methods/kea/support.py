"""Which statements of an answer its evidence states, whether or not their triples are equal.

Equality after relabelling is what the kernel sees. A reader is shown more than that: a sentence
that stands in a passage is supported, however an extractor cut it into triples, unless something
there speaks against it (`groundgraph.methods.kea.objections`). Nothing here enters h.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.kea.apart import (
    are_apart,
    are_two_roles,
    gives_to_another,
    is_rival,
    says_of_another,
    says_too,
    tells_opposite,
)
from groundgraph.methods.kea.by_words import (
    fields_holding,
    places_conversing,
    places_copied,
    places_counting,
    places_stating,
    places_turning,
)
from groundgraph.methods.kea.graphs import SourcedTriple, sentence_of
from groundgraph.methods.kea.literals import agree, is_literal
from groundgraph.methods.kea.places import places_of, stems_of
from groundgraph.methods.kea.rules import denies, exact
from groundgraph.methods.kea.statements import statements_of
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import ContradictionRule, TripleVectors
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.methods.kea.objections import Objection, Objections
    from groundgraph.methods.kea.places import EvidenceWords
    from groundgraph.methods.kea.statements import Statements


class Support(NamedTuple):
    """What states a claim.

    Attributes:
        fact: As it is shown: a triple of the evidence, or a sentence that says the claim.
        evidence: The number of the triple to draw beside the claim, ``None`` where none is.
        instead: Of a claim that denies a value: the value that the evidence has; "" of others.
    """

    fact: SourcedTriple
    evidence: int | None
    instead: str = ""


class Supported(NamedTuple):
    """What states the claims of an answer, and what only seems to, by claim."""

    support: dict[int, Support]
    objections: dict[int, Objection]


class Candidate(NamedTuple):
    """What may state a claim.

    Attributes:
        support: As it is shown.
        place: The sentence; ``None`` where not known.
        triple: The number of the triple that says so, ``None`` where words do.
    """

    support: Support
    place: EvidenceWords | None
    triple: int | None = None


def supports(
    graph: Graphs,
    claims: TripleVectors,
    evidence: TripleVectors,
    cosines: NDArray[np.floating],
    same: Mapping[int, int],
    rule: ContradictionRule,
    judges: Objections | None = None,
) -> Supported:
    """Return what states each claim that some evidence states.

    In this order: a triple that is equal after relabelling; one that is alike in all three parts
    by ``rule``; the words of the claim, or of its whole sentence, nearly in order in one
    sentence of the evidence; a field of data that holds its object. Numbers and names of
    the claim must occur where it is stated. What ``judges`` object to is passed over; of a claim
    that nothing states they are asked about the sentence of its nearest triple too.
    """
    said, places = statements_of(graph), places_of(graph)
    place_of = {number: place for place in places for number in place.facts}
    alike = _alike(claims, evidence, rule)
    copied = [places_copied(sentence, places) for sentence in said.sentences]
    found = Supported({}, {})
    for number, fact in enumerate(graph.claims):
        equal = [same[number]] if number in same else []
        by_triples = (
            Candidate(Support(graph.evidence[n], n), place_of.get(n), n)
            for n in (*equal, *np.flatnonzero(alike[number]).tolist())
            if _allows(graph, said, number, n, place_of)
            and (judges is None or _of_one_thing(graph, number, n, place_of.get(n)))
        )
        at = sentence_of(graph, fact)
        whole = () if at is None else _unless_rivalled(graph, number, copied[at])
        by_words = (
            Candidate(_by_words(place, fact, cosines[number]), place)
            for place in chain(
                whole,
                places_stating(said, number, places),
                places_turning(said, graph, number, places),
                places_counting(graph, number, places),
                places_conversing(graph, number, places),
                fields_holding(said, graph, number, places),
            )
            if said.bare[number] in place.unit.text
        )
        nearest = place_of.get(int(cosines[number].argmax()))
        candidates = (
            each
            for each in chain(by_triples, by_words)
            if judges is None or each.place is None or not _of_another(graph, number, each.place)
        )
        _choose(found, number, candidates, nearest, judges)
    return found


def _unless_rivalled(
    graph: Graphs, claim: int, copied: Sequence[EvidenceWords]
) -> Sequence[EvidenceWords]:
    """Return where a sentence stands; of two places none where one says otherwise of a claim.

    What other claims of the answer say too is not otherwise: "rises in A and … ends in B", of which
    both may be read as where it rises.
    """
    told = [graph.evidence[n] for place in copied[1:] and copied for n in place.facts]
    rivals = [fact for fact in told if is_rival(graph.claims[claim], fact)]
    said = (any(says_too(other, fact) for other in graph.claims) for fact in rivals)
    return copied if all(said) else ()


def _of_another(graph: Graphs, claim: int, place: EvidenceWords) -> bool:
    """Say whether a place says of another thing what a claim says."""
    own, told = graph.claims[claim], [graph.evidence[n] for n in place.facts]
    equal = [fact for fact in told if fact.triple == own.triple]
    if equal and all(tells_opposite(own, fact) for fact in equal):
        return True
    between = [fact.triple for fact in told if fact.triple[::2] == own.triple[::2]]
    if between and all(are_two_roles(own.triple.predicate, each.predicate) for each in between):
        return True
    return says_of_another(own, told) or gives_to_another(graph, claim, place.facts)


def _choose(
    found: Supported,
    claim: int,
    candidates: Iterable[Candidate],
    nearest: EvidenceWords | None,
    judges: Objections | None,
) -> None:
    """Note the first candidate to which nothing is objected, and the first objection."""
    refused: list[EvidenceWords] = []
    for support, place, triple in candidates:
        if place in refused:
            continue
        against = judges.of(claim, place, triple) if judges and place else None
        if place is None or against is None:
            found.support[claim] = support
            return
        found.objections.setdefault(claim, against)
        refused.append(place)
    if refused or judges is None:
        return
    against = judges.of(claim, nearest, None, seeming=False) if nearest else None
    against = against or judges.elsewhere(claim)
    if against is not None:
        found.objections[claim] = against


def _alike(
    claims: TripleVectors, evidence: TripleVectors, rule: ContradictionRule
) -> NDArray[np.bool_]:
    """Say which triples are alike in all three parts, shape ``(n_claims, n_evidence)``."""
    subjects = _alike_ends(claims.subject @ evidence.subject.T, claims, evidence, 0, rule)
    objects = _alike_ends(claims.object @ evidence.object.T, claims, evidence, 2, rule)
    predicates = claims.predicate @ evidence.predicate.T > rule.predicates
    return np.asarray(subjects & objects & predicates, bool)


def _alike_ends(
    cosines: NDArray[np.floating],
    claims: TripleVectors,
    evidence: TripleVectors,
    place: int,
    rule: ContradictionRule,
) -> NDArray[np.bool_]:
    """Compare subjects (0) or objects (2) by cosine, those that begin with a digit exactly."""
    ours, theirs = (
        np.array([triple[place] for triple in exact(side).triples], object)
        for side in (claims, evidence)
    )
    digits = np.array([label[:1].isdigit() for label in ours], bool)[:, None]
    return np.where(digits, ours[:, None] == theirs[None, :], cosines > rule.ends)


def _allows(
    graph: Graphs,
    said: Statements,
    claim: int,
    evidence: int,
    place_of: Mapping[int, EvidenceWords],
) -> bool:
    """Say whether a triple's sentence holds a claim's numbers and names, and no less denies it."""
    fact = graph.evidence[evidence]
    known = set(stems_of(" ".join([*fact.triple, fact.text])))
    if evidence in place_of:
        known |= place_of[evidence].known
    own = graph.claims[claim].triple
    for ours, theirs in ((own.subject, fact.triple.subject), (own.object, fact.triple.object)):
        if is_literal(ours) and is_literal(theirs) and agree(ours, theirs):
            known.update(stems_of(ours))
    return said.specific[claim] <= known and denies(own.predicate) == denies(fact.triple.predicate)


def _of_one_thing(graph: Graphs, claim: int, evidence: int, place: EvidenceWords | None) -> bool:
    """Say whether both ends of two triples may name the same, in words that they share.

    Embeddings put the cello beside the violin, May beside March and a mother beside a daughter.
    """
    ours, theirs = graph.claims[claim].triple, graph.evidence[evidence].triple
    if are_two_roles(ours.predicate, theirs.predicate):
        return False
    ends = (ours.subject, theirs.subject), (ours.object, theirs.object)
    return all(_share_words(one, other, place) for one, other in ends)


def _share_words(ours: str, theirs: str, place: EvidenceWords | None) -> bool:
    """Say whether two labels share a word or are one's initials, or a place has all of ours."""
    if is_literal(ours) or is_literal(theirs):
        return agree(ours, theirs)
    own, other = set(stems_of(ours)), set(stems_of(theirs))
    if not (own and other):
        return ours.casefold() == theirs.casefold()
    if are_apart(ours, theirs):
        return False
    named = place is not None and own <= place.known
    initials = {"".join(w[0] for w in label.split()).casefold() for label in (ours, theirs)}
    short = {label.replace(".", "").casefold() for label in (ours, theirs)}
    return named or not own.isdisjoint(other) or not initials.isdisjoint(short)


def _by_words(place: EvidenceWords, claim: SourcedTriple, cosines: NDArray[np.floating]) -> Support:
    nearest = max(place.facts, key=lambda n: float(cosines[n]), default=None)
    unit = place.unit
    fact = SourcedTriple(Triple(*claim.shown), claim.shown, unit.span, unit.passage_id, unit.text)
    return Support(fact, nearest)
