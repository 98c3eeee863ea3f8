"""The evidence graph: typed nodes and edges on arrays, and what is read off a verdict."""

from groundgraph.types.graphs.kinds import (
    EDGE_KINDS,
    NODE_KINDS,
    SYMMETRIC,
    GraphEdge,
    Node,
    NodeKind,
)
from groundgraph.types.graphs.model import EvidenceGraph

__all__ = [
    "EDGE_KINDS",
    "NODE_KINDS",
    "SYMMETRIC",
    "EvidenceGraph",
    "GraphEdge",
    "Node",
    "NodeKind",
]
