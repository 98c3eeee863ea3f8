"""Which statements of an answer its evidence states, whether or not their triples are equal.

Equality after relabelling is what the kernel sees. A reader is shown more than that: a sentence
that stands in a passage is supported, however an extractor cut it into triples, unless something
there speaks against it (`groundgraph.methods.kea.objections`). Nothing here enters h.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.kea.graphs import SourcedTriple, sentence_of
from groundgraph.methods.kea.literals import agree, is_literal
from groundgraph.methods.kea.places import places_of, stems_of
from groundgraph.methods.kea.rules import denies, exact
from groundgraph.text.relations import concept
from groundgraph.text.words import words
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from groundgraph.methods.kea.comparison import ContradictionRule, TripleVectors
    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.methods.kea.objections import Objection, Objections
    from groundgraph.methods.kea.places import EvidenceWords

_IN_ORDER = 0.75
"""Share of a claim's stems that must stand in order in one place."""
_COPIED, _HALF = 0.9, 0.5
"""Shares of a sentence's stems that must stand in order in one place, and that it holds at all."""
_LEAST_COPIED, _STRETCH = 3, 2
"""Stems of a sentence, and of a stretch of it in another place, at least."""
_TRIED = 3
"""Places that are tried, those that hold most of the sentence."""
_FIELD = 0.5
"""Share of an object's stems."""
_PASSIVE = re.compile(r"(?:was|were|is|are|has been|have been) (?P<verb>\w+) (?P<by>\w+)")
_HAVING = frozenset({"has", "have", "had"})
_COUNT = re.compile(r"\d[\d,.]* [a-z]+")
_DENIED_VALUES = frozenset({"false", "no", "none", "null", "closed", ""})


class EvidenceSentence(NamedTuple):
    """A sentence of the answer as words.

    Attributes:
        stems: Its content stems, in order.
        specific: Numbers and names among them.
        denied: Whether it holds a negation.
    """

    stems: tuple[str, ...]
    specific: frozenset[str]
    denied: bool


class Statements(NamedTuple):
    """The answer's statements and sentences as words, each claim's in two orders.

    Attributes:
        labels: Content stems of each claim's subject, predicate and object.
        spoken: The same stems as the answer orders them.
        specific: Numbers and names among them.
        denied: Whether a claim is a denial.
        bare: Objects of stop words alone, such as the month "May"; "" for others.
        sentences: What they stand in.
    """

    labels: list[tuple[str, ...]]
    spoken: list[tuple[str, ...]]
    specific: list[frozenset[str]]
    denied: list[bool]
    bare: list[str]
    sentences: list[EvidenceSentence]


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


def statements_of(graph: Graphs) -> Statements:
    """Return the words of the claims and of the sentences that they stand in."""
    labels = [stems_of(" ".join(fact.shown)) for fact in graph.claims]
    spoken = [
        tuple(stem for stem in stems_of(fact.text) if stem in set(own)) or own
        for fact, own in zip(graph.claims, labels, strict=True)
    ]
    return Statements(
        labels,
        spoken,
        [_specific(graph, fact) for fact in graph.claims],
        [denies(fact.triple.predicate) or denies(fact.text) for fact in graph.claims],
        [
            "" if stems_of(label := fact.shown.object) or not label[:1].isupper() else label
            for fact in graph.claims
        ],
        [_sentence(span.of(graph.answer)) for span in graph.sentences],
    )


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
    copied = [_copied(sentence, places) for sentence in said.sentences]
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
        whole = None if at is None else copied[at]
        by_words = (
            Candidate(_by_words(place, fact, cosines[number]), place)
            for place in chain(
                [whole] if whole is not None else [],
                _stating(said, number, places),
                _turned(said, graph, number, places),
                _counted(graph, number, places),
                _field(said, graph, number, places),
            )
            if said.bare[number] in place.unit.text
        )
        nearest = place_of.get(int(cosines[number].argmax()))
        _choose(found, number, chain(by_triples, by_words), nearest, judges)
    return found


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


def _sentence(text: str) -> EvidenceSentence:
    read = words(text)
    opening = {word.stem for word in read[:1]}
    specific = frozenset(
        w.stem for w in read if w.content and (w.number or (w.capital and w.stem not in opening))
    )
    return EvidenceSentence(stems_of(text), specific, any(word.negation for word in read))


