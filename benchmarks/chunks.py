"""Counting bridges, ours beside networkx's shortest paths: same process, distances, counts.

    python benchmarks/chunks.py

Chunks are random unit vectors of 384 dimensions in topics of ten; α sets how many of the pairs
are edges. networkx is given its graph ready made, and its time is that of
``all_pairs_dijkstra_path`` and of counting the edges of each pair's path; ours starts from the
distances. The two take turns, and the fastest round of each counts, in processor time (both run
on one thread), so that other processes do not tell. At the lowest α no topic is joined to
another and every path is one edge, so that there is next to nothing to count. Then ours alone at
1,000 chunks, step by step.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeVar

import networkx as nx
import numpy as np

from groundgraph.methods.logic.chunks import Bridges, bridges, distance_matrix, merge

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Edge = tuple[int, int]

T = TypeVar("T")
ALPHAS = (0.9, 0.95, 0.98, 1.0, 1.1)
TOKENS, BUDGET = 256, 1024


def topics(n: int) -> NDArray[np.float64]:
    """Draw unit vectors, ten to a topic, at a cosine of about 0.6 to those of their topic."""
    random = np.random.default_rng(n)
    centres = random.normal(size=(n // 10, 384))
    vectors = centres[np.arange(n) % (n // 10)] + 0.8 * random.normal(size=(n, 384))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float64)


def by_networkx(graph: nx.Graph) -> Counter[Edge]:
    counts: Counter[Edge] = Counter()
    for source, paths in nx.all_pairs_dijkstra_path(graph):
        for target, path in paths.items():
            if source < target:
                counts.update((min(edge), max(edge)) for edge in pairwise(path))
    return counts


def as_networkx(distances: NDArray[np.float64], alpha: float) -> nx.Graph:
    tau = alpha * distances[np.triu_indices(len(distances), k=1)].mean()
    graph = nx.Graph()
    graph.add_nodes_from(range(len(distances)))
    pairs = combinations(range(len(distances)), 2)
    graph.add_weighted_edges_from((*e, float(distances[e])) for e in pairs if distances[e] <= tau)
    return graph


def timed(work: Callable[[], T]) -> tuple[float, T]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def beside_networkx(distances: NDArray[np.float64], alpha: float, rounds: int) -> str:
    graph = as_networkx(distances, alpha)
    both = [
        (timed(lambda: bridges(distances, alpha)), timed(lambda: by_networkx(graph)))
        for _ in range(rounds)
    ]
    ours, theirs = (min(each[side][0] for each in both) for side in (0, 1))
    found, expected = both[0][0][1], both[0][1][1]
    differing = sum(expected[edge] != count for edge, count in counted(found).items())
    return (
        f"{described(distances, alpha, found)} ours {1e3 * ours:6.2f} ms, networkx "
        f"{1e3 * theirs:7.1f} ms, ratio {theirs / ours:5.0f}, edges that differ {differing}"
    )


def alone(vectors: NDArray[np.float64], alpha: float, rounds: int) -> str:
    taken = []
    for _ in range(rounds):
        first, distances = timed(lambda: distance_matrix(vectors))
        second, found = timed(lambda d=distances: bridges(d, alpha))  # type: ignore[misc]
        third, _ = timed(lambda f=found: merge(f, [TOKENS] * len(vectors), BUDGET))  # type: ignore[misc]
        taken.append((first, second, third))
    seconds = [min(column) for column in zip(*taken, strict=True)]
    steps = ", ".join(
        f"{name} {value:5.3f} s"
        for name, value in zip(("distances", "bridges", "merging"), seconds, strict=True)
    )
    return f"{described(distances, alpha, found)} {steps}"


def counted(found: Bridges) -> dict[Edge, int]:
    ends = zip(found.first.tolist(), found.second.tolist(), strict=True)
    return dict(zip(ends, found.paths.tolist(), strict=True))


def described(distances: NDArray[np.float64], alpha: float, found: Bridges) -> str:
    n = len(distances)
    share = len(found.paths) / (n * (n - 1) / 2)
    longest = found.paths.max(initial=0)
    return f"N {n:5}, α {alpha:4}, edges {share:6.1%} of pairs, top bridge {longest:6} paths:"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    small, large = topics(100), topics(1_000)
    bridges(distance_matrix(small), 1.0)
    for alpha in ALPHAS:
        print(beside_networkx(distance_matrix(small), alpha, arguments.rounds))
    for alpha in ALPHAS:
        print(alone(large, alpha, arguments.rounds))


if __name__ == "__main__":
    main()
