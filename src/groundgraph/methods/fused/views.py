"""What is measured of answers by the detectors of `sentence_level`, and seen beside the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.methods.fused.marking import Marker
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Telling
    from groundgraph.types import Conflict, Edge, TripleView


class View(NamedTuple):
    """What a reader sees of one answer beside its scores.

    Attributes:
        nearness: How near each evidence unit is to each claim, in [-1, 1], shape
            ``(n_claims, n_units)``.
        edges: The evidence graph.
        marker: What to mark in flagged claims; ``None`` where only claims are known.
        told: What rules say of a claim, the surest first.
        right: Parts of a claim that rules found to be right.
        triples: The given triples that were looked at, for drawing.
        conflicts: Where passages disagree on what the answer says.
        against: What a reader of claim and evidence says against a claim, where it surely does.
        denied: Whether it finds that the evidence says otherwise, more than that it is silent.
        remark: What of the answer was not judged, and why, or "".
    """

    nearness: NDArray[np.floating]
    edges: tuple[Edge, ...] = ()
    marker: Marker | None = None
    told: Callable[[int], Sequence[Telling]] = lambda _: ()
    right: Callable[[int], Sequence[str]] = lambda _: ()
    triples: tuple[TripleView, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    against: Callable[[int], Telling | None] = lambda _: None
    denied: Callable[[int], bool] = lambda _: False
    remark: str = ""


class Measured(NamedTuple):
    """The features of a batch, and each answer with its view, made only when asked for."""

    table: Table
    views: Callable[[], Iterable[tuple[Reading, View]]]


class Trained(NamedTuple):
    """What the fitted head says of the training answers, out-of-fold and calibrated.

    Attributes:
        head: The fitted head.
        checked: Whether each example could be checked, shape ``(n_examples,)``.
        scores: Of the checked answers, shape ``(n_checked,)``.
        claim_scores: Of their claims, shape ``(n_claims,)``.
        claim_labels: Whether each of those claims is hallucinated.
        owner: Which checked answer each of them belongs to, ascending.
        claim_trees: Their log-odds by the trees alone.
        answer_trees: Log-odds of the checked answers by the trees alone.
    """

    head: TwoLevelHead
    checked: NDArray[np.bool_]
    scores: NDArray[np.float64]
    claim_scores: NDArray[np.float64]
    claim_labels: NDArray[np.bool_]
    owner: NDArray[np.intp]
    claim_trees: NDArray[np.float64]
    answer_trees: NDArray[np.float64]
