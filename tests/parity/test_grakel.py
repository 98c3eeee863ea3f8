"""Our kernel against GraKeL's, which the KEA authors call, on random graphs.

Their own graphs and stored scores are compared by the bench, in tests/bench/test_kea.py.
"""

from __future__ import annotations

import numpy as np
import pytest

from groundgraph import Triple
from groundgraph.methods.kea.kernels import wl_similarity

grakel = pytest.importorskip(
    "grakel", reason="GraKeL is not installed (it needs Python < 3.13): no oracle for the kernel"
)

Graph = list[Triple]


def reference(first: Graph, second: Graph, iterations: int) -> float:
    graphs = [
        grakel.Graph(
            {(s, o): 1 for s, _, o in side},
            node_labels={node: node for s, _, o in side for node in (s, o)},
        )
        for side in (first, second)
    ]
    kernel = grakel.kernels.WeisfeilerLehman(n_iter=iterations, normalize=True)
    return float(kernel.fit_transform(graphs)[0, 1])


def drawn(random: np.random.Generator) -> Graph:
    size = int(random.integers(1, 14))
    return [Triple(str(s), "p", str(o)) for s, o in random.integers(0, 8, (size, 2))]


@pytest.mark.parametrize("iterations", [1, 2, 5])
def test_random_pairs_have_grakels_values(iterations: int) -> None:
    random = np.random.default_rng(iterations)
    pairs = [(drawn(random), drawn(random)) for _ in range(60)]
    expected = [reference(*pair, iterations) for pair in pairs]
    assert wl_similarity(pairs, iterations=iterations) == pytest.approx(expected, abs=1e-9)
    assert len(set(expected)) > 10  # else the comparison says little
