"""What passages, their sentences and claims have to do with each other, as a graph."""

from groundgraph.graph.answers import answer_graph
from groundgraph.types.graphs import EvidenceGraph, GraphEdge, Node

__all__ = ["EvidenceGraph", "GraphEdge", "Node", "answer_graph"]
