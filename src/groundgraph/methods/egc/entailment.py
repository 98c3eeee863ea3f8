"""Evidence joined to claims that it entails: a variant of Algorithm 1, which joins what is near."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.methods.egc.graph import Entailment
from groundgraph.types import Pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.methods.egc.nodes import Nodes
    from groundgraph.protocols import Verifier
    from groundgraph.types import Entailments


def verify(nodes: Sequence[Nodes], verifier: Verifier, least: float) -> list[Entailment]:
    """Ask how surely each evidence node of a graph entails each of its claims.

    Args:
        nodes: Of each graph.
        verifier: Is asked once, about all pairs of the batch.
        least: From which probability on an edge joins the two, in [0, 1].
    """
    pairs = [_pairs(each) for each in nodes]
    said = verifier.verify([pair for own in pairs for pair in own])
    starts = np.cumsum([0, *map(len, pairs)]).tolist()
    return [
        _of_graph(said, start, (len(each.windows), len(each.claims)), least)
        for each, start in zip(nodes, starts, strict=False)
    ]


def _pairs(nodes: Nodes) -> list[Pair]:
    _, evidence, claims = nodes.texts()
    return [Pair(text, claim) for text in evidence for claim in claims]


def _of_graph(said: Entailments, start: int, shape: tuple[int, int], least: float) -> Entailment:
    own = slice(start, start + shape[0] * shape[1])
    entailed = said.entailment[own].reshape(shape)
    isolated = ~(entailed >= least).any(axis=0)
    unread = said.unread[own].reshape(shape)
    doubts = {
        claim: _doubt(said.problems, start + claim, shape, int(unread[:, claim].sum()))
        for claim in np.flatnonzero(isolated).tolist()
    }
    return Entailment(entailed, least, {claim: why for claim, why in doubts.items() if why})


def _doubt(problems: Mapping[int, str], first: int, shape: tuple[int, int], unread: int) -> str:
    """Say what a claim was not held against, or ""; its pairs are every ``shape[1]``-th."""
    asked = range(first, first + shape[0] * shape[1], shape[1])
    why = next((problems[pair] for pair in asked if pair in problems), "")
    return why or (f"{unread:,} characters of the passages were not read" if unread else "")
