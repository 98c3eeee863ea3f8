from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from groundgraph.errors import InputError
from groundgraph.methods.logic.chunks import Bridges, bridges, distance_matrix, merge, runs
from groundgraph.parts.encoders.minilm import MiniLM

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Edge = tuple[int, int]

untimed = settings(deadline=None)
ALPHAS = st.sampled_from([0.1, 0.5, 0.8, 1.0, 1.1, 1.5, 3.0])
HOP = Fraction(1, 10**40)  # far below any difference of the drawn lengths: fewest edges first
LINES = (Path(__file__).parent / "tianjin.txt").read_text("utf-8").splitlines()
TIANJIN = [line for line in LINES if not line.startswith("#")]


@st.composite
def grids(draw: st.DrawFn) -> Floats:
    """Draw city-block distances of few grid points: duplicates and equal paths abound."""
    points = np.array(draw(st.lists(st.tuples(*[st.integers(0, 3)] * 2), max_size=9)))
    points = points.reshape(-1, 2)
    distances: Floats = np.abs(points[:, None] - points).sum(axis=2).astype(np.float64)
    return distances


@st.composite
def unrelated(draw: st.DrawFn) -> Floats:
    """Draw whole-numbered distances that no points have: a detour may be the shorter way."""
    n = draw(st.integers(0, 8))
    drawn: Floats = draw(arrays(np.float64, (n, n), elements=st.sampled_from(range(6))))
    distances: Floats = np.triu(drawn, k=1) + np.triu(drawn, k=1).T
    return distances


@st.composite
def scattered(draw: st.DrawFn) -> NDArray[np.float32]:
    """Draw vectors that have no equal distances."""
    n, seed = draw(st.integers(0, 12)), draw(st.integers(0, 2**32 - 1))
    return np.random.default_rng(seed).normal(size=(n, 3)).astype(np.float32)


DISTANCES = grids() | unrelated() | scattered().map(distance_matrix)


def as_networkx(distances: Floats, alpha: float) -> nx.Graph:
    pairs = list(combinations(range(len(distances)), 2))
    exact = {pair: Fraction(float(distances[pair])) for pair in pairs}
    tau = Fraction(alpha) * sum(exact.values()) / max(len(pairs), 1)
    graph = nx.Graph()
    graph.add_nodes_from(range(len(distances)))
    near = [pair for pair in pairs if exact[pair] <= tau * (1 + Fraction(1, 10**9))]
    graph.add_weighted_edges_from((*pair, exact[pair] + HOP) for pair in near)
    return graph


def brute_force(graph: nx.Graph) -> dict[Edge, int]:
    """Count edges over every pair's path: shortest, fewest edges, lowest inner numbers."""
    counts: dict[Edge, int] = dict.fromkeys(((min(e), max(e)) for e in graph.edges), 0)
    for low, high in combinations(graph, 2):
        if nx.has_path(graph, low, high):
            paths = nx.all_shortest_paths(graph, low, high, weight="weight")
            path = min(paths, key=lambda path: sorted(path[1:-1], reverse=True))
            for edge in pairwise(path):
                counts[min(edge), max(edge)] += 1
    return counts


def counted(found: Bridges) -> dict[Edge, int]:
    ends = zip(found.first.tolist(), found.second.tolist(), strict=True)
    return dict(zip(ends, found.paths.tolist(), strict=True))


@settings(max_examples=200, deadline=None)
@given(DISTANCES, ALPHAS)
def test_the_count_of_an_edge_is_that_of_networkx_paths(distances: Floats, alpha: float) -> None:
    assert counted(bridges(distances, alpha)) == brute_force(as_networkx(distances, alpha))


@untimed
@given(DISTANCES, ALPHAS)
def test_bridges_come_by_count_then_length_then_number(distances: Floats, alpha: float) -> None:
    found = bridges(distances, alpha)

    keys = list(zip(-found.paths, found.distance, found.first, found.second, strict=True))

    assert keys == sorted(keys)
    assert np.array_equal(found.distance, distances[found.first, found.second])
    assert (found.first < found.second).all()


@untimed
@given(scattered(), ALPHAS, st.randoms(use_true_random=False))
def test_where_nothing_ties_the_order_of_the_chunks_does_not_matter(
    vectors: NDArray[np.float32], alpha: float, random: Random
) -> None:
    order = list(range(len(vectors)))
    random.shuffle(order)

    same = bridges(distance_matrix(vectors), alpha)
    shuffled = bridges(distance_matrix(vectors[order]), alpha)

    renumbered = {
        (min(order[i], order[j]), max(order[i], order[j])): count
        for (i, j), count in counted(shuffled).items()
    }
    assert renumbered == counted(same)


@untimed
@given(grids(), ALPHAS)
def test_equal_input_gives_equal_output_whatever_its_layout(
    distances: Floats, alpha: float
) -> None:
    once, again = bridges(distances, alpha), bridges(np.asfortranarray(distances), alpha)

    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))


