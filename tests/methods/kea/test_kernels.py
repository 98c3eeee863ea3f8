from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph import Triple
from groundgraph.methods.kea.kernels import wl_similarity

if TYPE_CHECKING:
    from collections.abc import Hashable

Graph = list[Triple]
VARIANTS = [(True, False), (True, True), (False, False), (False, True)]
variants = pytest.mark.parametrize(("directed", "edge_labels"), VARIANTS)


def graphs(min_size: int = 0) -> st.SearchStrategy[Graph]:
    """Draw triples over few labels, so that cycles, loops and repeats are common."""
    triple = st.builds(
        Triple, st.sampled_from("abcde"), st.sampled_from("pq"), st.sampled_from("abcdef")
    )
    return st.lists(triple, min_size=min_size, max_size=9)


def plain(first: Graph, second: Graph, iterations: int, directed: bool, edges: bool) -> float:
    """Compute the kernel as its definition says, with whole subtrees as labels."""
    a, b = (histogram(side, iterations, directed, edges) for side in (first, second))
    if not a or not b:
        return 0.0
    return dot(a, b) / math.sqrt(dot(a, a) * dot(b, b))


def histogram(triples: Graph, iterations: int, directed: bool, edges: bool) -> Counter[Hashable]:
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    for s, p, o in triples:
        graph.add_edge(s, o, key=p if edges else "")
        if not directed:
            graph.add_edge(o, s, key=p if edges else "")
    labels: dict[str, Hashable] = {node: node for node in graph}
    counts = Counter((0, label) for label in labels.values())
    for iteration in range(1, iterations + 1):
        labels = {
            node: (labels[node], *sorted((k, repr(labels[v])) for _, v, k in out))
            for node in graph
            for out in [list(graph.out_edges(node, keys=True))]
        }
        counts += Counter((iteration, label) for label in labels.values())
    return Counter(counts)


def dot(a: Counter[Hashable], b: Counter[Hashable]) -> int:
    return sum(count * b[label] for label, count in a.items())


@variants
@settings(deadline=None)
@given(batch=st.lists(st.tuples(graphs(), graphs()), max_size=5), iterations=st.integers(0, 4))
def test_a_batch_has_the_values_of_the_definition(
    batch: list[tuple[Graph, Graph]], iterations: int, directed: bool, edge_labels: bool
) -> None:
    found = wl_similarity(batch, iterations=iterations, directed=directed, edge_labels=edge_labels)
    expected = [plain(*pair, iterations, directed, edge_labels) for pair in batch]
    assert found.shape == (len(batch),)
    assert found == pytest.approx(expected, abs=1e-12)


@variants
@settings(deadline=None)
@given(first=graphs(1), second=graphs(1))
def test_it_is_one_on_itself_symmetric_and_between_zero_and_one(
    first: Graph, second: Graph, directed: bool, edge_labels: bool
) -> None:
    pairs = [(first, first), (first, second), (second, first)]
    same, one, other = wl_similarity(pairs, directed=directed, edge_labels=edge_labels)
    assert same == 1.0
    assert one == pytest.approx(other, abs=1e-15)
    assert 0.0 <= one <= 1.0


@variants
@settings(deadline=None)
@given(first=graphs(1), second=graphs(1), names=st.permutations("uvwxyz"))
def test_it_depends_on_which_labels_are_equal_not_on_what_they_say(
    first: Graph, second: Graph, names: list[str], directed: bool, edge_labels: bool
) -> None:
    new = dict(zip("abcdef", names, strict=True))
    renamed = [
        [Triple(new[s], p, new[o]) for s, p, o in reversed(side)] for side in (first, second)
    ]
    one, other = wl_similarity(
        [(first, second), (renamed[0], renamed[1])], directed=directed, edge_labels=edge_labels
    )
    assert one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize("pair", [([], []), ([Triple("a", "p", "b")], []), ([], [("a", "p", "b")])])
def test_an_empty_side_has_similarity_zero(pair: tuple[Graph, Graph]) -> None:
    assert wl_similarity([pair]).tolist() == [0.0]


def test_no_pairs_and_negative_iterations() -> None:
    assert wl_similarity([]).shape == (0,)
    with pytest.raises(ValueError, match="0 or more"):
        wl_similarity([], iterations=-1)


def test_parallel_edges_collapse_unless_their_labels_count() -> None:
    once, twice = [Triple("a", "p", "b")], [Triple("a", "p", "b"), Triple("a", "q", "b")]
    assert wl_similarity([(once, twice)])[0] == 1.0
    assert wl_similarity([(once, twice)], edge_labels=True)[0] < 1.0
    assert wl_similarity([(once, [*once, *once])], edge_labels=True)[0] == 1.0


def test_the_direction_of_an_edge_counts_only_when_directed() -> None:
    forth, back = [Triple("a", "p", "b")], [Triple("b", "p", "a")]
    assert wl_similarity([(forth, back)])[0] < 1.0
    assert wl_similarity([(forth, back)], directed=False)[0] == 1.0


@variants
def test_cycles_and_self_loops_are_told_from_paths(directed: bool, edge_labels: bool) -> None:
    path = [Triple(a, "p", b) for a, b in pairwise("abcd")]
    cycle, loop = [*path, Triple("d", "p", "a")], [*path, Triple("d", "p", "d")]
    found = wl_similarity(
        [(path, cycle), (path, loop), (cycle, cycle)], directed=directed, edge_labels=edge_labels
    )
    assert (found[:2] < 1.0).all()
    assert found[2] == 1.0


@settings(max_examples=20, deadline=None)
@given(order=st.permutations(range(4)), pairs=st.lists(st.tuples(graphs(), graphs()), min_size=4))
def test_a_pair_does_not_depend_on_its_batch(
    order: list[int], pairs: list[tuple[Graph, Graph]]
) -> None:
    together = wl_similarity([pairs[i] for i in order])
    alone = np.concatenate([wl_similarity([pairs[i]]) for i in order])
    assert together.tolist() == alone.tolist()


def test_five_thousand_triples_are_one_batch() -> None:
    star = [Triple("hub", "p", f"leaf {i}") for i in range(5_000)]
    ring = [Triple(f"leaf {i}", "p", f"leaf {(i + 1) % 5_000}") for i in range(5_000)]
    found = wl_similarity([(star, star), (star, ring), (ring, ring[:2_500])])
    assert found[0] == 1.0
    assert (found[1:] < 1.0).all()


def test_another_process_finds_the_same_values() -> None:
    code = (
        "from groundgraph.methods.kea.kernels import wl_similarity as k;"
        "a = [(f'n{i % 7}', 'p', f'n{i * i % 11}') for i in range(40)];"
        "print(k([(a, a[:30]), (a[5:], a)]).tolist())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] != b""
