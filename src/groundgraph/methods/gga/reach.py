"""Reach block: how an answer's names lie in the triples, as seen from what its question names.

Nothing of a language model is looked at, so it serves whoever has only question, triples and
answer. `groundgraph.graph.relation_paths` ranks the ways from the question's entities; what the
best of them end at is what is asked for, as far as the words of question and relations tell.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.graph.relation_paths import MOST_HOPS, RelationGraph
from groundgraph.methods.gga.retrieval import best_first
from groundgraph.methods.gga.surface import unprefixed, words
from groundgraph.text.declaratives import says_yes_or_no
from groundgraph.text.entities import EntityMatcher, clearest
from groundgraph.text.refusals import declines
from groundgraph.text.triples import entity_words, predicate_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Triple

NEIGHBOUR_NAMES = ("neighbour_named", "neighbours_covered", "topic_named", "hops_away")
WAY_NAMES = ("asked_named", "asked_covered", "way_behind", "names_beyond")
WORDING_NAMES = ("names", "relation_words", "strange_words")
NAMES = (*NEIGHBOUR_NAMES, *WAY_NAMES, *WORDING_NAMES)
"""The features; see `measure`. They tell nothing where there is an `obstacle`."""
NO_TOPIC = "the question names no entity of the triples, so they do not tell what is asked for"
NO_NAME = "the answer is yes or no, or declines to answer; what it names is all that is judged"
FARTHEST = MOST_HOPS + 1
"""Hops of a name that no way reaches."""
SLACK = 0.02
"""How much worse than the best a way may fit that counts as the best."""


class Reach(NamedTuple):
    """What the triples tell of one answer.

    Attributes:
        values: The features by name.
        walk: The triples that lead to the name of the answer that is asked for most nearly, by
            their places; () where none do.
        instead: The walk that fits the question best, where it ends at no name of the answer.
    """

    values: Mapping[str, float]
    walk: tuple[int, ...] = ()
    instead: tuple[int, ...] = ()


class _Graph(NamedTuple):
    """Some triples, and a matcher of their entities' names."""

    relations: RelationGraph
    matcher: EntityMatcher
    labels: frozenset[str]


class _Ends(NamedTuple):
    """Where the ways from a question's entities end.

    Attributes:
        topics: The question's entities.
        fit: Of each entity the score of the best way that ends there.
        walks: Of each entity the triples of that way.
        near: Entities one triple from a topic.
    """

    topics: frozenset[int]
    fit: Mapping[int, float]
    walks: Mapping[int, tuple[int, ...]]
    near: frozenset[int]

    @property
    def best(self) -> float:
        """The score of the way that fits best."""
        return max(self.fit.values(), default=0.0)

    def asked(self) -> frozenset[int]:
        """Return what the ways end at that fit best."""
        return frozenset(e for e, score in self.fit.items() if score >= self.best - SLACK)


def measure(question: str, answer: str, triples: Sequence[Triple]) -> Reach:
    """Measure one answer over its triples.

    Of the question's neighbours: ``neighbour_named``, 1 when the answer names an entity that a
    triple joins to one of the question's; ``neighbours_covered``, the share of them that it
    names; ``topic_named``, the share of the answer's names that are the question's entities;
    ``hops_away``, the triples of the best way to a name of the answer, 0 for the question's own
    entities, `FARTHEST` where there is none.

    Of the ways that fit the question best: ``asked_named``, the share of the answer's names that
    they end at; ``asked_covered``, the share of what they end at that the answer names;
    ``way_behind``, how much worse the best way to a name of the answer fits, in [0, 1], 1 where
    none leads there; ``names_beyond``, how many more names the answer has than they end at.

    Of the wording: ``names``, how many entities the answer names, each mention counted;
    ``relation_words``, the share of its words that relations have; ``strange_words``, of those
    that neither question nor triples have.

    Args:
        question: The question.
        answer: The answer; an "ans:" before it does not count.
        triples: The evidence.
    """
    graph, own = _graph(tuple(triples)), unprefixed(answer)
    ends = _ends(question, tuple(triples))
    [found] = graph.matcher.match([own])
    said = [frozenset(match.entities) for match in found]
    named = frozenset[int]().union(*said)
    reached = [entity for entity in sorted(named) if entity in ends.fit]
    target = max(reached, key=lambda entity: ends.fit[entity], default=None)
    walk = () if target is None else ends.walks[target]
    values = {
        **_neighbours(ends, said, named, len(walk)),
        **_ways(ends, said, named, 1.0 if target is None else ends.best - ends.fit[target]),
        **_wording(graph, question, own),
        "names": float(len(said)),
    }
    best = max(ends.fit, key=lambda entity: ends.fit[entity], default=None)
    astray = best is not None and named.isdisjoint(ends.asked())
    return Reach(values, walk, ends.walks[best] if astray and best is not None else ())