def test_the_middle_of_a_path_is_crossed_most() -> None:
    found = bridges(distance_matrix(np.arange(5.0)[:, None]), alpha=0.5)

    assert counted(found) == {(1, 2): 6, (2, 3): 6, (0, 1): 4, (3, 4): 4}
    assert list(counted(found)) == [(1, 2), (2, 3), (0, 1), (3, 4)]


def test_of_two_equal_ways_the_one_over_the_lower_number_is_taken() -> None:
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])

    found = bridges(distance_matrix(corners), alpha=0.9)

    assert counted(found) == {(0, 1): 3, (0, 2): 2, (1, 3): 2, (2, 3): 1}


def test_neighbours_are_joined_by_their_own_edge_though_others_lie_between() -> None:
    line = np.random.default_rng(0).uniform(size=(40, 1)) / 7

    found = bridges(distance_matrix(line), alpha=4.0)

    assert counted(found) == dict.fromkeys(combinations(range(40), 2), 1)


def test_of_equally_long_ways_the_one_of_fewest_edges_is_taken() -> None:
    line = np.random.default_rng(0).uniform(size=(40, 1)) / 7  # whatever way, if it does not turn
    graph = nx.Graph()

    found = bridges(distance_matrix(line), alpha=0.5)

    graph.add_edges_from(counted(found))
    fewest = sum(
        edges for _, each in nx.all_pairs_shortest_path_length(graph) for edges in each.values()
    )
    assert nx.diameter(graph) > 3
    assert found.paths.sum() == fewest / 2


@pytest.mark.parametrize("over", [(2, 2, 1, 3), (1, 3, 2, 2)])
def test_ways_of_equal_sums_of_unequal_edges_are_equally_long(over: tuple[int, ...]) -> None:
    distances = np.zeros((4, 4))
    distances[[0, 1, 0, 2, 0, 1], [1, 3, 2, 3, 3, 2]] = [*over, 4, 9]

    found = counted(bridges(distances, alpha=0.9))

    assert found == {(0, 1): 3, (1, 3): 2, (0, 2): 2, (2, 3): 1}


def test_an_edge_between_equal_chunks_counts_as_any_other() -> None:
    vectors = np.array([[0.0], [0.0], [1.0], [2.0]])

    found = bridges(distance_matrix(vectors), alpha=0.9)

    assert counted(found) == {(0, 1): 1, (0, 2): 2, (1, 2): 2, (2, 3): 3}
    assert found.distance[list(counted(found)).index((0, 1))] == 0.0


def test_chunks_that_are_all_equal_are_all_joined() -> None:
    found = bridges(distance_matrix(np.ones((4, 3))), alpha=0.5)

    assert counted(found) == dict.fromkeys(combinations(range(4), 2), 1)
    assert merge(found, [10, 10, 10, 10], budget=25) == [[0, 1], [2, 3]]


@pytest.mark.parametrize("n", [3, 5, 6, 7, 10])
def test_equal_distances_are_within_their_own_mean(n: int) -> None:
    found = bridges(np.where(np.eye(n, dtype=bool), 0.0, 0.1), alpha=1.0)

    assert len(found.paths) == n * (n - 1) // 2


def test_groups_with_no_edge_between_them_have_no_path_between_them() -> None:
    vectors = np.array([[0.0], [1.0], [2.0], [100.0], [101.0]])

    found = bridges(distance_matrix(vectors), alpha=0.025)

    assert counted(found) == {(0, 1): 2, (1, 2): 2, (3, 4): 1}
    assert merge(found, [1] * 5, budget=5) == [[0, 1, 2], [3, 4]]


@pytest.mark.parametrize(("n", "edges"), [(0, {}), (1, {}), (2, {(0, 1): 1})])
def test_few_chunks_have_few_edges(n: int, edges: dict[Edge, int]) -> None:
    found = bridges(distance_matrix(np.arange(n, dtype=np.float32)[:, None]), alpha=1.0)

    assert counted(found) == edges
    assert merge(found, [5] * n, budget=10) == ([list(range(n))] if n else [])


def test_below_the_mean_distance_two_chunks_are_not_joined() -> None:
    found = bridges(distance_matrix(np.array([[0.0], [1.0]])), alpha=0.99)

    assert counted(found) == {}
    assert merge(found, [5, 5], budget=10) == [[0], [1]]


@pytest.mark.parametrize("alpha", [0.0, -1.0, np.inf, np.nan])
def test_an_alpha_out_of_range_is_refused(alpha: float) -> None:
    with pytest.raises(InputError, match="alpha > 0, found"):
        bridges(np.zeros((2, 2)), alpha)


@pytest.mark.parametrize("wrong", [-1.0, np.inf, np.nan])
def test_distances_out_of_range_are_refused(wrong: float) -> None:
    with pytest.raises(InputError, match="finite distances"):
        bridges(np.array([[0.0, wrong], [wrong, 0.0]]), alpha=1.0)


