"""The places of the evidence that state a claim, or its whole sentence, by their words.

Words nearly in order, a passive beside who did it, a number of what is counted, a field of data.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.methods.kea.converses import converse
from groundgraph.methods.kea.graphs import sentence_of
from groundgraph.methods.kea.literals import agree
from groundgraph.methods.kea.places import stems_of
from groundgraph.text.triples.relations import concept
from groundgraph.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.methods.kea.graphs import Graphs
    from groundgraph.methods.kea.places import EvidenceWords
    from groundgraph.methods.kea.statements import AnswerSentence, Statements

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


def places_copied(
    sentence: AnswerSentence, places: Sequence[EvidenceWords]
) -> tuple[EvidenceWords, ...]:
    """Return the first place that holds a sentence nearly word for word, () where none does.

    One stretch of the sentence, such as a relative clause, may stand in another place: beside
    the first, or one that shares a word with the rest of the sentence. Then it is returned too.
    """
    stems = sentence.stems
    if len(stems) < _LEAST_COPIED:
        return ()
    distinct = frozenset(stems)
    overlaps = [len(distinct & place.known) for place in places]
    ranked = sorted(range(len(places)), key=lambda n: -overlaps[n])
    for at in ranked[:_TRIED]:
        place = places[at]
        if overlaps[at] < _HALF * len(distinct) or sentence.denied != _between(place, distinct):
            continue
        if sentence.specific <= place.known and _covers(place, stems, _COPIED):
            return (place,)
        if other := _continued(sentence, at, places):
            return (place, other)
    return ()


def places_stating(
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


def places_turning(
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


def places_counting(
    graph: Graphs, claim: int, places: Sequence[EvidenceWords]
) -> Iterator[EvidenceWords]:
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


def places_conversing(
    graph: Graphs, claim: int, places: Sequence[EvidenceWords]
) -> Iterator[EvidenceWords]:
    """Yield the places that tell a claim from its other end."""
    fact = graph.claims[claim]
    for place in places:
        if (
            not place.denials
            and converse(fact, (graph.evidence[n] for n in place.facts)) == "stated"
        ):
            yield place


def fields_holding(
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


def _continued(
    sentence: AnswerSentence, at: int, places: Sequence[EvidenceWords]
) -> EvidenceWords | None:
    """Return another place that holds the one stretch of a sentence that a place lacks."""
    rest, distinct = _uncovered(sentence.stems, places[at]), frozenset(sentence.stems)
    found = (
        other
        for number, other in enumerate(places)
        if rest
        and number != at
        and set(rest) <= other.known
        and (abs(number - at) == 1 or bool((distinct - set(rest)) & other.known))
        and _covers(other, rest, 1.0)
        and _own(rest, distinct, other)
    )
    return next(found, None)


def _uncovered(stems: tuple[str, ...], place: EvidenceWords) -> tuple[str, ...]:
    """Return the one stretch of a sentence that a place lacks; () where the place has gaps."""
    missing = [n for n, stem in enumerate(stems) if stem not in place.known]
    if len(missing) < _STRETCH:
        return ()
    first, last = missing[0], missing[-1] + 1
    rest, outside = stems[first:last], stems[:first] + stems[last:]
    covered = _covers(place, outside, _COPIED) and len(outside) >= _HALF * len(stems)
    return rest if covered and _own(outside, frozenset(stems), place) else ()


def _covers(place: EvidenceWords, stems: Sequence[str], share: float) -> bool:
    return _run(stems, place.stems) >= share * len(stems)


def _own(rest: Sequence[str], sentence: frozenset[str], place: EvidenceWords) -> bool:
    """Say whether a place says a stretch of no name that the sentence lacks."""
    stretch = set(rest)
    return all(subject <= sentence for subject, object_ in place.named if object_ & stretch)


def _between(place: EvidenceWords, needed: AbstractSet[str]) -> bool:
    """Say whether a negation stands among the words of a claim."""
    at = [n for n, stem in enumerate(place.stems) if stem in needed]
    return bool(at) and any(at[0] <= denial <= at[-1] for denial in place.denials)


@lru_cache(maxsize=1 << 12)
def _concepts(text: str) -> frozenset[str]:
    return frozenset(concept(text[word.start : word.end]) for word in words(text) if word.content)


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
