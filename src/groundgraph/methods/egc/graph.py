"""The evidence graph of EGC: one question, its passages, and the claims of an answer.

Shen, "Evidence Graph Consistency in Retrieval-Augmented Generation", arXiv:2606.06748,
Algorithms 1 and 2. `connect` makes a `groundgraph.graph.EvidenceGraph`, and the measures read
that graph alone.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from groundgraph.graph.builders import Block, joined
from groundgraph.types.graphs import EDGE_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.graph import EvidenceGraph, Node
    from groundgraph.types.graphs import NodeKind

    Floats = NDArray[np.float32]
    Flags = NDArray[np.bool_]

Support = Literal["similar", "entails"]
"""The kind of the edges that join evidence to a claim."""

_BY = "egc"
_SIMILAR = EDGE_KINDS.index("similar")
_QUESTION, _EVIDENCE, _CLAIM = 0, 1, 3  # two of them have another sum for each pair
_ROLES: dict[NodeKind, int] = {"question": _QUESTION, "claim": _CLAIM}


class GraphNodes(NamedTuple):
    """The nodes of one graph.

    Attributes:
        question: ``None`` without a question.
        evidence: Passages, or pieces of them.
        claims: Of the answer.
    """

    question: Node | None
    evidence: tuple[Node, ...]
    claims: tuple[Node, ...]


class Cosines(NamedTuple):
    """Cosines between the nodes of one graph, in [-1, 1].

    Attributes:
        question: Question to evidence, shape ``(n_evidence,)``; ``None`` without a question.
        claims: Evidence to claim, shape ``(n_evidence, n_claims)``.
        evidence: Evidence to evidence, shape ``(n_evidence, n_evidence)``, symmetric.
    """

    question: Floats | None
    claims: Floats
    evidence: Floats


class Entailment(NamedTuple):
    """What a verifier says of the claims of one graph.

    Attributes:
        claims: How surely evidence entails a claim, shape ``(n_evidence, n_claims)``, in [0, 1].
        least: From which probability on an edge joins the two.
        doubts: Why a claim cannot be called isolated: something might entail it that could not be
            judged, or was not read whole; by its number.
    """

    claims: NDArray[np.float64]
    least: float
    doubts: Mapping[int, str]


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


def cosines(question: Floats | None, evidence: Floats, claims: Floats) -> Cosines:
    """Compare unit vectors.

    Args:
        question: Shape ``(dimension,)``, or ``None``.
        evidence: Shape ``(n_evidence, dimension)``.
        claims: Shape ``(n_claims, dimension)``.
    """
    return Cosines(
        question=None if question is None else evidence @ question,
        claims=evidence @ claims.T,
        evidence=evidence @ evidence.T,
    )


def connect(
    nodes: GraphNodes, found: Cosines, tau: float, entailed: Entailment | None = None
) -> EvidenceGraph:
    """Join the nodes whose cosine is at least τ (Algorithm 1).

    Args:
        nodes: As many as there are cosines.
        found: How near they are.
        tau: The cosine from which two nodes are joined.
        entailed: Joins evidence to claims in place of the cosines, by *entails*.
    """
    n_evidence, n_claims = found.claims.shape
    evidence = np.arange(n_evidence)
    claims, asked = n_evidence + np.arange(n_claims), np.array([n_evidence + n_claims])
    supporting = Block("similar", evidence, claims, found.claims, tau)
    if entailed is not None:
        supporting = Block("entails", evidence, claims, entailed.claims, entailed.least)
    blocks = [supporting, Block("similar", evidence, evidence, found.evidence, tau)]
    if found.question is not None:
        blocks.append(Block("similar", asked, evidence, found.question[None, :], tau))
    question = [] if nodes.question is None else [nodes.question]
    return joined([*nodes.evidence, *nodes.claims, *question], blocks, _BY)


def measure(graphs: Sequence[EvidenceGraph], support: Support = "similar") -> Consistency:
    """Measure the consistency of each graph (Algorithm 2, Eqs. 1–5).

    A graph without claims or without evidence counts as wholly isolated: the other measures
    are 0. Without a question every evidence node counts as reached, since the passages were
    handed over as they are; the paper has no such case.

    Args:
        graphs: Of any size. Evidence is what is neither the question nor a claim.
        support: The edges that join evidence to a claim; all others are *similar*.
    """
    layouts = [_Layout.of(graph, support) for graph in graphs]
    coverage = np.array([_mean(each.degrees() > 0) for each in layouts])
    support_ = np.array([_mean(each.degrees()) / max(each.n_evidence, 1) for each in layouts])
    agreement = np.array([_mean(each.agreeing) for each in layouts])
    connectivity = np.array([_mean(reached) for reached in _reached(layouts)])
    return Consistency(coverage, support_, agreement, connectivity, 1.0 - coverage)


def reachable(graphs: Sequence[EvidenceGraph], support: Support = "similar") -> list[Flags]:
    """Say which claims a path joins to the question, shape ``(n_claims,)`` for each graph."""
    return _reached([_Layout.of(graph, support) for graph in graphs])


class _Layout(NamedTuple):
    """What the measures read of a graph.

    Attributes:
        n_nodes: Of the graph, and the number of one more, where paths begin.
        n_evidence: How many of them are evidence.
        claims: Their numbers, shape ``(n_claims,)``.
        ends: The numbers that each edge joins, shape ``(2, n_edges)``.
        supported: The claims' ends of the edges that support them.
        agreeing: Weights of the edges between evidence.
    """

    n_nodes: int
    n_evidence: int
    claims: NDArray[np.intp]
    ends: NDArray[np.int32]
    supported: NDArray[np.int32]
    agreeing: NDArray[np.float64]

    @classmethod
    def of(cls, graph: EvidenceGraph, support: Support) -> _Layout:
        roles = np.array([_ROLES.get(node.kind, _EVIDENCE) for node in graph.nodes], np.int8)
        edges, n_nodes = graph.arrays, len(graph.nodes)
        pair = roles[edges.sources] + roles[edges.targets]
        similar = edges.kinds == _SIMILAR
        between = similar & (pair == 2 * _EVIDENCE)
        supporting = (edges.kinds == EDGE_KINDS.index(support)) & (pair == _EVIDENCE + _CLAIM)
        used = between | supporting | (similar & (pair == _QUESTION + _EVIDENCE))
        begun = np.flatnonzero(roles == _QUESTION)
        if not len(begun):
            begun = np.flatnonzero(roles == _EVIDENCE)
        start = np.stack([np.full(len(begun), n_nodes), begun])
        ends = np.stack([edges.sources[used], edges.targets[used]])
        return cls(
            n_nodes,
            int((roles == _EVIDENCE).sum()),
            np.flatnonzero(roles == _CLAIM),
            np.concatenate([start, ends], axis=1).astype(np.int32),
            np.where(roles[edges.sources] == _CLAIM, edges.sources, edges.targets)[supporting],
            edges.weights[between],
        )

    def degrees(self) -> NDArray[np.intp]:
        """Return how much evidence supports each claim, shape ``(n_claims,)``."""
        return np.bincount(self.supported, minlength=self.n_nodes)[self.claims]


def _reached(layouts: Sequence[_Layout]) -> list[Flags]:
    """Say which claims are reached, all graphs laid side by side as one.

    Its components are found in a single pass.
    """
    starts = [0, *accumulate(each.n_nodes + 1 for each in layouts)]
    moved = [each.ends + start for each, start in zip(layouts, starts, strict=False)]
    ends = np.concatenate(moved, axis=1) if moved else np.zeros((2, 0), np.int32)
    ones = np.ones(ends.shape[1], np.int8)
    adjacency = coo_array((ones, (ends[0], ends[1])), shape=(starts[-1], starts[-1]))
    _, component = connected_components(adjacency, directed=False)
    return [
        component[start + each.claims] == component[start + each.n_nodes]
        for each, start in zip(layouts, starts, strict=False)
    ]


def _mean(values: NDArray[np.floating | np.integer | np.bool_]) -> float:
    return float(np.mean(values)) if values.size else 0.0
