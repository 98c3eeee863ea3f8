"""The subgraph of a question alone: what a GraphRAG prompt is made of before there is an answer.

The entities that the question names, what lies within some hops of them, and of that the ways
that fit what is asked (`groundgraph.graph.relation_paths`), the best first, until K triples.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.graph.relation_paths import MOST_HOPS, RelationGraph
from groundgraph.ranges import COUNT, in_ranges
from groundgraph.text.triples.entities import EntityMatcher, clearest
from groundgraph.text.triples.relations import read_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.graph.relation_paths import Way
    from groundgraph.methods.gga.adjacency import Incidence, KnowledgeGraph
    from groundgraph.text.triples.entities import Match
    from groundgraph.types import Triple

NO_ENTITY = "the question names no entity of the knowledge graph"


@dataclass(frozen=True)
class Retrieval:
    """How much of a knowledge graph a question gets.

    Attributes:
        size: K, the most triples.
        hops: How far from what the question names, 1 to 3.
        alike: Of one entity's triples of one relation and direction, beyond the first hop, the
            most that are followed: nobody asks for the thousands of films of one genre.
        ignored: Words of questions that are entities too, and not meant.

    Raises:
        InputError: When a number cannot be used.
    """

    size: int = 20
    hops: int = 2
    alike: int = 50
    ignored: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        in_ranges(self, size=COUNT, hops=(1, MOST_HOPS), alike=COUNT)


class Retrieved(NamedTuple):
    """What a question gets of a knowledge graph.

    Attributes:
        triples: At most K, those of the way that fits best first.
        topics: The entities that the question names, by their names in the graph.
        near: Triples within the hops that were looked at; those above K are left out.
        problem: Why there are none; "" exactly when there are some.
    """

    triples: tuple[Triple, ...]
    topics: tuple[str, ...]
    near: int
    problem: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Retriever:
    """Retrieves from one graph. Build it with `of`.

    Attributes:
        graph: The graph.
        matcher: Finds its entities in a question.
        relations: The number of each triple's predicate, shape ``(n_triples,)``.
        settings: How much is retrieved.
    """

    graph: KnowledgeGraph
    matcher: EntityMatcher
    relations: NDArray[np.int64]
    settings: Retrieval = field(default_factory=Retrieval)

    @classmethod
    def of(cls, graph: KnowledgeGraph, settings: Retrieval = Retrieval()) -> Retriever:
        """Index a graph: its names, and its relations by number."""
        numbers: dict[str, int] = {}
        relations = [numbers.setdefault(t.predicate, len(numbers)) for t in graph.triples]
        matcher = EntityMatcher.of(graph.entities, ignored=settings.ignored)
        return cls(graph, matcher, np.array(relations, np.int64), settings)

    def retrieve(self, questions: Sequence[str], /) -> list[Retrieved]:
        """Return the subgraph of each question; one that names no entity has none and says so."""
        return [self._retrieve(question) for question in questions]

    def _retrieve(self, question: str) -> Retrieved:
        [found] = self.matcher.match([question])
        named = clearest(question, found)
        entities = list(dict.fromkeys(entity for match in named for entity in match.entities))
        if not entities:
            return Retrieved((), (), 0, NO_ENTITY)
        near = tuple(self.graph.triples[n] for n in self._near(entities))
        topics = tuple(self.graph.entities[entity] for entity in entities)
        ranked = _ranked(question, near, self._placed(named), self.settings.size)
        return Retrieved(tuple(near[n] for n in ranked), topics, len(near))

    def _placed(self, named: Sequence[Match]) -> list[tuple[Match, tuple[str, ...]]]:
        return [(m, tuple(self.graph.entities[entity] for entity in m.entities)) for m in named]

    def _near(self, entities: Sequence[int]) -> list[int]:
        """Return the triples within the hops, the nearest first."""
        frontier = np.array(entities, np.int32)
        seen = np.zeros(len(self.graph.entities), np.bool_)
        seen[frontier] = True
        chosen: dict[int, None] = {}
        for hop in range(self.settings.hops):
            found = self.graph.around(frontier)
            kept = self._followed(frontier, found) if hop else np.arange(len(found.triples))
            chosen |= dict.fromkeys(found.triples[kept].tolist())
            others = np.unique(found.others[kept])
            frontier = others[~seen[others]]
            seen[frontier] = True
        return list(chosen)

    def _followed(self, frontier: NDArray[np.int32], found: Incidence) -> NDArray[np.intp]:
        """Return the places of each entity's first ``alike`` triples of a relation each way."""
        forward = self.graph.ends[found.triples, 0] == frontier[found.origins]
        keys = np.stack([found.origins, self.relations[found.triples], forward])
        order = np.lexsort((found.triples, *keys))
        keys = keys[:, order]
        new = np.ones(len(order), np.bool_)
        new[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
        starts = np.flatnonzero(new)
        rank = np.arange(len(order)) - np.repeat(starts, np.diff(starts, append=len(order)))
        return np.sort(order[rank < self.settings.alike])


def best_first(
    question: str, graph: RelationGraph, topics: Sequence[tuple[Match, Sequence[int]]]
) -> list[Way]:
    """Return the ways from what a question names, those that fit what it asks best first.

    Args:
        question: The question.
        graph: The triples around what it names.
        topics: Where the question names something, and the numbers of what that can be.
    """
    asked = read_asked(question, [match.span for match, _ in topics])
    ways = [
        way
        for match, numbers in topics
        for number in numbers
        for way in graph.ways(number, asked, match.span.start)
    ]
    return sorted(ways, key=lambda way: (-way.score, len(way.steps)))


def _numbers(graph: RelationGraph, triples: Sequence[Triple]) -> dict[str, int]:
    """Return the numbers of the entities by every spelling that the triples have."""
    return {
        triples[place][0 if forward else 2]: number
        for number, around in enumerate(graph.around)
        for _, forward, _, place in around
    }


def _ranked(
    question: str,
    triples: Sequence[Triple],
    topics: Sequence[tuple[Match, tuple[str, ...]]],
    size: int,
) -> list[int]:
    """Return the places of at most ``size`` triples; a walk is kept whole or not at all."""
    graph = RelationGraph.of(triples)
    known = _numbers(graph, triples)
    placed = [(match, [known[n] for n in names if n in known]) for match, names in topics]
    chosen: dict[int, None] = {}
    for way in best_first(question, graph, placed):
        for walk in way.ends.values():
            new = [place for place in walk if place not in chosen]
            if len(chosen) + len(new) <= size:
                chosen |= dict.fromkeys(new)
        if len(chosen) == size:
            break
    return list(chosen)
