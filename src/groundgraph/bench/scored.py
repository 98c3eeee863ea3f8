"""Scored rows and the cells that any table of a detector holds."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn import thresholds
from groundgraph.learn.folds import grouped_folds
from groundgraph.measures.arrays import binary, finite, row_weights
from groundgraph.measures.baselines import baselines
from groundgraph.measures.bootstrap import interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from groundgraph.bench.results import Cell, Rows

    Floats = NDArray[np.float64]

DECIDED = ("balanced_accuracy", "precision", "recall", "f1", "accuracy")
NOTHING_PRINTED: Mapping[str, float] = MappingProxyType({})
_FOLDS = 5


@dataclass(frozen=True)
class Scored:
    """Rows and one score each, shape ``(n,)``; higher means hallucinated."""

    rows: Rows
    scores: Floats

    def decided(
        self, row: str, flagged: NDArray[np.bool_], paper: Mapping[str, float] = NOTHING_PRINTED
    ) -> list[Cell]:
        """Measure a decision."""
        return [self.rows.measured(row, metric, flagged, paper.get(metric)) for metric in DECIDED]

    def ranked(self, row: str, paper: Mapping[str, float] = NOTHING_PRINTED) -> list[Cell]:
        """Measure the order of the scores."""
        found = interval(auc_pr, self.rows.labels, self.scores, groups=self.rows.sources)
        area = self.rows.bounded("auc_pr", found)
        return [
            self.rows.measured(row, "auroc", self.scores, paper.get("auroc")),
            self.rows.cell(row, "auc_pr", area, paper.get("auc_pr")),
            self.rows.measured(row, "average_precision", self.scores),
        ]

    def always(self, row: str) -> list[Cell]:
        """Say what flagging every row gives, in closed form."""
        found = {each.name: each for each in baselines(self.rows.labels)}
        flagging = found["always hallucinated"]
        cells = [
            self.rows.fact(row, metric, getattr(flagging, metric))
            for metric in (*DECIDED, "auroc", "average_precision")
        ]
        return [*cells, self.rows.fact(row, "auc_pr", flagging.average_precision)]

    def cross_validated(self, row: str, policy: str) -> list[Cell]:
        """Measure decisions whose threshold was chosen on the other folds, split by source.

        Returns nothing where a fold would leave too few rows of a class to choose from.
        """
        found = self.by_fold(policy)
        if found is None:
            return []
        flagged, threshold = found
        return [self.rows.fact(row, "threshold", threshold), *self.decided(row, flagged)]

    def by_fold(self, policy: str) -> tuple[NDArray[np.bool_], float] | None:
        """Flag each row by a threshold that was chosen on the other folds, split by source.

        Returns:
            The flags, shape ``(n,)``, and the mean threshold; ``None`` where a fold would leave
            too few rows of a class to choose from.
        """
        labels, sources = self.rows.labels, self.rows.sources
        if min(labels.sum(), (~labels).sum(), len(set(sources.tolist()))) < 2 * _FOLDS:
            return None
        folds = grouped_folds(sources, labels, _FOLDS)
        flagged, chosen = np.zeros(len(labels), bool), []
        for fold in range(_FOLDS):
            held = folds == fold
            threshold = thresholds.choose(policy, labels[~held], self.scores[~held])
            flagged[held] = self.scores[held] >= threshold
            chosen.append(threshold)
        return flagged, float(np.mean(chosen))


def auc_pr(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float | None:
    """Return the area under the precision-recall curve by the trapezoidal rule.

    The curve begins at recall 0 and precision 1. Joining points by straight lines is
    optimistic (Davis and Goadrich, ICML 2006); it is what papers report that call
    scikit-learn's ``auc`` on its curve. ``None`` without positives.
    """
    recall, precision = _recall_and_precision(labels, scores, weights)
    if not len(recall):
        return None
    steps = np.diff(recall, prepend=0.0)
    before = np.concatenate([[1.0], precision[:-1]])
    return float((steps * (precision + before) / 2).sum())


def precision_at_recall(
    labels: ArrayLike, scores: ArrayLike, levels: Sequence[float]
) -> list[float | None]:
    """Return the precision at the highest threshold that reaches each recall."""
    recall, precision = _recall_and_precision(labels, scores, None)
    if not len(recall):
        return [None] * len(levels)
    places = np.searchsorted(recall, np.array(levels) - 1e-12)
    return [float(precision[place]) for place in places]


def curve_at_fpr(
    labels: ArrayLike, scores: ArrayLike, levels: Sequence[float]
) -> list[float | None]:
    """Return the true-positive rate of the ROC curve at each false-positive rate."""
    y = binary(labels)
    if not 0 < y.sum() < len(y):
        return [None] * len(levels)
    hits, flagged = _steps(y, finite(scores, len(y)), np.ones(len(y)))
    fpr = np.concatenate([[0.0], (flagged - hits) / (~y).sum()])
    tpr = np.concatenate([[0.0], hits / y.sum()])
    return [float(rate) for rate in np.interp(levels, fpr, tpr)]


def _recall_and_precision(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None
) -> tuple[Floats, Floats]:
    y = binary(labels)
    hits, flagged = _steps(y, finite(scores, len(y)), row_weights(weights, len(y)))
    if not len(hits) or hits[-1] == 0:
        return np.zeros(0), np.zeros(0)
    precision = np.divide(hits, flagged, out=np.ones_like(hits), where=flagged > 0)
    return hits / hits[-1], precision


def _steps(y: NDArray[np.bool_], s: Floats, w: Floats) -> tuple[Floats, Floats]:
    """Return the weight of hits and of flagged rows at each threshold, the highest first."""
    order = np.argsort(-s, kind="stable")
    last = np.append(s[order][1:] != s[order][:-1], True) if len(s) else np.zeros(0, bool)
    return np.cumsum((w * y)[order])[last], np.cumsum(w[order])[last]
