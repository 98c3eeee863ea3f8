"""Ways through the given triples from what a question, or a sentence, names to what it says of it.

`groundgraph.graph.relation_paths` ranks the ways from what the question names. An answer at the
end of the way that fits the question best is reached; one that other ways end at is not what was
asked; one that the question itself names only echoes it; one that no evidence names is unknown.
Nothing of a language model is looked at.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from groundgraph.graph.relation_paths import RelationGraph
from groundgraph.text.entities import EntityMatcher, clearest
from groundgraph.text.lists import entity_names, is_item
from groundgraph.text.numbers import quantities_with_text
from groundgraph.text.relations import (
    concept,
    concepts_of,
    is_description,
    opposite,
    read_asked,
    role_in,
    role_of_end,
)
from groundgraph.text.triples import entity_words
from groundgraph.text.words import NEGATIONS, content_stems
from groundgraph.types import Span
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.graph.relation_paths import Way
    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.declaratives import Statement
    from groundgraph.text.entities import Match
    from groundgraph.types import Triple

SLACK = 0.02
"""How much worse than the best a way may fit that counts as the best."""
_BRACKETED = re.compile(r"\([^()]*\)")
_WORDS = re.compile(r"\w+")
_TWO = 2
_GAP = 0.3
"""How much worse a way fits that has nothing to do with the question."""
_UNEVOKED = 0.3
"""What is left of a finding where no word of the question names a relation."""
_TOLD_ELSEWHERE = 0.4
"""The same where a passage says question and answer in one sentence."""
_HELD = 0.6
_LONGEST = 8

Kind = Literal["reached", "other", "echo", "apart", "unknown", "said", "denied"]


class Traced(NamedTuple):
    """What the triples say of one short answer.

    Attributes:
        kind: What was found.
        sure: How sure that is, in [0, 1].
        answer: The answer.
        topic: What the question names, "" where that is no entity.
        walk: Numbers of the triples that lead to the answer; where others do not, () .
        instead: The walk that fits the question best, where it does not lead to the answer.
        triples: All triples.
        counted: Whether the answer is how many triples of the walk there are, side by side.
    """

    kind: Kind
    sure: float
    answer: str
    topic: str
    walk: tuple[int, ...]
    instead: tuple[int, ...]
    triples: tuple[Triple, ...]
    counted: bool = False


class _Graph(NamedTuple):
    """Triples, their entities by name, and what those are made of."""

    triples: tuple[Triple, ...]
    relations: RelationGraph
    matcher: EntityMatcher
    stems: tuple[frozenset[str], ...]

    def named(self, text: str) -> list[Match]:
        """Return the entities that a text names; small words only where there is nothing else."""
        [found] = self.matcher.match([text])
        return clearest(text, found)

    def meant(self, answer: str) -> tuple[int, ...]:
        """Return the entities that an answer is, whole or by a part of their name."""
        stems = content_stems(answer)
        [found] = self.matcher.match([answer])
        said = frozenset[str]().union(*(content_stems(m.span.of(answer)) for m in found))
        if found and len(said & stems) >= _HELD * len(stems):
            return tuple(entity for match in found for entity in match.entities)
        if not stems:
            return ()
        parts = [number for number, own in enumerate(self.stems) if stems < own]
        return tuple(parts) if len(parts) == 1 else ()


@lru_cache(maxsize=16)
def _graph(triples: tuple[Triple, ...]) -> _Graph:
    relations = RelationGraph.of(triples)
    words = [entity_words(name) for name in relations.names]
    matcher = EntityMatcher.of(words)
    return _Graph(triples, relations, matcher, tuple(map(content_stems, words)))


def judge(reading: Reading, _: Rarity) -> tuple[Traced | None, ...]:
    """Trace each short answer, and what each sentence says of two entities; ``None`` of others."""
    triples = reading.given.triples
    if not triples:
        return (None,) * len(reading.claims)
    graph = _graph(triples)
    answers = [reading.judged.whole(span).of(reading.given.answer) for span in reading.judged.spans]
    return tuple(
        _traced(reading, graph, text, made)
        if reading.asked and _is_short(made, text, graph)
        else _said(reading, graph, claim.text)
        if made is None
        else None
        for made, text, claim in zip(
            reading.judged.statements, answers, reading.claims, strict=True
        )
    )


def _is_short(made: Statement | None, answer: str, graph: _Graph) -> bool:
    """Say whether a claim is an answer to what was asked, and neither yes nor no."""
    return made.affirmed is None if made else is_item(answer, entity_names(graph.triples))


def _traced(reading: Reading, graph: _Graph, answer: str, made: Statement | None) -> Traced | None:
    answer = answer.strip(" .,;!\n\t*_-")
    if made is not None and made.form is not None and made.form.wanted == "number":
        counted = _counted(graph, reading.asked, answer)
        if counted is not None:
            return counted
    targets = graph.meant(answer)
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
    found = found._replace(answer=answer, topic=first)
    return found._replace(sure=found.sure * _alone(reading, found, reading.asked))


def _counted(graph: _Graph, question: str, answer: str) -> Traced | None:
    """Return the triples of which an answer to "How many …?" is the number, ``None`` of another.

    They are of the one entity that the question names, and of one relation that it names.
    """
    topics = graph.named(question)
    number = [readings for _, _, readings in quantities_with_text(answer)]
    if len(topics) != 1 or len(number) != 1:
        return None
    asked = read_asked(question, [match.span for match in topics])
    meant = {name for name, _ in asked.concepts}
    groups: dict[tuple[str, bool], dict[int, int]] = {}
    for entity in topics[0].entities:
        for predicate, forward, other, place in graph.relations.around[entity]:
            if not meant.isdisjoint(concepts_of(predicate)):
                groups.setdefault((predicate, forward), {}).setdefault(other, place)
    if len(groups) != 1:
        return None
    [places] = [tuple(own.values()) for own in groups.values()]
    told = any(
        graph.relations.names[other][:1].isdigit() for own in groups.values() for other in own
    )
    if told or str(len(places)) not in number[0]:
        return None  # "employees: 250" gives a number
    about = topics[0].span.of(question)
    return Traced("reached", 1.0, answer, about, places, (), graph.triples, counted=True)


def _said(reading: Reading, graph: _Graph, claim: str) -> Traced | None:
    """Compare what a sentence says of its first entity and another with the triples of the first.

    Something is found only where triples of that entity are of the relation that the sentence
    names nearest to the other one; what is denied counts more than what is said.
    """
    named = graph.named(claim)
    if not named or not NEGATIONS.isdisjoint(claim.lower().split()):
        return None
    first, *others = named
    found = [
        _pair(graph, claim, first, other) or _pair(graph, claim, other, first) for other in others
    ]
    told = [each for each in found if each is not None]
    worst = next((each for each in told if each.kind == "denied"), told[0] if told else None)
    if worst is None or worst.kind == "said":
        return worst
    return worst._replace(sure=_alone(reading, worst, claim))


def _pair(graph: _Graph, claim: str, topic: Match, target: Match) -> Traced | None:
    asked = read_asked(claim, [match.span for match in graph.named(claim)])
    if not asked.concepts:
        return None
    nearest, _ = min(asked.concepts, key=lambda named: abs(target.span.start - named[1]))
    turned = opposite(role_in(claim, target.span, topic.span))
    ends = [
        (other, place)
        for entity in topic.entities
        for predicate, forward, other, place in graph.relations.around[entity]
        if nearest in concepts_of(predicate)
        and (not turned or turned != role_of_end(predicate, forward=forward))
    ]
    if not ends:
        return None
    same = tuple(place for other, place in ends if other in target.entities)
    words = target.span.of(claim), topic.span.of(claim)
    if same:
        return Traced("said", 1.0, *words, same[:1], (), graph.triples)
    labelled = [place for _, place in ends if not is_description(graph.triples[place].predicate)]
    if not labelled:  # a description tells of its two entities, not of one relation of theirs
        return None
    return Traced("denied", 1.0, *words, (), tuple(labelled[:1]), graph.triples)


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
    graph: _Graph,
    question: str,
    topics: Sequence[Match],
    targets: Sequence[int],
    placed: tuple[str, Span, Span] | None,
) -> Traced:
    """Compare the ways to an answer with all ways from what the question names."""
    asked = read_asked(question, [match.span for match in topics])
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
    scored: dict[int, float] = {}
    walks: dict[int, tuple[int, ...]] = {}
    for own in ways:
        for entity, way in _best(own).items():
            scored[entity] = scored.get(entity, 0.0) + way.score / len(ways)
            walks.setdefault(entity, way.ends[entity])
    covered = [max(own, key=lambda way: way.score).covered for own in ways if own]
    return _compared(graph, scored, walks, targets, max(min(covered, default=0.0), _UNEVOKED))


def _best(ways: Sequence[Way]) -> dict[int, Way]:
    """Return the best way to each entity."""
    found: dict[int, Way] = {}
    for way in sorted(ways, key=lambda way: -way.score):
        for entity in way.ends:
            found.setdefault(entity, way)
    return found


def _compared(
    graph: _Graph,
    scored: dict[int, float],
    walks: dict[int, tuple[int, ...]],
    targets: Sequence[int],
    sure: float,
) -> Traced:
    known = [target for target in targets if target in scored]
    best = max(scored, key=lambda entity: (scored[entity], -len(walks[entity])), default=None)
    instead = walks[best] if best is not None else ()
    if not known:
        return Traced("apart", sure, "", "", (), instead, graph.triples)
    own = max(known, key=lambda entity: scored[entity])
    behind = scored[best] - scored[own] if best is not None else 0.0
    if behind <= SLACK:
        return Traced("reached", sure, "", "", walks[own], (), graph.triples)
    return Traced(
        "other", sure * min(behind / _GAP, 1.0), "", "", walks[own], instead, graph.triples
    )


def _alone(reading: Reading, found: Traced, said: str) -> float:
    """Return what counts of a finding against an answer that a passage gives in one sentence.

    Such a sentence names both entities, and something of what is asked, or said, of them.
    """
    if found.kind == "reached":
        return 1.0
    wanted = content_stems(found.answer) | content_stems(found.topic)
    about = {concept(stem) for stem in content_stems(said) - wanted}
    for unit in reading.evidence.units:
        held = content_stems(unit.text)
        prose = not is_triple(unit.passage_id)
        if prose and wanted <= held and not about.isdisjoint(map(concept, held - wanted)):
            return _TOLD_ELSEWHERE
    return 1.0
