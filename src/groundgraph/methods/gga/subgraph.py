"""The subgraph that a question and its answer are read against.

"Detecting Hallucinations in Graph Retrieval-Augmented Generation via Attention Patterns and
Semantic Alignment" (GGA), arXiv:2512.09148: the triples of the shortest paths between the
entities of question and answer, then their neighbours by connectivity, K in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.methods.gga.paths import Route, Which, shortest_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.gga.adjacency import KnowledgeGraph, Numbers
    from groundgraph.types import Triple


class Query(NamedTuple):
    """The entities of a question and of its answer, as numbers of the graph."""

    question: Sequence[int]
    answer: Sequence[int]


@dataclass(frozen=True, slots=True)
class Pruning:
    """How a subgraph is cut out.

    Attributes:
        size: K, the most triples of a subgraph.
        max_hops: The most triples of a path; no more than ``size``.
        paths: "one" path to the nearest answer entity, one to "each", or "all" the shortest
            ones. A path is kept whole or, with those after it, not at all.
        touching_path: What a neighbour scores for touching an entity of a path.
        touching_question: The same for an entity of the question.
        touching_answer: The same for an entity of the answer.
        pad: Fill a subgraph of fewer than K triples by repeating them in turn, as the authors
            do.

    Raises:
        ValueError: When a number cannot be used.
    """

    size: int = 20
    max_hops: int = 3
    paths: Which = "each"
    touching_path: int = 3
    touching_question: int = 2
    touching_answer: int = 2
    pad: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.max_hops <= self.size:
            raise ValueError(
                f"max_hops must be from 1 to size, found {self.max_hops} and {self.size}: "
                "a path must fit into the subgraph"
            )
        if self.paths not in ("one", "each", "all"):
            raise ValueError(f"paths must be 'one', 'each' or 'all', found {self.paths!r}")
        if min(self.scores()) < 0:
            raise ValueError(f"the scores of neighbours must not be negative: {self.scores()}")

    def scores(self) -> tuple[int, int, int]:
        """Return what touching a path, the question and the answer score."""
        return self.touching_path, self.touching_question, self.touching_answer


class Subgraph(NamedTuple):
    """At most K triples: those of the paths in their order, then neighbours, best first.

    Attributes:
        triples: The triples.
        on_path: Whether each lies on a path, shape ``(len(triples),)``.
        paths: The paths from the question to the answer, the shortest first, each as places in
            ``triples``.
        hops: Triples between question and answer at their nearest: 0 when they share an entity,
            ``None`` when no path was found.
        reason: Why there is no path; "" exactly when there is one.
    """

    triples: tuple[Triple, ...]
    on_path: NDArray[np.bool_]
    paths: tuple[tuple[int, ...], ...]
    hops: int | None
    reason: str

    @property
    def path(self) -> tuple[int, ...]:
        """The first of the shortest paths; empty where there is none."""
        return self.paths[0] if self.paths else ()


def subgraphs(
    graph: KnowledgeGraph, queries: Sequence[Query], pruning: Pruning = Pruning()
) -> list[Subgraph]:
    """Return the subgraph of each query.

    What cannot be found is no error: a question or answer without entities, or without a path,
    gets the neighbours of what there is, and a reason.

    Raises:
        ValueError: When a query names an entity that the graph does not have.
    """
    return [_subgraph(graph, query, pruning) for query in queries]


def _subgraph(graph: KnowledgeGraph, query: Query, pruning: Pruning) -> Subgraph:
    question, answer = (_checked(graph, entities) for entities in query)
    routes = shortest_paths(graph, question, answer, max_hops=pruning.max_hops, which=pruning.paths)
    kept, paths = _fitting(routes, pruning.size)
    chosen = kept + _neighbours(graph, Query(question, answer), kept, pruning)
    on_path = np.arange(len(chosen)) < len(kept)
    if pruning.pad and chosen:
        chosen = list(islice(cycle(chosen), pruning.size))
        on_path = np.resize(on_path, pruning.size)
    hops = 0 if set(question) & set(answer) else len(paths[0]) if paths else None
    return Subgraph(
        tuple(graph.triples[number] for number in chosen),
        on_path,
        paths,
        hops,
        "" if paths else _reason(graph, Query(question, answer), pruning),
    )


def _checked(graph: KnowledgeGraph, entities: Iterable[int]) -> list[int]:
    distinct = list(dict.fromkeys(entities))
    if distinct and not 0 <= min(distinct) <= max(distinct) < len(graph.entities):
        raise ValueError(
            f"a query names entities {distinct}; the graph has 0 to {len(graph.entities) - 1}"
        )
    return distinct


def _fitting(routes: Iterable[Route], size: int) -> tuple[list[int], tuple[tuple[int, ...], ...]]:
    """Return the triples of the routes that fit, and where in them each route goes."""
    places: dict[int, int] = {}
    paths = []
    for route in routes:
        new = [triple for triple in route.triples if triple not in places]
        if len(places) + len(new) > size:
            break
        places |= {triple: len(places) + further for further, triple in enumerate(new)}
        paths.append(tuple(places[triple] for triple in route.triples))
    return list(places), tuple(paths)


def _neighbours(
    graph: KnowledgeGraph, query: Query, kept: Sequence[int], pruning: Pruning
) -> list[int]:
    """Return the triples around, the best connected first and of equals the first in the graph.

    A subgraph's entities can have thousands of triples; only those that may be chosen are
    sorted.
    """
    wanted = pruning.size - len(kept)
    if not wanted:
        return []
    groups = [np.unique(graph.ends[kept]), *(np.array(side, np.int32) for side in query)]
    inner = np.unique(np.concatenate(groups))
    found = graph.around(inner)
    triples = found.triples
    marks = _marks(len(graph.entities), groups)
    scores = _scores(pruning)[marks[inner][found.origins] | marks[found.others]]
    order = triples - scores * len(graph.triples)
    candidates = 2 * wanted + 2 * len(kept)  # each may stand twice, and some are kept already
    if candidates < len(order):
        best = np.argpartition(order, candidates)[:candidates]
        order, triples = order[best], triples[best]
    ranked = dict.fromkeys(triples[np.argsort(order, kind="stable")].tolist())
    return list(islice((triple for triple in ranked if triple not in kept), wanted))


def _marks(n_entities: int, groups: Sequence[Numbers]) -> NDArray[np.uint8]:
    """Return, for each entity, a bit for each group that holds it."""
    marks = np.zeros(n_entities, np.uint8)
    for bit, group in enumerate(groups):
        marks[group] |= 1 << bit
    return marks


def _scores(pruning: Pruning) -> NDArray[np.int64]:
    """Return the connectivity score by the marks of both ends: each group counts once."""
    weights = np.array(pruning.scores(), np.int64)
    touched = np.arange(1 << len(weights))[:, None] >> np.arange(len(weights)) & 1
    return np.asarray(touched @ weights, np.int64)


def _reason(graph: KnowledgeGraph, query: Query, pruning: Pruning) -> str:
    if not graph.triples:
        return "the knowledge graph is empty"
    if not query.question:
        return "no entity of the question is in the knowledge graph"
    if not query.answer:
        return "no entity of the answer is in the knowledge graph"
    if set(query.answer) & set(query.question):
        return "the answer names an entity of the question, and no other that can be reached"
    return f"no path of at most {pruning.max_hops} hops joins the question to the answer"
