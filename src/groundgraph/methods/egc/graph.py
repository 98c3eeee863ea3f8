"""The evidence graph of EGC: one question, its passages, and the claims of an answer.

Shen, "Evidence Graph Consistency in Retrieval-Augmented Generation", arXiv:2606.06748,
Algorithms 1 and 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class CosineGraph(NamedTuple):
    """Cosines between the nodes of one graph, in [-1, 1]; an edge is a cosine of at least τ.

    Attributes:
        question: Question to evidence, shape ``(n_evidence,)``; ``None`` without a question.
        claims: Evidence to claim, shape ``(n_evidence, n_claims)``.
        evidence: Evidence to evidence, shape ``(n_evidence, n_evidence)``, symmetric.
    """

    question: Floats | None
    claims: Floats
    evidence: Floats


class Consistency(NamedTuple):
    """The five measures of each graph, arrays of shape ``(n_graphs,)`` (Eqs. 1–5).

    All lie in [0, 1] except agreement, a mean cosine that is 0 without evidence edges and
    otherwise at least τ.
    """

    coverage: NDArray[np.float64]
    support: NDArray[np.float64]
    agreement: NDArray[np.float64]
    connectivity: NDArray[np.float64]
    isolation: NDArray[np.float64]

    def composite(self) -> NDArray[np.float64]:
        """Return EGC(a), shape ``(n_graphs,)``, in [-1/3, 1]; higher is better grounded (Eq. 7)."""
        return (self.coverage + self.support + self.connectivity - self.isolation) / 3.0

    def matrix(self) -> NDArray[np.float64]:
        """Return the measures as columns, shape ``(n_graphs, 5)``."""
        return np.stack(self, axis=1)


def connect(question: Floats | None, evidence: Floats, claims: Floats) -> CosineGraph:
    """Build a graph from unit vectors (Algorithm 1, without the threshold).

    Args:
        question: Shape ``(dimension,)``, or ``None``.
        evidence: Shape ``(n_evidence, dimension)``.
        claims: Shape ``(n_claims, dimension)``.
    """
    return CosineGraph(
        question=None if question is None else evidence @ question,
        claims=evidence @ claims.T,
        evidence=evidence @ evidence.T,
    )


def measure(graphs: Sequence[CosineGraph], tau: float) -> Consistency:
    """Measure the consistency of each graph (Algorithm 2, Eqs. 1–5).

    A graph without claims or without evidence counts as wholly isolated: the other measures
    are 0. Without a question every evidence node counts as reached, since the passages were
    handed over as they are; the paper has no such case.

    Args:
        graphs: The graphs, each of any size.
        tau: The cosine from which two nodes are joined.
    """
    degrees = [(graph.claims >= tau).sum(axis=0) for graph in graphs]
    coverage = np.array([_mean(degree > 0) for degree in degrees])
    support = np.array(
        [
            _mean(degree) / max(len(graph.evidence), 1)
            for degree, graph in zip(degrees, graphs, strict=True)
        ]
    )
    agreement = np.array([_agreement(graph.evidence, tau) for graph in graphs])
    connectivity = np.array([_mean(reached) for reached in reachable(graphs, tau)])
    return Consistency(coverage, support, agreement, connectivity, 1.0 - coverage)


def reachable(graphs: Sequence[CosineGraph], tau: float) -> list[NDArray[np.bool_]]:
    """Say which claims a path joins to the question, shape ``(n_claims,)`` for each graph.

    All graphs are laid side by side as one, whose components are found in a single pass.
    """
    sizes = [1 + sum(graph.claims.shape) for graph in graphs]
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    edges = [_edges(graph, tau) + start for graph, start in zip(graphs, starts, strict=False)]
    ends = np.concatenate(edges, axis=1) if edges else np.zeros((2, 0), np.int64)
    ones = np.ones(ends.shape[1], np.int8)
    adjacency = coo_array((ones, (ends[0], ends[1])), shape=(starts[-1], starts[-1]))
    _, component = connected_components(adjacency, directed=False)
    return [
        component[stop - graph.claims.shape[1] : stop] == component[start]
        for graph, start, stop in zip(graphs, starts, starts[1:], strict=False)
    ]


def _edges(graph: CosineGraph, tau: float) -> NDArray[np.int64]:
    """List the edges as node numbers, shape ``(2, n_edges)``: question 0, evidence, claims."""
    n_evidence = len(graph.evidence)
    joined = np.ones(n_evidence, bool) if graph.question is None else graph.question >= tau
    to_question = np.flatnonzero(joined)
    left, right = np.nonzero(np.triu(graph.evidence >= tau, k=1))
    passage, claim = np.nonzero(graph.claims >= tau)
    sources = np.concatenate([np.zeros_like(to_question), 1 + left, 1 + passage])
    targets = np.concatenate([1 + to_question, 1 + right, 1 + n_evidence + claim])
    return np.stack([sources, targets]).astype(np.int64)


def _agreement(cosines: Floats, tau: float) -> float:
    pairs = cosines[np.triu_indices(len(cosines), k=1)]
    return _mean(pairs[pairs >= tau])


def _mean(values: NDArray[np.floating | np.integer | np.bool_]) -> float:
    return float(np.mean(values)) if values.size else 0.0