@untimed
@given(scattered())
def test_distances_are_those_of_the_norm(vectors: NDArray[np.float32]) -> None:
    distances = distance_matrix(vectors)

    plain = np.linalg.norm(vectors[:, None].astype(np.float64) - vectors, axis=2)
    assert distances == pytest.approx(plain)
    assert np.array_equal(distances, distances.T)
    assert not np.diagonal(distances).any()


def test_a_duplicate_is_at_distance_0_and_as_far_from_the_others() -> None:
    vectors = np.random.default_rng(0).normal(size=(5, 384)).astype(np.float32)
    vectors[3] = vectors[1]

    distances = distance_matrix(vectors)

    assert distances[1, 3] == 0.0
    assert np.array_equal(distances[1], distances[3])


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_vectors_that_are_not_finite_are_refused(wrong: float) -> None:
    with pytest.raises(InputError, match="finite vectors"):
        distance_matrix(np.array([[0.0], [wrong]]))


@untimed
@given(st.lists(st.integers(0, 12), max_size=30), st.integers(1, 20))
def test_a_run_is_as_long_as_the_limit_allows_and_no_longer(lengths: list[int], limit: int) -> None:
    found = runs(lengths, limit)

    assert [piece for run in found for piece in run] == list(range(len(lengths)))
    for run, after in zip(found, [*found[1:], None], strict=False):
        total = sum(lengths[piece] for piece in run)
        assert total <= limit or len(run) == 1
        assert after is None or total + lengths[after.start] > limit


def test_a_piece_above_the_limit_is_a_run_of_its_own() -> None:
    assert runs([3, 0, 11, 0, 2], limit=10) == [range(2), range(2, 3), range(3, 5)]


@pytest.mark.parametrize(("lengths", "limit"), [([1], 0), ([1, -1], 5)])
def test_lengths_and_limits_out_of_range_are_refused(lengths: list[int], limit: int) -> None:
    with pytest.raises(InputError, match="a limit of at least 1 and no length below 0"):
        runs(lengths, limit)


@st.composite
def merging(draw: st.DrawFn) -> tuple[Bridges, list[int], int]:
    distances = draw(DISTANCES)
    n = len(distances)
    tokens = draw(st.lists(st.integers(0, 300), min_size=n, max_size=n))
    return bridges(distances, draw(ALPHAS)), tokens, draw(st.integers(0, 600))


@untimed
@given(merging())
def test_clusters_hold_each_chunk_once_in_order(drawn: tuple[Bridges, list[int], int]) -> None:
    found = merge(*drawn)

    assert sorted(chunk for members in found for chunk in members) == list(range(len(drawn[1])))
    assert all(members == sorted(members) for members in found)
    assert [members[0] for members in found] == sorted(members[0] for members in found)


@untimed
@given(merging())
def test_only_a_lone_chunk_exceeds_the_budget(drawn: tuple[Bridges, list[int], int]) -> None:
    _, tokens, budget = drawn

    for members in merge(*drawn):
        assert len(members) == 1 or sum(tokens[chunk] for chunk in members) <= budget


@untimed
@given(merging())
def test_clusters_are_those_of_the_paper_step_by_step(
    drawn: tuple[Bridges, list[int], int],
) -> None:
    found, tokens, budget = drawn
    clusters = {frozenset([chunk]) for chunk in range(len(tokens))}
    for first, second in zip(found.first.tolist(), found.second.tolist(), strict=True):
        ends = {cluster for cluster in clusters if first in cluster or second in cluster}
        joint = frozenset().union(*ends)
        if len(ends) == 2 and sum(tokens[chunk] for chunk in joint) <= budget:
            clusters = clusters - ends | {joint}

    assert merge(*drawn) == sorted(sorted(cluster) for cluster in clusters)


def test_a_bridge_that_does_not_fit_is_passed_over_and_the_next_is_tried() -> None:
    chain = bridges(distance_matrix(np.array([[0.0], [1.0], [2.1], [3.3]])), alpha=0.7)
    assert list(counted(chain)) == [(1, 2), (0, 1), (2, 3)]

    assert merge(chain, [10, 50, 60, 10], budget=100) == [[0, 1], [2, 3]]
    assert merge(chain, [10, 500, 60, 10], budget=100) == [[0], [1], [2, 3]]


def test_the_first_bridge_of_the_papers_example_joins_parma_and_cannavaro() -> None:
    distances = distance_matrix(MiniLM(threads=1).encode(TIANJIN))
    assert distances[np.triu_indices(10, k=1)].mean() == pytest.approx(1.087, abs=5e-4)

    found = bridges(distances, alpha=1.1)

    first, second = TIANJIN[found.first[0]], TIANJIN[found.second[0]]
    assert first.startswith("Parma Associazione Calcio")
    assert second.startswith("Fabio Cannavaro")
    assert found.paths[0] == 9 > found.paths[1]
    assert [4, 6] in merge(found, [100] * 10, budget=200)
