"""Edges of an evidence graph, one kind a builder, made when a measure asks for them.

A builder takes what is computed anyway (cosines, links, triples) and gives a graph of its own
edges; `LazyGraph` calls the builders of the kinds that are asked for, each once, and unites them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.types.graphs import EDGE_KINDS, EvidenceGraph, GraphEdge, kinds
from groundgraph.types.graphs.model import EdgeArrays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.graph.links import PassageLinks
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import EdgeKind, Triple
    from groundgraph.types.graphs import Node


@dataclass(frozen=True)
class LazyGraph:
    """A graph whose edges are made kind by kind, when they are first asked for.

    Attributes:
        builders: What makes the edges of a kind.
    """

    builders: Mapping[EdgeKind, Callable[[], EvidenceGraph]]
    _made: dict[EdgeKind, EvidenceGraph] = field(default_factory=dict, repr=False, compare=False)

    def of(self, *wanted: EdgeKind) -> EvidenceGraph:
        """Return the graph with the edges of some kinds.

        Raises:
            KeyError: When nothing builds a kind; names those that are built.
        """
        for kind in wanted:
            if kind not in self.builders:
                raise KeyError(f"nothing builds {kind!r} edges here; found {[*self.builders]}")
            if kind not in self._made:
                self._made[kind] = self.builders[kind]()
        return EvidenceGraph.union(self._made[kind] for kind in wanted)


def similar(
    rows: Sequence[Node],
    columns: Sequence[Node],
    cosines: NDArray[np.floating],
    tau: float,
    by: str,
) -> EvidenceGraph:
    """Join nodes whose cosine is at least ``tau``.

    Args:
        rows: Nodes, such as the units of passages.
        columns: Others, such as claims; the same list for the edges among one list's nodes.
        cosines: Shape ``(len(rows), len(columns))``.
        tau: From which cosine on.
        by: Who says so.
    """
    place: dict[str, int] = {}
    nodes: list[Node] = []
    for node in (*rows, *columns):
        if node.id not in place:
            place[node.id] = len(nodes)
            nodes.append(node)
    left, right = (np.array([place[n.id] for n in own], np.int32) for own in (rows, columns))
    row, column = np.nonzero(cosines >= tau)
    sources, targets = left[row], right[column]
    weights = np.clip(cosines[row, column].astype(np.float64), -1.0, 1.0)
    kind = EDGE_KINDS.index("similar")
    edges = EdgeArrays(
        sources,
        targets,
        np.full(len(sources), kind, np.int8),
        weights,
        np.zeros(len(sources), np.int16),
    )
    return EvidenceGraph.on_arrays(nodes, edges.at(sources != targets), (by,))


def links(units: Sequence[Unit], found: PassageLinks, by: str) -> EvidenceGraph:
    """Join each unit that names another passage to that passage.

    Args:
        units: Those that ``found`` was made of.
        found: Which units name which passage.
        by: Who says so.
    """
    names = list(dict.fromkeys(unit.passage_id for unit in units))
    passages = [kinds.passage(name) for name in names]
    sources = {n: _node(units[n]) for n in dict.fromkeys(found.sources.tolist())}
    edges = (
        GraphEdge(sources[unit].id, passages[target].id, "links", 1.0, by)
        for unit, target in zip(found.sources.tolist(), found.targets.tolist(), strict=True)
    )
    return EvidenceGraph.of((*passages, *sources.values()), edges)


def states(said: Iterable[tuple[Node, Triple]], by: str) -> EvidenceGraph:
    """Join who states a triple (a unit, a passage, a claim) to it, and it to what it is about."""
    nodes: list[Node] = []
    edges: list[GraphEdge] = []
    for owner, triple in said:
        stated = kinds.statement(triple)
        ends = [kinds.entity(name) for name in dict.fromkeys((triple.subject, triple.object))]
        nodes += (owner, stated, *ends)
        edges.append(GraphEdge(owner.id, stated.id, "states", 1.0, by))
        edges += (GraphEdge(stated.id, end.id, "mentions", 1.0, by) for end in ends)
    return EvidenceGraph.of(nodes, edges)


def unit_nodes(units: Iterable[Unit]) -> list[Node]:
    """Return the nodes of some units."""
    return [_node(unit) for unit in units]


def _node(unit: Unit) -> Node:
    return kinds.unit(unit.passage_id, unit.span, unit.text)