def _specific(graph: Graphs, fact: SourcedTriple) -> frozenset[str]:
    """Return the numbers and names of a claim; a capital that opens a sentence names nothing."""
    at = sentence_of(graph, fact)
    opens = (
        at is not None and fact.span is not None and (fact.span.start == graph.sentences[at].start)
    )
    first = words(fact.text)[:1] if opens else []
    opening = {word.stem for word in first}
    return frozenset(
        word.stem
        for label in fact.shown
        for word in words(label)
        if word.content and (word.number or (word.capital and word.stem not in opening))
    )


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

    Embeddings put the cello beside the violin and May beside March.
    """
    ours, theirs = graph.claims[claim].triple, graph.evidence[evidence].triple
    ends = (ours.subject, theirs.subject), (ours.object, theirs.object)
    return all(_share_words(one, other, place) for one, other in ends)


def _share_words(ours: str, theirs: str, place: EvidenceWords | None) -> bool:
    """Say whether two labels share a word or are one's initials, or a place has all of ours."""
    if is_literal(ours) or is_literal(theirs):
        return agree(ours, theirs)
    own, other = set(stems_of(ours)), set(stems_of(theirs))
    if not (own and other):
        return ours.casefold() == theirs.casefold()
    named = place is not None and own <= place.known
    initials = {"".join(w[0] for w in label.split()).casefold() for label in (ours, theirs)}
    short = {label.replace(".", "").casefold() for label in (ours, theirs)}
    return named or not own.isdisjoint(other) or not initials.isdisjoint(short)


def _copied(sentence: EvidenceSentence, places: Sequence[EvidenceWords]) -> EvidenceWords | None:
    """Return the first place that holds a sentence nearly word for word.

    One stretch of the sentence, such as a relative clause, may stand in another place: beside
    the first, or one that shares a word with the rest of the sentence.
    """
    stems = sentence.stems
    if len(stems) < _LEAST_COPIED:
        return None
    distinct = frozenset(stems)
    overlaps = [len(distinct & place.known) for place in places]
    ranked = sorted(range(len(places)), key=lambda n: -overlaps[n])
    for at in ranked[:_TRIED]:
        place = places[at]
        if overlaps[at] < _HALF * len(distinct) or sentence.denied != _between(place, distinct):
            continue
        if sentence.specific <= place.known and _covers(place, stems, _COPIED):
            return place
        if _continued(sentence, at, places):
            return place
    return None


def _continued(sentence: EvidenceSentence, at: int, places: Sequence[EvidenceWords]) -> bool:
    """Say whether another place holds the one stretch of a sentence that a place lacks."""
    rest, distinct = _uncovered(sentence.stems, places[at]), frozenset(sentence.stems)
    if not rest:
        return False
    return any(
        set(rest) <= other.known
        and (abs(number - at) == 1 or bool((distinct - set(rest)) & other.known))
        and _covers(other, rest, 1.0)
        and _own(rest, distinct, other)
        for number, other in enumerate(places)
        if number != at
    )


def _covers(place: EvidenceWords, stems: Sequence[str], share: float) -> bool:
    return _run(stems, place.stems) >= share * len(stems)


def _own(rest: Sequence[str], sentence: frozenset[str], place: EvidenceWords) -> bool:
    """Say whether a place says a stretch of no name that the sentence lacks."""
    stretch = set(rest)
    return all(subject <= sentence for subject, object_ in place.named if object_ & stretch)


def _uncovered(stems: tuple[str, ...], place: EvidenceWords) -> tuple[str, ...]:
    """Return the one stretch of a sentence that a place lacks; () where the place has gaps."""
    missing = [n for n, stem in enumerate(stems) if stem not in place.known]
    if len(missing) < _STRETCH:
        return ()
    first, last = missing[0], missing[-1] + 1
    rest, outside = stems[first:last], stems[:first] + stems[last:]
    covered = _covers(place, outside, _COPIED) and len(outside) >= _HALF * len(stems)
    return rest if covered and _own(outside, frozenset(stems), place) else ()


