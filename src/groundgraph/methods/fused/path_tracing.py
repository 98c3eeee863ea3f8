"""Ways through the given triples from what a question names to its short answer.

`groundgraph.graph.relation_paths` ranks the ways from what the question names. An answer at the
end of the way that fits the question best is reached; one that other ways end at is not what was
asked; one that the question itself names only echoes it; one that no evidence names is unknown.
What triples say of a sentence, or to a question for yes or no, is found in `path_statements`, of a
number in `path_counts`. Nothing of a language model is looked at.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.fused.path_counts import counted, counted_in_sentence
from groundgraph.methods.fused.path_statements import affirmed, leads_to_place, reverses, said
from groundgraph.methods.fused.traced import UNEVOKED, Traced, alone, graph_of
from groundgraph.methods.given_triples import names_of
from groundgraph.text.answers.lists import Dated, dated, entity_names, is_item
from groundgraph.text.triples.relations import (
    concept,
    concepts_of,
    is_description,
    read_asked,
    role_in,
    type_of_value,
)
from groundgraph.text.words import content_stems
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.graph.relation_paths import Way
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.traced import TripleGraph
    from groundgraph.text.asked.declaratives import Statement
    from groundgraph.text.triples.entities import Match
    from groundgraph.text.triples.relations import Type

SLACK = 0.02
"""How much worse than the best a way may fit that counts as the best."""
_BRACKETED = re.compile(r"\([^()]*\)")
_MARKS = " .,;!\n\t*_-"
_NEGATIVE = re.compile(r"[ \n\t*_]*-\d")
_ISSUED = frozenset(map(concept, ("released", "published", "first")))
_WORDS = re.compile(r"\w+")
_TWO = 2
_GAP = 0.3
"""How much worse a way fits that has nothing to do with the question."""
_LONGEST = 8


def judge(reading: Reading, _: Rarity) -> tuple[Traced | None, ...]:
    """Trace each short answer, and what each sentence says of two entities; ``None`` of others."""
    triples = reading.given.triples
    if not triples:
        return (None,) * len(reading.claims)
    graph = graph_of(triples)
    answers = [reading.judged.whole(span).of(reading.given.answer) for span in reading.judged.spans]
    found = (
        _judged(reading, graph, text, made, claim.text)
        for made, text, claim in zip(
            reading.judged.statements, answers, reading.claims, strict=True
        )
    )
    names = names_of(reading.given)
    return tuple(each and each._replace(names=names) for each in found)


def _judged(
    reading: Reading, graph: TripleGraph, answer: str, made: Statement | None, claim: str
) -> Traced | None:
    if made is not None and made.affirmed is not None:
        return affirmed(reading, graph, answer, made)
    if reading.asked and (made or is_item(answer, entity_names(graph.triples))):
        return _traced(reading, graph, answer, made)
    if made is not None:
        return None
    return counted_in_sentence(reading, graph, claim) or said(reading, graph, claim)


def _traced(
    reading: Reading, graph: TripleGraph, answer: str, made: Statement | None
) -> Traced | None:
    minus = "-" if _NEGATIVE.match(answer) else ""
    answer = minus + answer.strip(_MARKS)
    if made is not None and made.form is not None and made.form.wanted == "number":
        found = counted(reading, graph, answer)
        if found is not None:
            return found
    whole = answer.casefold() in entity_names(graph.triples)  # "Up (2009)" may be a name
    named = Dated(answer, "") if whole else dated(answer)
    targets = graph.meant(named.name)
    topics = graph.named(reading.asked)
    first = topics[0].span.of(reading.asked) if topics else ""
    if not targets:
        held = content_stems(answer) <= reading.evidence.index.stems
        if held or not answer or len(answer.split()) > _LONGEST:
            return None
        return Traced("unknown", 1.0, answer, first, (), (), graph.triples)
    if not topics:
        return None
    options = _options(reading.asked, topics)
    if options and options.isdisjoint(targets):
        return Traced("other", 1.0, answer, first, (), (), graph.triples)
    if any(not set(match.entities).isdisjoint(targets) for match in topics):
        several = len({match.entities for match in topics}) > 1
        return None if several else Traced("echo", 1.0, answer, first, (), (), graph.triples)
    found = _followed(graph, reading.asked, topics, targets, _role(made, answer, first))
    found = _of_year(graph, found, targets, named.year) if named.year else found
    if made and reverses(found, made.text):
        return None
    found = found._replace(answer=answer, topic=first)
    return found._replace(sure=found.sure * alone(reading, found, reading.asked))


def _options(question: str, topics: Sequence[Match]) -> frozenset[int]:
    """Return the entities between which a question asks to choose: "…, Up or Heat?"."""
    for one, other in pairwise(topics):
        between = _BRACKETED.sub(" ", question[one.span.end : other.span.start])
        first, *more = _WORDS.findall(between) or [""]
        if first == "or" and (len(more) < _TWO or (more[0] == "the" and len(more) == _TWO)):
            return frozenset((*one.entities, *other.entities))
    return frozenset()


def _role(made: Statement | None, answer: str, topic: str) -> tuple[str, Span, Span] | None:
    """Return the claim of question and answer, and where both stand in it."""
    text = made.text if made and made.form else ""
    at, about = text.find(answer), text.find(topic)
    if at < 0 or about < 0 or not text:
        return None
    return text, Span(at, at + len(answer)), Span(about, about + len(topic))


def _followed(
    graph: TripleGraph,
    question: str,
    topics: Sequence[Match],
    targets: Sequence[int],
    placed: tuple[str, Span, Span] | None,
) -> Traced:
    """Compare the ways to an answer with all ways from what the question names."""
    asked = read_asked(question, [match.span for match in topics])
    if asked.wanted == "number" and "number" not in {graph.relations.types[n] for n in targets}:
        asked = asked._replace(wanted="")  # one of those that are counted
    if placed is not None:
        asked = asked._replace(role=role_in(*placed))
    ways = [
        [
            way
            for topic in match.entities
            for way in graph.relations.ways(topic, asked, match.span.start)
        ]
        for match in topics
    ]
    found: dict[int, _End] = {}
    for own in ways:
        for entity, way in _best(own).items():
            known = found.get(entity, _End(0.0, 1.0, way.ends[entity]))
            found[entity] = known.also(way.score / len(ways), way.covered)
    covered = [max(own, key=lambda way: way.score).covered for own in ways if own]
    sure = max(min(covered, default=0.0), UNEVOKED)
    return _compared(graph, found, targets, sure, asked.wanted)


class _End(NamedTuple):
    """An entity at the end of ways.

    Attributes:
        score: How well they fit the question.
        covered: How much of what it asks they go by, in [0, 1].
        walk: The triples on the first of them.
    """

    score: float
    covered: float
    walk: tuple[int, ...]

    def also(self, score: float, covered: float) -> _End:
        """Return the same with one more way to it."""
        return self._replace(score=self.score + score, covered=min(self.covered, covered))


def _best(ways: Sequence[Way]) -> dict[int, Way]:
    """Return the best way to each entity."""
    found: dict[int, Way] = {}
    for way in sorted(ways, key=lambda way: -way.score):
        for entity in way.ends:
            found.setdefault(entity, way)
    return found


def _compared(
    graph: TripleGraph, ends: dict[int, _End], targets: Sequence[int], sure: float, wanted: Type
) -> Traced:
    known = [ends[target] for target in targets if target in ends]
    best = max(ends.values(), key=lambda end: (end.score, -len(end.walk)), default=_NOWHERE)
    if not known:
        return Traced("apart", sure, "", "", (), best.walk, graph.triples)
    own = max(known, key=lambda end: end.score)
    behind = best.score - own.score
    if behind <= SLACK or (wanted == "country" and _lies_in(graph, best.walk, own.walk)):
        return Traced("reached", sure, "", "", own.walk, (), graph.triples)
    named = [graph.triples[place].predicate for place in best.walk]
    in_full = best.covered >= 1 > own.covered and not any(map(is_description, named))
    certain = 1.0 if in_full else min(behind / _GAP, 1.0)
    return Traced("other", sure * certain, "", "", own.walk, best.walk, graph.triples)


def _of_year(graph: TripleGraph, found: Traced, targets: Sequence[int], year: str) -> Traced:
    """Hold the year in brackets behind a title against the one in which it came out."""
    names = graph.relations.names
    told = {
        place: year in names[other]
        for target in targets
        for predicate, forward, other, place in graph.relations.around[target]
        if forward and _is_issue(predicate) and type_of_value(names[other]) == "time"
    }
    if found.kind != "reached" or not told:
        return found
    right = [place for place, holds in told.items() if holds]
    if right:
        return found._replace(walk=(*found.walk, right[0]))
    return found._replace(kind="other", instead=tuple(told)[:1])


def _is_issue(predicate: str) -> bool:
    """Say whether a relation leads to when something came out, and to nothing else."""
    told = concepts_of(predicate)
    return bool(told) and told <= _ISSUED


_NOWHERE = _End(0.0, 0.0, ())


def _lies_in(graph: TripleGraph, short: Sequence[int], long: Sequence[int]) -> bool:
    """Say whether a walk goes on from the end of another to the place in which that lies."""
    onward = [graph.triples[place].predicate for place in long[len(short) :]]
    begins = bool(short) and tuple(long[: len(short)]) == tuple(short)
    return begins and all(map(leads_to_place, onward))
