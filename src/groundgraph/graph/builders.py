"""Edges of an evidence graph, one kind a builder.

A builder takes what is computed anyway (cosines, links, triples) and gives a graph of its own
edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.types.graphs import EDGE_KINDS, EvidenceGraph, GraphEdge, kinds
from groundgraph.types.graphs.model import NO_EDGES, EdgeArrays

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from groundgraph.graph.links import PassageLinks
    from groundgraph.text.passage_units import Unit
    from groundgraph.types import EdgeKind, Triple
    from groundgraph.types.graphs import Node


class Block(NamedTuple):
    """Nodes beside others, and how strongly each pair of them is joined.

    Attributes:
        kind: Of the edges.
        rows: Numbers of nodes, shape ``(n,)``.
        columns: Numbers of nodes, shape ``(m,)``; the same object as ``rows`` for the edges among
            some nodes: then what is above the diagonal counts.
        weights: Shape ``(n, m)``, in [-1, 1] up to rounding.
        least: The weight from which two nodes are joined.
    """

    kind: EdgeKind
    rows: NDArray[np.integer]
    columns: NDArray[np.integer]
    weights: NDArray[np.floating]
    least: float


def joined(nodes: Sequence[Node], blocks: Sequence[Block], by: str) -> EvidenceGraph:
    """Join nodes block by block, where they are near enough.

    Args:
        nodes: Each id once.
        blocks: Which of them to compare; edges are in this order, within a block by row.
        by: Who says so.
    """
    parts = [_edges_of(block) for block in blocks]
    columns = (np.concatenate(column) for column in zip(*parts, strict=True))
    edges = EdgeArrays(*columns) if parts else NO_EDGES
    return EvidenceGraph.on_arrays(nodes, edges, (by,))


def _edges_of(block: Block) -> EdgeArrays:
    near = block.weights >= block.least
    if block.rows is block.columns:
        near = np.triu(near, k=1)
    row, column = np.nonzero(near)
    sources, targets = block.rows[row], block.columns[column]
    weights = np.clip(block.weights[row, column].astype(np.float64), -1.0, 1.0)
    kind = np.full(len(sources), EDGE_KINDS.index(block.kind), np.int8)
    maker = np.zeros(len(sources), np.int16)
    edges = EdgeArrays(sources.astype(np.int32), targets.astype(np.int32), kind, weights, maker)
    return edges.at(edges.sources != edges.targets)


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
    nodes = list({node.id: node for node in (*rows, *columns)}.values())
    place = {node.id: number for number, node in enumerate(nodes)}
    left = np.array([place[node.id] for node in rows], np.int32)
    right = left
    if columns is not rows:
        right = np.array([place[node.id] for node in columns], np.int32)
    return joined(nodes, [Block("similar", left, right, cosines, tau)], by)


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
