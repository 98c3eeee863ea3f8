"""Metrics of a binary decision; "positive" is hallucinated.

Each takes ``labels`` (bool, shape ``(n,)``), then scores (finite, higher means hallucinated)
or predictions (bool), then optional row weights, and returns a float, or ``None`` where the
metric is undefined, such as the AUROC of rows of one class: never NaN. An integer weight k
counts a row k times, which is how `groundgraph.measures.bootstrap` resamples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.measures.arrays import binary, codes, finite, row_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

CLIP = 1e-15
"""`log_loss` keeps probabilities this far from 0 and 1."""


class Confusion(NamedTuple):
    """Weights of the four outcomes of a decision."""

    tp: float
    fp: float
    fn: float
    tn: float


class ReliabilityCurve(NamedTuple):
    """One entry per bin that holds rows, by rising score; each of shape ``(n_bins,)``.

    Attributes:
        score: Mean score of the bin's rows.
        rate: Share of the bin's rows that are positive.
        mass: Share of all rows that are in the bin.
    """

    score: Floats
    rate: Floats
    mass: Floats


def auroc(labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None) -> float | None:
    """Return the share of (positive, negative) pairs that the scores order rightly.

    A tie counts one half (midranks). ``None`` when a class is empty.
    """
    return within_group_auroc(labels, scores, None, weights)


def within_group_auroc(
    labels: ArrayLike,
    scores: ArrayLike,
    groups: Sequence[Any] | NDArray[Any] | None,
    weights: ArrayLike | None = None,
) -> float | None:
    """Return the AUROC over pairs whose two rows are of the same group, such as a generator.

    It is the mean of the groups' AUROCs, each weighted by its number of pairs. ``None`` when
    no group holds both classes. ``groups=None`` puts all rows in one group.
    """
    y, s, w = _columns(labels, scores, weights)
    if groups is None:
        order = np.argsort(s, kind="stable")
        group = np.zeros(len(s), dtype=np.int64)
    else:
        group = _sortable(groups, len(s))
        order = np.lexsort((s, group))
        group = group[order]
    ties = _starts(_changes(s[order]) | _changes(group))
    positives, negatives = _masses(y[order], w[order], ties)
    return _concordance(positives, negatives, _starts(_changes(group[ties])))


def average_precision(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the mean precision over the recall steps, Σ (R_k − R_{k−1}) P_k, not interpolated.

    Equal scores are one step. ``None`` without positives.
    """
    y, s, w = _columns(labels, scores, weights)
    order = np.argsort(s, kind="stable")
    positives, negatives = _masses(y[order], w[order], _starts(_changes(s[order])))
    hits = np.cumsum(positives[::-1])
    flagged = hits + np.cumsum(negatives[::-1])
    if not len(hits) or hits[-1] == 0:
        return None
    precision = np.divide(hits, flagged, out=np.zeros_like(hits), where=flagged > 0)
    return _dot(positives[::-1], precision) / float(hits[-1])


