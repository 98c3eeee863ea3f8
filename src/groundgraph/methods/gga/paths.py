"""Shortest paths between two sets of entities, whichever way the triples point.

Breadth first, layer by layer on arrays. Of equally short paths to one entity the first is
taken, in the order of their triples' numbers from the first triple on, so that the outcome
depends on the graph alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.gga.adjacency import KnowledgeGraph, Numbers

Which: TypeAlias = Literal["one", "each", "all"]


class Route(NamedTuple):
    """A shortest path.

    Attributes:
        target: The entity at its end.
        triples: Their numbers, from the source on.
    """

    target: int
    triples: tuple[int, ...]


def shortest_paths(
    graph: KnowledgeGraph,
    sources: Sequence[int],
    targets: Sequence[int],
    *,
    max_hops: int = 3,
    which: Which = "each",
) -> Iterator[Route]:
    """Yield the shortest paths from any source to the targets, the shortest first.

    Targets that are sources, or farther than ``max_hops``, have none. Paths are made as they
    are asked for.

    Args:
        graph: The graph.
        sources: Numbers of entities.
        targets: The same.
        max_hops: Most triples in a path.
        which: "one" path to the nearest target, one to "each" target from the source nearest
            to it, or "all" the shortest ones to each.
    """
    search = _Search(graph, sources)
    remaining = np.array([t for t in dict.fromkeys(targets) if not search.depth[t]], np.int32)
    while len(remaining) and len(search.frontier) and search.hops < max_hops:
        found = search.advance(remaining, last=search.hops + 1 == max_hops)
        for target in found.tolist():
            if which == "all":
                yield from (Route(target, path) for path in search.every_path_to(target))
            else:
                yield Route(target, search.path_to(target))
            if which == "one":
                return
        reached = set(found.tolist())
        remaining = np.array([t for t in remaining.tolist() if t not in reached], np.int32)


class _Search:
    """Layers around the sources; each layer's entities in the order of their first paths.

    Attributes:
        frontier: The outermost layer.
        hops: Its distance from the sources.
        depth: Distance plus one of every entity in a layer, 0 for the others.
        place: Where an entity stands in its layer.
        reached_by: The last triple of its first path.
    """

    def __init__(self, graph: KnowledgeGraph, sources: Sequence[int]) -> None:
        self._graph = graph
        # zeros and empty touch no memory until an entity is reached, however large the graph
        self.depth = np.zeros(len(graph.entities), np.int32)
        self.place = np.empty(len(graph.entities), np.int32)
        self.reached_by = np.empty(len(graph.entities), np.int32)
        self._first = np.empty(len(graph.entities), np.int32)
        self.frontier = np.array(list(dict.fromkeys(sources)), np.int32)
        self.depth[self.frontier] = 1
        self.place[self.frontier] = 0  # of equal rank: the first triple decides
        self.hops = 0

    def advance(self, targets: Numbers, *, last: bool) -> Numbers:
        """Go one hop further; return the targets that it reaches, by their first paths.

        A hub, as a source or a target, is looked at from the other side where that is cheaper;
        the layer itself is laid out only if another hop may follow.
        """
        degrees = self._graph.degrees
        if degrees(self.frontier).sum() <= degrees(targets).sum():
            self._lay_out()
            reached = targets[self.depth[targets] == self.hops + 1]
            return np.asarray(reached[np.argsort(self.place[reached])], np.int32)
        reached = self._look_back(targets)
        if len(reached) < len(targets) and not last:
            self._lay_out()
        else:
            self.hops += 1
        return reached

    def path_to(self, target: int) -> tuple[int, ...]:
        """Return the first path to an entity that the last hop reached."""
        triples: list[int] = []
        for _ in range(self.hops):
            triples.append(int(self.reached_by[target]))
            subject, object_ = self._graph.ends[triples[-1]].tolist()
            target = object_ if subject == target else subject
        return tuple(reversed(triples))

    def every_path_to(self, target: int) -> Iterator[tuple[int, ...]]:
        """Yield all shortest paths to an entity that the last hop reached, the first first."""
        onward: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        layer = np.array([target], np.int32)
        for depth in range(self.hops, 0, -1):
            found = self._graph.around(layer)
            inward = self.depth[found.others] == depth
            ends = layer[found.origins[inward]]
            near, triples = found.others[inward], found.triples[inward]
            steps = zip(near.tolist(), triples.tolist(), ends.tolist(), strict=True)
            for entity, triple, end in steps:
                onward[entity].append((triple, end))
            layer = np.unique(near)
        first = sorted(step for source in layer.tolist() for step in onward[source])
        yield from _walks(first, onward, self.hops)

    def _look_back(self, targets: Numbers) -> Numbers:
        found = self._graph.around(targets)
        inward = np.flatnonzero(self.depth[found.others] == self.hops + 1)
        order = np.lexsort((found.triples[inward], self.place[found.others[inward]]))
        return self._reach(targets[found.origins], found.triples, inward[order])

    def _lay_out(self) -> None:
        found = self._graph.around(self.frontier)
        new = np.flatnonzero(self.depth[found.others] == 0)
        if self.hops == 0:
            new = new[np.argsort(found.triples[new])]
        self.frontier = self._reach(found.others, found.triples, new)
        self.hops += 1
        self.depth[self.frontier] = self.hops + 1
        self.place[self.frontier] = np.arange(len(self.frontier))

    def _reach(self, entities: Numbers, triples: Numbers, order: NDArray[np.intp]) -> Numbers:
        """Note the first way to each entity; return the entities in that order, each once."""
        reached, ways = entities[order], triples[order]
        place = np.arange(len(order), dtype=np.int32)
        self._first[reached[::-1]] = place[::-1]  # of repeated indices the last one stays
        first = self._first[reached] == place
        self.reached_by[reached[first]] = ways[first]
        return np.asarray(reached[first], np.int32)


def _walks(
    steps: Sequence[tuple[int, int]],
    onward: Mapping[int, Sequence[tuple[int, int]]],
    hops: int,
) -> Iterator[tuple[int, ...]]:
    for triple, end in steps:
        if hops == 1:
            yield (triple,)
        else:
            rest = _walks(sorted(onward[end]), onward, hops - 1)
            yield from ((triple, *walk) for walk in rest)