def obstacle(question: str, answer: str, triples: Sequence[Triple]) -> str:
    """Say why the features of an answer tell nothing, "" where they do."""
    if not _ends(question, tuple(triples)).topics:
        return NO_TOPIC
    said = unprefixed(answer).strip()
    named = _graph(tuple(triples)).matcher.match([said]) != [[]]
    return NO_NAME if not named and (says_yes_or_no(said) or declines(said)) else ""


def asked_for(question: str, triples: Sequence[Triple]) -> list[str]:
    """Return the names that the ways end at which fit a question best."""
    names = _graph(tuple(triples)).relations.names
    return sorted(names[entity] for entity in _ends(question, tuple(triples)).asked())


def _neighbours(
    ends: _Ends, said: Sequence[frozenset[int]], named: frozenset[int], hops: int
) -> dict[str, float]:
    echoed = sum(not ends.topics.isdisjoint(each) for each in said)
    near = len(ends.near & named)
    away = hops or (0 if echoed else FARTHEST)
    return {
        "neighbour_named": float(near > 0),
        "neighbours_covered": near / max(1, len(ends.near)),
        "topic_named": echoed / max(1, len(said)),
        "hops_away": float(away),
    }


def _ways(
    ends: _Ends, said: Sequence[frozenset[int]], named: frozenset[int], behind: float
) -> dict[str, float]:
    asked = ends.asked()
    return {
        "asked_named": sum(not asked.isdisjoint(each) for each in said) / max(1, len(said)),
        "asked_covered": len(asked & named) / max(1, len(asked)),
        "way_behind": min(1.0, behind),
        "names_beyond": float(max(0, len(set(said)) - len(asked))),
    }


def _wording(graph: _Graph, question: str, answer: str) -> dict[str, float]:
    own = words(answer)
    entities = {word for name in graph.relations.names for word in words(entity_words(name))}
    known = entities | graph.labels | set(words(question))
    return {
        "relation_words": sum(word in graph.labels for word in own) / max(1, len(own)),
        "strange_words": sum(word not in known for word in own) / max(1, len(own)),
    }


@lru_cache(maxsize=32)
def _graph(triples: tuple[Triple, ...]) -> _Graph:
    relations = RelationGraph.of(triples)
    matcher = EntityMatcher.of([entity_words(name) for name in relations.names])
    labels = {word for t in triples for word in words(predicate_words(t.predicate))}
    return _Graph(relations, matcher, frozenset(labels))


@lru_cache(maxsize=32)
def _ends(question: str, triples: tuple[Triple, ...]) -> _Ends:
    graph = _graph(triples)
    [found] = graph.matcher.match([question])
    topics = [(match, match.entities) for match in clearest(question, found)]
    own = frozenset(entity for _, entities in topics for entity in entities)
    fit: dict[int, float] = {}
    walks: dict[int, tuple[int, ...]] = {}
    for way in best_first(question, graph.relations, topics):
        for entity, walk in way.ends.items():
            if entity not in own:
                fit.setdefault(entity, way.score)
                walks.setdefault(entity, walk)
    around = (other for topic in own for _, _, other, _ in graph.relations.around[topic])
    return _Ends(own, fit, walks, frozenset(around) - own)
