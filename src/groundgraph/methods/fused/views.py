"""What is measured of answers by the detectors of `sentence_level`, and seen beside the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.fused.blocks import conflicts, paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.learn.two_level import Table, TwoLevelHead
    from groundgraph.methods.fused.blocks.reader import Asked
    from groundgraph.methods.fused.marking import Marker
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.methods.fused.rule import Rulings
    from groundgraph.types import Conflict, Edge, TripleView


class View(NamedTuple):
    """What a reader sees of one answer beside its scores.

    Attributes:
        nearness: How near each evidence unit is to each claim, in [-1, 1], shape
            ``(n_claims, n_units)``.
        rulings: What rules say of each claim.
        edges: The evidence graph.
        marker: What to mark in flagged claims; ``None`` where only claims are known.
        asked: The reader that was asked of it; ``None`` for none.
        remark: What of the answer was not judged, and why, or "".
    """

    nearness: NDArray[np.float64]
    rulings: Sequence[Rulings]
    edges: tuple[Edge, ...] = ()
    marker: Marker | None = None
    asked: Asked | None = None
    remark: str = ""

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """Where passages disagree on what the answer says."""
        return conflicts.of_answer(self.rulings)

    @property
    def triples(self) -> tuple[TripleView, ...]:
        """The given triples that rules looked at, for drawing."""
        return paths.views([r.traced for own in self.rulings for r in own.each if r.traced])


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
