from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from groundgraph.methods.egc import graph as egc
from groundgraph.methods.egc.graph import Cosines, GraphNodes, connect, cosines
from groundgraph.types import Edge, Span
from groundgraph.types.graphs import kinds
from groundgraph.types.graphs.for_verdict import edges_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.graph import EvidenceGraph
    from groundgraph.methods.egc.graph import Consistency

TAUS = st.sampled_from([-0.5, 0.0, 0.3, 0.4, 0.7, 1.0])


def grids(*shape: int) -> st.SearchStrategy[NDArray[np.float32]]:
    """Draw from a grid that holds every τ, so that "at least τ" is tried at equality."""
    grid = st.sampled_from([np.float32(tenth / 10) for tenth in range(-10, 11)])
    return arrays(np.float32, shape, elements=grid)


@st.composite
def graphs(draw: st.DrawFn) -> Cosines:
    n_evidence, n_claims = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    upper = np.triu(draw(grids(n_evidence, n_evidence)), k=1)
    return Cosines(
        draw(st.none() | grids(n_evidence)),
        draw(grids(n_evidence, n_claims)),
        upper + upper.T + np.eye(n_evidence, dtype=np.float32),
    )


def nodes_of(found: Cosines, passages: Sequence[str] = "abcdef") -> GraphNodes:
    n_evidence, n_claims = found.claims.shape
    return GraphNodes(
        None if found.question is None else kinds.question("?"),
        tuple(kinds.unit(passages[i], Span(i, i + 1), "e") for i in range(n_evidence)),
        tuple(kinds.claim(Span(j, j + 1), "c") for j in range(n_claims)),
    )


def drawn(found: Cosines, tau: float, passages: Sequence[str] = "abcdef") -> EvidenceGraph:
    return connect(nodes_of(found, passages), found, tau)


def measure(batch: Sequence[Cosines], tau: float) -> Consistency:
    return egc.measure([drawn(found, tau) for found in batch])


def reachable(batch: Sequence[Cosines], tau: float) -> list[NDArray[np.bool_]]:
    return egc.reachable([drawn(found, tau) for found in batch])


def as_networkx(graph: Cosines, tau: float) -> nx.Graph:
    n_evidence, n_claims = graph.claims.shape
    result = nx.Graph()
    result.add_node("q")
    result.add_nodes_from(("e", i) for i in range(n_evidence))
    result.add_nodes_from(("c", j) for j in range(n_claims))
    for i in range(n_evidence):
        if graph.question is None or graph.question[i] >= np.float32(tau):
            result.add_edge("q", ("e", i))
        for j in range(n_claims):
            if graph.claims[i, j] >= np.float32(tau):
                result.add_edge(("e", i), ("c", j))
        for other in range(i):
            if graph.evidence[i, other] >= np.float32(tau):
                weight = float(graph.evidence[i, other])
                result.add_edge(("e", i), ("e", other), weight=weight)
    return result


def expected(graph: Cosines, tau: float) -> tuple[float, float, float, float, float]:
    n_evidence, n_claims = graph.claims.shape
    joined = as_networkx(graph, tau)
    degrees = [joined.degree(("c", j)) for j in range(n_claims)]
    weights = [weight for *_, weight in joined.edges.data("weight") if weight is not None]
    agreement = sum(weights) / len(weights) if weights else 0.0
    if not n_claims:
        return 0.0, 0.0, agreement, 0.0, 1.0
    coverage = sum(degree > 0 for degree in degrees) / n_claims
    support = sum(degrees) / n_claims / n_evidence if n_evidence else 0.0
    reached = sum(nx.has_path(joined, "q", ("c", j)) for j in range(n_claims)) / n_claims
    return coverage, support, agreement, reached, 1 - coverage


@given(graphs(), TAUS)
def test_the_five_measures_are_those_of_networkx(graph: Cosines, tau: float) -> None:
    measures = measure([graph], tau)

    assert measures.matrix()[0] == pytest.approx(expected(graph, tau), abs=1e-6)


@given(graphs(), TAUS)
def test_a_claim_is_reached_when_networkx_finds_a_path(graph: Cosines, tau: float) -> None:
    joined = as_networkx(graph, tau)

    found = reachable([graph], tau)[0].tolist()

    assert found == [nx.has_path(joined, "q", ("c", j)) for j in range(graph.claims.shape[1])]


@given(graphs(), TAUS)
def test_the_composite_is_equation_7_and_keeps_its_bounds(graph: Cosines, tau: float) -> None:
    measures = measure([graph], tau)
    coverage, support, _, connectivity, isolation = measures.matrix()[0]

    score = measures.composite()[0]

    assert score == pytest.approx((coverage + support + connectivity - isolation) / 3)
    assert -1 / 3 - 1e-12 <= score <= 1 + 1e-12
    assert all(0 <= value <= 1 for value in (coverage, support, connectivity, isolation))


@settings(max_examples=50)
@given(st.lists(graphs(), max_size=5), TAUS)
def test_a_batch_is_measured_as_each_graph_alone(batch: list[Cosines], tau: float) -> None:
    alone = [measure([graph], tau).matrix()[0] for graph in batch]

    together = measure(batch, tau)

    assert together.matrix().shape == (len(batch), 5)
    assert np.array_equal(together.matrix(), np.array(alone).reshape(-1, 5))
    assert together.composite().shape == (len(batch),)