def _stating(
    said: Statements, claim: int, places: Sequence[EvidenceWords]
) -> Iterator[EvidenceWords]:
    """Yield the places that hold all words of a claim, nearly in order."""
    labels, spoken = said.labels[claim], said.spoken[claim]
    needed = set(labels)
    if not needed:
        return
    for place in places:
        if not needed <= place.known or _between(place, needed) != said.denied[claim]:
            continue
        if any(_covers(place, stems, _IN_ORDER) for stems in (labels, spoken)):
            yield place


def _turned(
    said: Statements, graph: Graphs, claim: int, places: Sequence[EvidenceWords]
) -> Iterator[EvidenceWords]:
    """Yield the places that say of who did it what a passive says of to whom it was done.

    "Acme was bought in May" beside "In May Ortega bought Acme".
    """
    own = graph.claims[claim].triple
    passive = _PASSIVE.fullmatch(own.predicate)
    subject, object_ = set(stems_of(own.subject)), set(stems_of(own.object))
    if passive is None or not subject or not object_:
        return
    at = sentence_of(graph, graph.claims[claim])
    spoken = set(said.labels[claim] if at is None else said.sentences[at].stems)
    for place in places:
        if not spoken <= place.known or place.denials:
            continue
        told = [graph.evidence[n].triple for n in place.facts]
        did = f"{passive['verb']} {passive['by']}"
        for agent in (t for t in told if t.predicate == passive["verb"]):
            if subject <= set(stems_of(agent.object)) and any(
                (t.subject, t.predicate) == (agent.subject, did)
                and (agree(t.object, own.object) or object_ == set(stems_of(t.object)))
                for t in told
            ):
                yield place


def _counted(graph: Graphs, claim: int, places: Sequence[EvidenceWords]) -> Iterator[EvidenceWords]:
    """Yield the places that hold a number and what is counted, in words of one concept.

    "Acme has 240 employees" beside "Acme employs 240 people".
    """
    fact = graph.claims[claim]
    if fact.triple.predicate not in _HAVING or not _COUNT.fullmatch(fact.shown.object):
        return
    needed = _concepts(" ".join((fact.shown.subject, fact.shown.object)))
    for place in places:
        told = " ".join([place.unit.text, *(graph.evidence[n].triple.subject for n in place.facts)])
        if place.unit.fact is None and not place.denials and needed <= _concepts(told):
            yield place


@lru_cache(maxsize=1 << 12)
def _concepts(text: str) -> frozenset[str]:
    return frozenset(concept(text[word.start : word.end]) for word in words(text) if word.content)


def _field(
    said: Statements, graph: Graphs, claim: int, places: Sequence[EvidenceWords]
) -> Iterator[EvidenceWords]:
    """Yield the fields of data that hold the object of a claim."""
    object_ = set(stems_of(graph.claims[claim].shown.object))
    if not object_ or said.denied[claim]:
        return
    for place in places:
        fact, missing = place.unit.fact, object_ - place.known
        if fact is None or missing & said.specific[claim]:
            continue
        if len(missing) > (1 - _FIELD) * len(object_):
            continue
        if str(fact.value).strip("'\" ").lower() not in _DENIED_VALUES:
            yield place


def _between(place: EvidenceWords, needed: AbstractSet[str]) -> bool:
    """Say whether a negation stands among the words of a claim."""
    at = [n for n, stem in enumerate(place.stems) if stem in needed]
    return bool(at) and any(at[0] <= denial <= at[-1] for denial in place.denials)


def _by_words(place: EvidenceWords, claim: SourcedTriple, cosines: NDArray[np.floating]) -> Support:
    nearest = max(place.facts, key=lambda n: float(cosines[n]), default=None)
    unit = place.unit
    fact = SourcedTriple(Triple(*claim.shown), claim.shown, unit.span, unit.passage_id, unit.text)
    return Support(fact, nearest)


def _run(ours: Sequence[str], theirs: Iterable[str]) -> int:
    """Return the length of the longest common subsequence."""
    best = [0] * (len(ours) + 1)
    wanted = set(ours)
    for other in theirs:
        if other not in wanted:
            continue
        before = 0
        for at, own in enumerate(ours, 1):
            before, best[at] = (
                best[at],
                (before + 1 if own == other else max(best[at], best[at - 1])),
            )
    return best[-1]
