"""What EGC says of each claim: what joins it to the evidence, and how near or sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.types import Evidence, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundgraph.methods.egc.graph import Cosines, Entailment
    from groundgraph.methods.egc.nodes import Nodes

_SHOWN = 3


def findings_of(
    nodes: Nodes, cosines: Cosines, tau: float, entailed: Entailment | None
) -> list[Finding]:
    """Return one finding for each claim node.

    Args:
        nodes: Of the graph, with at least one evidence node.
        cosines: How near its nodes are; the scores of the evidence.
        tau: The cosine from which two nodes are joined.
        entailed: What joins evidence to claims in place of the cosines.
    """
    if entailed is None:
        return [
            _finding(nodes, number, column, column, _near(column, tau))
            for number, column in enumerate(cosines.claims.T)
        ]
    columns = zip(cosines.claims.T, entailed.claims.T, strict=True)
    return [
        _doubted(nodes, number, near, sure, entailed.doubts[number])
        if number in entailed.doubts
        else _finding(nodes, number, near, sure, _sure(sure, entailed.least))
        for number, (near, sure) in enumerate(columns)
    ]


def _finding(
    nodes: Nodes,
    number: int,
    near: NDArray[np.floating],
    strength: NDArray[np.floating],
    said: tuple[int, str],
) -> Finding:
    degree, explanation = said
    return Finding(
        nodes.claims[number],
        "supported" if degree else "unsupported",
        score=float(np.clip(1.0 - strength.max(), 0.0, 1.0)),
        evidence=_evidence(nodes, near, strength),
        explanation=explanation,
    )


def _doubted(
    nodes: Nodes,
    number: int,
    near: NDArray[np.floating],
    sure: NDArray[np.floating],
    doubt: str,
) -> Finding:
    evidence = _evidence(nodes, near, sure)
    return Finding(nodes.claims[number], "unverifiable", evidence=evidence, explanation=doubt)


def _evidence(
    nodes: Nodes, near: NDArray[np.floating], strength: NDArray[np.floating]
) -> tuple[Evidence, ...]:
    """Return what joins a claim most strongly, with its cosine."""
    return tuple(
        Evidence(passage.id, span, float(near[i]), span.of(passage.text))
        for i in np.argsort(-strength, kind="stable")[:_SHOWN]
        for passage, span in [nodes.windows[i]]
    )


def _near(cosines: NDArray[np.floating], tau: float) -> tuple[int, str]:
    """Return how much evidence is joined to a claim, and say so."""
    degree, nearest = int((cosines >= tau).sum()), float(cosines.max())
    if degree:
        pieces = _pieces(degree)
        return degree, f"Joined to {pieces} of evidence; the nearest has cosine {nearest:.2f}."
    return 0, f"Isolated: no evidence reaches cosine {tau:g}; the nearest has {nearest:.2f}."


def _sure(entailed: NDArray[np.floating], least: float) -> tuple[int, str]:
    """Return how much evidence entails a claim, and say so."""
    degree, surest = int((entailed >= least).sum()), float(entailed.max())
    if degree:
        pieces = _pieces(degree)
        return degree, f"Entailed by {pieces} of evidence; the surest has {surest:.2f}."
    return (
        0,
        f"Isolated: no evidence entails it with {least:g} or more; the surest has {surest:.2f}.",
    )


def _pieces(degree: int) -> str:
    return "1 piece" if degree == 1 else f"{degree} pieces"
