"""Where the ways from what a question names end, in the triples of one answer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.graph.relation_paths import RelationGraph
from groundgraph.methods.gga.retrieval import best_first
from groundgraph.methods.gga.surface import words
from groundgraph.text.triples.entities import EntityMatcher, clearest
from groundgraph.text.triples.sentences import entity_words, predicate_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.types import Triple

SLACK = 0.02
"""How much worse than the best a way may fit that counts as the best."""


class NamedGraph(NamedTuple):
    """Some triples, and a matcher of their entities' names.

    Attributes:
        relations: The triples by entity.
        matcher: Finds the entities in a text.
        labels: The words of the relations.
    """

    relations: RelationGraph
    matcher: EntityMatcher
    labels: frozenset[str]


class Ends(NamedTuple):
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


@lru_cache(maxsize=32)
def named_graph(triples: tuple[Triple, ...]) -> NamedGraph:
    """Index some triples."""
    relations = RelationGraph.of(triples)
    matcher = EntityMatcher.of([entity_words(name) for name in relations.names])
    labels = {word for t in triples for word in words(predicate_words(t.predicate))}
    return NamedGraph(relations, matcher, frozenset(labels))


@lru_cache(maxsize=32)
def ends_of(question: str, triples: tuple[Triple, ...]) -> Ends:
    """Follow some triples from what a question names."""
    graph = named_graph(triples)
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
    return Ends(own, fit, walks, frozenset(around) - own)
