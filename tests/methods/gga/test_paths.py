from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Triple
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.paths import Which, shortest_paths

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = st.sampled_from("abcdefghijkl")
GRAPHS = st.lists(st.builds(Triple, NAMES, st.sampled_from("pq"), NAMES), max_size=24).map(
    KnowledgeGraph.from_triples
)
CASES = GRAPHS.flatmap(
    lambda graph: st.tuples(
        st.just(graph),
        *[
            st.lists(st.integers(0, len(graph.entities) - 1), max_size=4)
            if graph.entities
            else st.just([])
        ]
        * 2,
        st.integers(1, 5),
    )
)
Case = tuple[KnowledgeGraph, list[int], list[int], int]


def all_by_networkx(
    graph: KnowledgeGraph, sources: Sequence[int], target: int, max_hops: int
) -> list[tuple[int, ...]]:
    """List every shortest path from any source as triples, in the order of their numbers."""
    joined = nx.Graph(graph.ends.tolist())
    joined.add_nodes_from(range(len(graph.entities)))
    nearest = nx.multi_source_dijkstra_path_length(joined, set(sources)) if sources else {}
    hops = nearest.get(target)
    if not hops or hops > max_hops:
        return []
    paths = {
        tuple(path)
        for source in sources
        if nx.has_path(joined, source, target)
        for path in nx.all_shortest_paths(joined, source, target)
        if len(path) == hops + 1
    }
    ends = [frozenset(pair) for pair in graph.ends.tolist()]
    parallel = {
        pair: [number for number, each in enumerate(ends) if each == pair] for pair in set(ends)
    }
    steps = ([parallel[frozenset(pair)] for pair in pairwise(p)] for p in paths)
    return sorted(triples for step in steps for triples in product(*step))


@given(CASES)
def test_all_shortest_paths_are_those_of_networkx_in_order(case: Case) -> None:
    graph, sources, targets, max_hops = case

    found = list(shortest_paths(graph, sources, targets, max_hops=max_hops, which="all"))

    for target in set(targets):
        ours = [route.triples for route in found if route.target == target]
        assert ours == all_by_networkx(graph, sources, target, max_hops)
    lengths = [len(route.triples) for route in found]
    assert lengths == sorted(lengths)


@given(CASES)
def test_each_target_gets_the_first_of_its_shortest_paths(case: Case) -> None:
    graph, sources, targets, max_hops = case
    expected = {
        target: paths[0]
        for target in targets
        if (paths := all_by_networkx(graph, sources, target, max_hops))
    }

    found = list(shortest_paths(graph, sources, targets, max_hops=max_hops))

    assert {route.target: route.triples for route in found} == expected
    assert [route.triples for route in found] == sorted(
        expected.values(), key=lambda path: (len(path), path)
    )


@given(CASES)
def test_one_path_is_the_first_of_those_to_each(case: Case) -> None:
    graph, sources, targets, max_hops = case

    each = list(shortest_paths(graph, sources, targets, max_hops=max_hops))
    one = list(shortest_paths(graph, sources, targets, max_hops=max_hops, which="one"))

    assert one == each[:1]


def test_paths_run_against_the_direction_of_triples_too() -> None:
    graph = KnowledgeGraph.from_triples(
        [Triple("Kismet", "directed_by", "Dieterle"), Triple("Portrait", "directed_by", "Dieterle")]
    )

    [route] = shortest_paths(graph, [graph.numbers["Kismet"]], [graph.numbers["Portrait"]])

    assert route.triples == (0, 1)


@pytest.mark.parametrize("which", ["one", "each", "all"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_hub_is_crossed_from_either_side(which: Which, turned: bool) -> None:
    spokes = [Triple(f"film {number}", "has_genre", "Drama") for number in range(500)]
    graph = KnowledgeGraph.from_triples([*spokes, Triple("film 499", "directed_by", "Ada")])
    ends = [graph.numbers["film 3"]], [graph.numbers["Ada"]]
    sources, targets = ends[::-1] if turned else ends

    [route] = shortest_paths(graph, sources, targets, which=which)

    assert route.triples == ((500, 499, 3) if turned else (3, 499, 500))


def test_a_target_that_is_a_source_has_no_path() -> None:
    graph = KnowledgeGraph.from_triples([Triple("a", "p", "b")])

    assert list(shortest_paths(graph, [0], [0])) == []
    assert [route.target for route in shortest_paths(graph, [0], [0, 1])] == [1]
