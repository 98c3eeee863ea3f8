from __future__ import annotations

import numpy as np
import pytest

from groundgraph import Edge
from groundgraph.methods.egc.edges import evidence_edges
from groundgraph.methods.egc.graph import CosineGraph


def f32(rows: list[list[float]] | list[float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.array(rows, np.float32)


GRAPH = CosineGraph(
    question=f32([0.5, 0.375, 0.75]),
    claims=f32([[0.25, 0.5], [0.75, 0.0], [0.0, 0.0]]),
    evidence=f32([[1, 0.625, 0.5], [0.625, 1, 0.0], [0.5, 0.0, 1]]),
)


def test_an_edge_is_a_cosine_of_at_least_tau() -> None:
    edges = evidence_edges(GRAPH, ["a", "b", "c"], [0, 2], tau=0.5)

    assert set(edges) == {
        Edge("p:a", "c:2", 0.5),
        Edge("p:b", "c:0", 0.75),
        Edge("p:a", "p:b", 0.625),
        Edge("p:a", "p:c", 0.5),
        Edge("q", "p:a", 0.5),
        Edge("q", "p:c", 0.75),
    }
    assert len(edges) == 6


def test_windows_of_one_passage_are_one_node_with_their_strongest_edges() -> None:
    edges = evidence_edges(GRAPH, ["a", "a", "c"], [0, 1], tau=0.25)

    assert set(edges) == {
        Edge("p:a", "c:0", 0.75),
        Edge("p:a", "c:1", 0.5),
        Edge("p:a", "p:c", 0.5),
        Edge("q", "p:a", 0.5),
        Edge("q", "p:c", 0.75),
    }
    assert len(edges) == 5


@pytest.mark.parametrize("tau", [-0.5, 0.0, 0.9])
def test_without_a_question_no_edge_leaves_it(tau: float) -> None:
    edges = evidence_edges(GRAPH._replace(question=None), ["a", "b", "c"], [0, 1], tau)

    assert not [edge for edge in edges if "q" in edge[:2]]
    assert all(edge.weight >= tau for edge in edges)


def test_without_claims_passages_are_still_joined() -> None:
    graph = GRAPH._replace(claims=np.zeros((3, 0), np.float32), question=None)

    edges = evidence_edges(graph, ["a", "b", "c"], [], tau=0.6)

    assert edges == (Edge("p:a", "p:b", 0.625),)
