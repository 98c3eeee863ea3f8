"""What is measured of answers by the detectors of `sentence_level`, and seen beside the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.methods.fused.rule import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.methods.fused.blocks.reader import Asked
    from groundgraph.methods.fused.marking import Marker
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.types import Conflict, Edge


class View(NamedTuple):
    """What a reader sees of one answer beside its scores.

    Attributes:
        nearness: How near each evidence unit is to each claim, in [-1, 1], shape
            ``(n_claims, n_units)``.
        edges: The evidence graph.
        marker: What to mark in flagged claims; ``None`` where only claims are known.
        rules: Those that judged it.
        judged: What they found of its claims.
        asked: The reader that was asked of it; ``None`` for none.
        conflicts: Where passages disagree on what the answer says.
        remark: What of the answer was not judged, and why, or "".
    """

    nearness: NDArray[np.floating]
    edges: tuple[Edge, ...] = ()
    marker: Marker | None = None
    rules: Rules = Rules(())
    judged: tuple[Sequence[Any], ...] = ()
    asked: Asked | None = None
    conflicts: tuple[Conflict, ...] = ()
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