@given(graphs(), st.permutations(range(6)))
def test_the_order_of_the_evidence_does_not_matter(graph: Cosines, drawn: list[int]) -> None:
    order = [i for i in drawn if i < len(graph.evidence)]
    shuffled = Cosines(
        None if graph.question is None else graph.question[order],
        graph.claims[order],
        graph.evidence[np.ix_(order, order)],
    )

    same, other = measure([graph], 0.4), measure([shuffled], 0.4)

    assert other.matrix() == pytest.approx(same.matrix(), abs=1e-6)


def graph_of(question: list[float] | None, claims: list[list[float]]) -> Cosines:
    """Make a graph whose evidence nodes are not joined to each other."""
    block = np.array(claims, np.float32)
    asked = None if question is None else np.array(question, np.float32)
    return Cosines(asked, block, np.eye(len(block), dtype=np.float32))


def test_a_claim_is_reached_over_evidence_that_is_joined_to_other_evidence() -> None:
    lone = graph_of([0.9, 0.1], [[0.1], [0.9]])
    bridge = lone._replace(evidence=np.array([[1.0, 0.5], [0.5, 1.0]], np.float32))

    assert measure([lone, bridge], 0.4).connectivity.tolist() == [0.0, 1.0]


def test_a_claim_is_reached_over_another_claim_that_shares_its_evidence() -> None:
    graph = graph_of([0.9, 0.1], [[0.9, 0.1], [0.9, 0.9]])

    assert reachable([graph], 0.4)[0].tolist() == [True, True]


def test_without_a_question_all_evidence_counts_as_reached() -> None:
    asked, unasked = graph_of([0.0], [[0.9, 0.0]]), graph_of(None, [[0.9, 0.0]])

    assert measure([asked, unasked], 0.4).connectivity.tolist() == [0.0, 0.5]


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 3)])
def test_a_graph_without_claims_or_evidence_is_wholly_isolated(shape: tuple[int, int]) -> None:
    evidence = np.eye(shape[0], dtype=np.float32)
    graph = Cosines(np.ones(shape[0], np.float32), np.zeros(shape, np.float32), evidence)

    measures = measure([graph], 0.4)

    assert measures.matrix().tolist() == [[0.0, 0.0, 0.0, 0.0, 1.0]]
    assert measures.composite()[0] == pytest.approx(-1 / 3)


def test_no_graphs_have_no_measures() -> None:
    measures = measure([], 0.4)

    assert measures.matrix().shape == (0, 5)
    assert reachable([], 0.4) == []


def test_unit_vectors_are_compared_by_cosine() -> None:
    evidence = unit([[1.0, 0.0], [1.0, 1.0]])
    claims = unit([[0.0, 2.0], [3.0, 0.0], [-1.0, 0.0]])

    graph = cosines(unit([[1.0, 0.0]])[0], evidence, claims)

    half = np.sqrt(0.5)
    assert graph.question == pytest.approx([1.0, half])
    assert graph.claims == pytest.approx(np.array([[0.0, 1.0, -1.0], [half, half, -half]]))
    assert graph.evidence == pytest.approx(np.array([[1.0, half], [half, 1.0]]))
    assert cosines(None, evidence, claims).question is None


def unit(rows: list[list[float]]) -> NDArray[np.float32]:
    vectors = np.array(rows, np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


GRAPH = Cosines(
    question=np.array([0.5, 0.375, 0.75], np.float32),
    claims=np.array([[0.25, 0.5], [0.75, 0.0], [0.0, 0.0]], np.float32),
    evidence=np.array([[1, 0.625, 0.5], [0.625, 1, 0.0], [0.5, 0.0, 1]], np.float32),
)


def edges_at(tau: float, passages: str = "abc", found: Cosines = GRAPH) -> set[Edge]:
    """Return the edges that a verdict carries, its findings 0 and 2 about the claims."""
    numbers = {"claim:0-1": 0, "claim:1-2": 2}
    edges = edges_for(drawn(found, tau, passages), numbers)
    assert len({edge[:2] for edge in edges}) == len(edges)
    return set(edges)


def test_an_edge_is_a_cosine_of_at_least_tau() -> None:
    assert edges_at(0.5) == {
        Edge("p:a", "c:2", 0.5),
        Edge("p:b", "c:0", 0.75),
        Edge("p:a", "p:b", 0.625),
        Edge("p:a", "p:c", 0.5),
        Edge("q", "p:a", 0.5),
        Edge("q", "p:c", 0.75),
    }


def test_passages_are_joined_in_their_order_whatever_they_are_called() -> None:
    assert Edge("p:c", "p:b", 0.625) in edges_at(0.5, "cba")


def test_windows_of_one_passage_are_one_node_with_their_strongest_edges() -> None:
    assert edges_at(0.25, "aac") == {
        Edge("p:a", "c:0", 0.75),
        Edge("p:a", "c:2", 0.5),
        Edge("p:a", "p:c", 0.5),
        Edge("q", "p:a", 0.5),
        Edge("q", "p:c", 0.75),
    }


@pytest.mark.parametrize("tau", [-0.5, 0.0, 0.9])
def test_without_a_question_no_edge_leaves_it(tau: float) -> None:
    edges = edges_at(tau, found=GRAPH._replace(question=None))

    assert not [edge for edge in edges if "q" in edge[:2]]
    assert all(edge.weight >= tau for edge in edges)


def test_without_claims_passages_are_still_joined() -> None:
    alone = GRAPH._replace(claims=np.zeros((3, 0), np.float32), question=None)

    assert edges_at(0.6, found=alone) == {Edge("p:a", "p:b", 0.625)}
