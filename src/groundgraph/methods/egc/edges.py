"""The evidence graph as a list of edges, for drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.types import Edge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.egc.graph import CosineGraph


def evidence_edges(
    graph: CosineGraph, passage_ids: Sequence[str], claim_numbers: Sequence[int], tau: float
) -> tuple[Edge, ...]:
    """List the edges of at least ``tau`` between question, passages and claims.

    Args:
        graph: The cosines.
        passage_ids: The passage of each evidence node; nodes of one passage are drawn as one,
            joined by their strongest edge.
        claim_numbers: The number of each claim node among the verdict's findings.
        tau: The cosine from which two nodes are joined.
    """
    passages = [f"p:{name}" for name in passage_ids]
    claims = [f"c:{number}" for number in claim_numbers]
    found = _joined(passages, claims, graph.claims, tau)
    found += _joined(passages, passages, np.triu(graph.evidence, k=1), tau)
    if graph.question is not None:
        found += _joined(["q"], passages, graph.question[None, :], tau)
    strongest: dict[tuple[str, str], float] = {}
    for edge in found:
        pair = (edge.source, edge.target)
        strongest[pair] = max(edge.weight, strongest.get(pair, edge.weight))
    return tuple(Edge(*pair, weight) for pair, weight in strongest.items())


def _joined(
    sources: Sequence[str], targets: Sequence[str], cosines: NDArray[np.float32], tau: float
) -> list[Edge]:
    return [
        Edge(sources[row], targets[column], float(cosines[row, column]))
        for row, column in np.argwhere(cosines >= tau)
        if sources[row] != targets[column]
    ]
