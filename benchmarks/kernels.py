"""Throughput of our Weisfeiler-Lehman kernel beside GraKeL's: same process, graphs, values.

    python benchmarks/kernels.py --data DIR          # needs GraKeL, so Python < 3.13

The graphs are the KEA authors' 1,600 SummEval pairs. Each implementation is given the pairs as
lists of triples, and the time to build its graphs counts; the two take turns and the fastest
round of each counts. GraKeL compares a pair at a time, as the authors call it. The last line
is one pair of 5,000 triples a side.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from grakel import Graph
from grakel.kernels import WeisfeilerLehman

from groundgraph.datasets.kea import load_kea
from groundgraph.methods.kea.kernels import wl_similarity
from groundgraph.types import Triple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Pairs = Sequence[tuple[Sequence[Triple], Sequence[Triple]]]
    Kernel = Callable[[Pairs], NDArray[np.float64]]


def by_grakel(pairs: Pairs) -> NDArray[np.float64]:
    kernel = WeisfeilerLehman(n_iter=5, normalize=True)
    return np.array([kernel.fit_transform([_graph(a), _graph(b)])[0, 1] for a, b in pairs])


def _graph(triples: Sequence[Triple]) -> Graph:
    labels = {node: node for s, _, o in triples for node in (s, o)}
    return Graph({(s, o): 1 for s, _, o in triples}, node_labels=labels)


def one_by_one(pairs: Pairs) -> NDArray[np.float64]:
    return np.concatenate([wl_similarity([pair]) for pair in pairs])


def timed(kernel: Kernel, pairs: Pairs) -> tuple[float, NDArray[np.float64]]:
    start = time.perf_counter()
    values = kernel(pairs)
    return time.perf_counter() - start, values


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    pairs = [(pair.claims, pair.evidence) for pair in load_kea(arguments.data, "summeval")]
    kernels = {"GraKeL": by_grakel, "ours, a batch": wl_similarity, "ours, a pair": one_by_one}
    rounds = [
        {name: timed(k, pairs) for name, k in kernels.items()} for _ in range(arguments.rounds)
    ]
    best = {name: min(each[name][0] for each in rounds) for name in kernels}
    for name, seconds in best.items():
        apart = np.abs(rounds[0][name][1] - rounds[0]["GraKeL"][1]).max()
        print(
            f"{name:14} {1e6 * seconds / len(pairs):8.1f} µs a pair, "
            f"{best['GraKeL'] / seconds:5.1f} times GraKeL, largest difference {apart:.1e}"
        )
    large = [Triple(f"n{i % 997}", "p", f"n{i * i % 4_999}") for i in range(5_000)]
    seconds, _ = timed(wl_similarity, [(large, large[:2_500])])
    print(f"5,000 triples a side: {1e3 * seconds:.1f} ms")


if __name__ == "__main__":
    main()