def confusion(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> Confusion:
    """Return the total weight of true and false positives and negatives."""
    y = binary(labels)
    flagged = binary(predictions, "predictions")
    if flagged.shape != y.shape:
        finite(flagged, len(y), "predictions")
    w = row_weights(weights, len(y))
    cells = np.bincount(2 * y + flagged, weights=w, minlength=4)
    return Confusion(tp=float(cells[3]), fp=float(cells[1]), fn=float(cells[2]), tn=float(cells[0]))


def precision(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the share of flagged rows that are positive; ``None`` when none is flagged."""
    c = confusion(labels, predictions, weights)
    return _ratio(c.tp, c.tp + c.fp)


def recall(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the share of positive rows that are flagged; ``None`` without positives."""
    c = confusion(labels, predictions, weights)
    return _ratio(c.tp, c.tp + c.fn)


def f1(labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None) -> float | None:
    """Return F1 of the positive class; ``None`` when nothing is positive nor flagged."""
    c = confusion(labels, predictions, weights)
    return _ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn)


def negative_f1(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return F1 of the grounded class; ``None`` when every row is positive and flagged."""
    c = confusion(labels, predictions, weights)
    return _ratio(2 * c.tn, 2 * c.tn + c.fp + c.fn)


def macro_f1(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the mean F1 of the two classes; ``None`` when either is undefined."""
    one, other = f1(labels, predictions, weights), negative_f1(labels, predictions, weights)
    return None if one is None or other is None else (one + other) / 2


def balanced_accuracy(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the mean recall of the two classes; ``None`` when a class is empty."""
    c = confusion(labels, predictions, weights)
    sensitivity, specificity = _ratio(c.tp, c.tp + c.fn), _ratio(c.tn, c.tn + c.fp)
    return None if sensitivity is None or specificity is None else (sensitivity + specificity) / 2


def accuracy(
    labels: ArrayLike, predictions: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the share of rows decided rightly; ``None`` without rows."""
    c = confusion(labels, predictions, weights)
    return _ratio(c.tp + c.tn, sum(c))


def log_loss(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None
) -> float | None:
    """Return the mean negative log-likelihood, in nats, of probabilities clipped by `CLIP`.

    ``None`` without rows.
    """
    y, p, w = _columns(labels, scores, weights)
    p = np.clip(p, CLIP, 1 - CLIP)
    return _ratio(-_dot(w, np.log(np.where(y, p, 1 - p))), float(w.sum()))


def expected_calibration_error(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None, *, n_bins: int = 15
) -> float | None:
    """Return the mean distance between score and rate of positives over bins of equal mass.

    Bins are those of `reliability_curve`; each counts by its mass. ``None`` without rows.
    """
    curve = reliability_curve(labels, scores, weights, n_bins=n_bins)
    return _dot(curve.mass, np.abs(curve.score - curve.rate)) if len(curve.mass) else None


def reliability_curve(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None, *, n_bins: int = 15
) -> ReliabilityCurve:
    """Compare scores with the rate of positives in up to ``n_bins`` bins of equal mass.

    Rows of equal score share a bin, the one in which the middle of their mass falls, so the
    curve does not depend on the order of the rows; bins that stay empty are left out.
    """
    y, s, w = _columns(labels, scores, weights)
    total = w.sum()
    if total == 0:
        return ReliabilityCurve(np.zeros(0), np.zeros(0), np.zeros(0))
    bins = equal_mass_bins(s, w, n_bins)
    held, scored, hit = (
        np.bincount(bins, weights=column, minlength=n_bins) for column in (w, w * s, w * y)
    )
    used = held > 0
    return ReliabilityCurve(scored[used] / held[used], hit[used] / held[used], held[used] / total)


def equal_mass_bins(scores: Floats, weights: Floats, n_bins: int) -> NDArray[np.int64]:
    """Return each row's bin, shape ``(n,)``, from 0 to ``n_bins`` - 1, rising with the score.

    Rows of equal score share a bin, the one in which the middle of their mass falls; a bin can
    stay empty.
    """
    _, tie = np.unique(scores, return_inverse=True)
    mass = np.bincount(tie, weights=weights)
    middle = (np.cumsum(mass) - mass / 2) / mass.sum()
    return np.asarray(np.minimum((middle * n_bins).astype(np.int64), n_bins - 1)[tie])


def _columns(
    labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None
) -> tuple[NDArray[np.bool_], Floats, Floats]:
    y = binary(labels)
    return y, finite(scores, len(y)), row_weights(weights, len(y))


def _sortable(groups: Sequence[Any] | NDArray[Any], n: int) -> NDArray[np.int64]:
    if isinstance(groups, np.ndarray) and groups.dtype == np.int64 and groups.shape == (n,):
        return groups
    return codes(groups, n)


def _changes(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the entries that differ from the one before; the first one does."""
    changed = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=changed[1:])
    return changed


def _starts(changed: NDArray[np.bool_]) -> NDArray[np.intp]:
    return np.flatnonzero(changed)


def _masses(
    labels: NDArray[np.bool_], weights: Floats, starts: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Sum the weights of positives and of negatives in each run of rows."""
    if not len(starts):
        return np.zeros(0), np.zeros(0)
    positives = np.add.reduceat(weights * labels, starts)
    return positives, np.add.reduceat(weights * ~labels, starts)


def _concordance(positives: Floats, negatives: Floats, groups: NDArray[np.intp]) -> float | None:
    """Count the pairs in the right order over all pairs, both within groups.

    Args:
        positives: Weight per run of equal scores, by group and rising score.
        negatives: Likewise.
        groups: The index of each group's first run.
    """
    if not len(groups):
        return None
    before = np.cumsum(negatives) - negatives
    sizes = np.diff(groups, append=len(negatives))
    below = before - np.repeat(before[groups], sizes)
    pairs = _dot(np.add.reduceat(positives, groups), np.add.reduceat(negatives, groups))
    return _ratio(_dot(positives, below + negatives / 2), pairs)


def _dot(a: Floats, b: Floats) -> float:
    """Sum the products without BLAS, whose threads cost more than they save here."""
    return float((a * b).sum())


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None
