"""The edges of a measured graph as a verdict carries them; `of_verdict` reads them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.types import node_names
from groundgraph.types.graphs.kinds import SYMMETRIC
from groundgraph.types.verdicts import Edge

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.types.graphs.kinds import Node
    from groundgraph.types.graphs.model import EvidenceGraph
    from groundgraph.types.verdicts import EdgeKind


def edges_for(graph: EvidenceGraph, claims: Mapping[str, int]) -> tuple[Edge, ...]:
    """Return the edges between question, evidence and claims, in the graph's order.

    Units are folded into their passages; of several edges of a kind between two of these the
    strongest is kept. What else a graph holds, such as statements, a verdict carries otherwise.

    Args:
        graph: What was measured.
        claims: The number of each claim's finding, by the id of its node.
    """
    names = {node.id: _name(node, claims) for node in graph.nodes}
    place = {name: number for number, name in enumerate(dict.fromkeys(names.values()))}
    strongest: dict[tuple[str, str, EdgeKind], float] = {}
    for edge in graph.edges():
        source, target = names[edge.source], names[edge.target]
        if not (source and target) or source == target:
            continue
        if edge.kind in SYMMETRIC and source[:2] == target[:2] and place[source] > place[target]:
            source, target = target, source
        key = source, target, edge.kind
        strongest[key] = max(edge.weight, strongest.get(key, edge.weight))
    return tuple(Edge(*key[:2], weight, key[2]) for key, weight in strongest.items())


def _name(node: Node, claims: Mapping[str, int]) -> str:
    """Return what `groundgraph.types.Edge` calls a node; "" for what it has no name for."""
    if node.kind == "question":
        return node_names.QUESTION
    if node.kind == "claim":
        return node_names.claim(claims[node.id])
    home = node.part_of or node.id
    kind, _, name = home.partition(":")
    return node_names.passage(name) if kind in ("passage", "knowledge") else ""
