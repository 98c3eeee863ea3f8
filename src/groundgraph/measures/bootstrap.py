"""Percentile bootstrap intervals, by rows or by clusters of rows.

A resample is a weight per row (how often it was drawn), so scores are sorted once and a
thousand resamples of an AUROC on 15,000 rows take about a second. Rows of one cluster, such
as the answers to one question, are drawn together. Source: Efron and Tibshirani, An
Introduction to the Bootstrap, 1993, §13.3; clusters: Davison and Hinkley 1997, §3.8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from groundgraph.errors import InputError
from groundgraph.measures.arrays import binary, codes, finite
from groundgraph.measures.metrics import within_group_auroc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

Statistic = Callable[["NDArray[np.float64]"], "float | None"]
"""From row weights, shape ``(n_rows,)``, to a number or ``None`` where it is undefined."""


class Metric(Protocol):
    """What `groundgraph.measures.metrics` holds."""

    def __call__(
        self, labels: ArrayLike, scores: ArrayLike, weights: ArrayLike | None = None, /
    ) -> float | None:
        """Return the metric, or ``None`` where it is undefined."""
        ...


class Interval(NamedTuple):
    """A value and the bounds of its interval.

    Attributes:
        value: On all rows; ``None`` where the metric is undefined.
        low: Lower bound; ``None`` where more than half of the resamples left the metric
            undefined, or there are fewer than two clusters to draw from.
        high: Upper bound, likewise.
    """

    value: float | None
    low: float | None
    high: float | None


def interval(
    metric: Metric,
    labels: ArrayLike,
    scores: ArrayLike,
    *,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Return a metric and its interval.

    Args:
        metric: A function of `groundgraph.measures.metrics`.
        labels: Truth, shape ``(n,)``.
        scores: Scores or predictions, as the metric takes them, shape ``(n,)``.
        groups: The cluster of each row, such as its source id; rows are drawn singly without.
        n_resamples: How many times to draw.
        level: Share of resamples between the bounds, in (0, 1).
        seed: Of the draws.
    """
    statistic, n = _sorted_once(metric, labels, scores)
    return interval_of(statistic, n, groups=groups, n_resamples=n_resamples, level=level, seed=seed)


def paired_interval(
    metric: Metric,
    labels: ArrayLike,
    scores_a: ArrayLike,
    scores_b: ArrayLike,
    *,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Return metric(a) − metric(b) on the same rows, and its 95% interval.

    Each resample is scored by both, so what the two share cancels.
    """
    first, n = _sorted_once(metric, labels, scores_a)
    second, _ = _sorted_once(metric, labels, scores_b)

    def difference(weights: NDArray[np.float64]) -> float | None:
        a, b = first(weights), second(weights)
        return None if a is None or b is None else a - b

    return interval_of(difference, n, groups=groups, n_resamples=n_resamples, seed=seed)


def ratio_intervals(
    parts: ArrayLike,
    wholes: ArrayLike,
    *,
    minus: tuple[ArrayLike, ArrayLike] | None = None,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
    seed: int = 0,
) -> list[Interval]:
    """Return ratios of sums over rows and their 95% intervals, all from the same draws.

    Accuracy, precision, recall and F1 are such ratios; the results are those of `interval`, or
    with ``minus`` of `paired_interval`, in a fraction of the time for several at once.

    Args:
        parts: What each row adds to the numerators, shape ``(n, k)``.
        wholes: What it adds to the denominators, not negative, shape ``(n, k)``.
        minus: Parts and wholes of the ratios that are subtracted.
        groups: As for `interval`.
        n_resamples: As for `interval`.
        seed: As for `interval`.

    Returns:
        One for each of the ``k`` ratios; the value is ``None`` where a denominator is 0.
    """
    tables = [np.asarray(table, np.float64) for table in (parts, wholes, *(minus or ()))]
    n, k = tables[0].shape
    columns = np.concatenate(tables, axis=1)
    clusters = np.arange(n) if groups is None else codes(groups, n)
    values = _ratios(columns.sum(axis=0)[None], k)[0]
    if n == 0 or clusters.max() == 0:
        return [Interval(None if np.isnan(v) else float(v), None, None) for v in values]
    drawn = np.array([weights @ columns for weights in _resamples(clusters, n_resamples, seed)])
    return [_bounded(v, of) for v, of in zip(values, _ratios(drawn, k).T, strict=True)]


def _ratios(sums: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Divide the first ``k`` columns by the next, less the same of those that follow."""
    found = np.zeros((len(sums), k))
    for start, sign in zip(range(0, sums.shape[1], 2 * k), (1.0, -1.0), strict=False):
        part, whole = sums[:, start : start + k], sums[:, start + k : start + 2 * k]
        found += sign * np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0)
    return found


def _bounded(value: float, drawn: NDArray[np.float64]) -> Interval:
    if np.isnan(value):
        return Interval(None, None, None)
    defined = drawn[~np.isnan(drawn)]
    if 2 * len(defined) < len(drawn):
        return Interval(float(value), None, None)
    low, high = np.quantile(defined, [0.025, 0.975]).tolist()
    return Interval(float(value), low, high)


def within_interval(
    labels: ArrayLike,
    scores: ArrayLike,
    within: Sequence[Any] | NDArray[Any],
    *,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
) -> Interval:
    """Return `within_group_auroc` over the groups ``within``, and its interval.

    ``groups`` are the clusters that are drawn, as in `interval`.
    """
    y = binary(labels)
    s = finite(scores, len(y))
    inside = codes(within, len(y))
    order = np.lexsort((s, inside))
    y, s, inside = y[order], s[order], inside[order]
    return interval_of(
        lambda weights: within_group_auroc(y, s, inside, weights[order]),
        len(y),
        groups=groups,
        n_resamples=n_resamples,
    )


def mean_difference(
    values: ArrayLike,
    labels: ArrayLike,
    *,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
    seed: int = 0,
) -> Interval:
    """Return the mean value of grounded rows minus that of hallucinated rows: EGC's Δ.

    The value is ``None`` when a class is empty.
    """
    y = binary(labels)
    v = finite(values, len(y), "values")

    def difference(weights: NDArray[np.float64]) -> float | None:
        hallucinated, grounded = weights * y, weights * ~y
        if not hallucinated.any() or not grounded.any():
            return None
        return float(np.average(v, weights=grounded) - np.average(v, weights=hallucinated))

    return interval_of(difference, len(y), groups=groups, n_resamples=n_resamples, seed=seed)


def interval_of(
    statistic: Statistic,
    n_rows: int,
    *,
    groups: Sequence[Any] | NDArray[Any] | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Return any statistic of weighted rows and its interval; parameters as in `interval`.

    Raises:
        InputError: When ``level`` is not in (0, 1) or ``groups`` do not fit the rows.
    """
    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, found {level}; 0.95 is usual")
    value = statistic(np.ones(n_rows))
    clusters = np.arange(n_rows) if groups is None else codes(groups, n_rows)
    if value is None or n_rows == 0 or clusters.max() == 0:
        return Interval(value, None, None)
    drawn = [statistic(weights) for weights in _resamples(clusters, n_resamples, seed)]
    defined = [result for result in drawn if result is not None]
    if not defined or 2 * len(defined) < n_resamples:
        return Interval(value, None, None)
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return Interval(value, low, high)


def _resamples(
    clusters: NDArray[np.int64], n_resamples: int, seed: int
) -> Iterator[NDArray[np.float64]]:
    """Yield row weights: how often each row's cluster was drawn, with replacement."""
    n_clusters = int(clusters.max()) + 1
    random = np.random.default_rng(seed)
    for _ in range(n_resamples):
        draws = np.bincount(random.integers(0, n_clusters, n_clusters), minlength=n_clusters)
        yield draws.astype(np.float64)[clusters]


def _sorted_once(metric: Metric, labels: ArrayLike, scores: ArrayLike) -> tuple[Statistic, int]:
    """Sort the rows by score, on which a metric's own stable sort then takes linear time."""
    y = binary(labels)
    finite(scores, len(y))
    column = np.asarray(scores)
    order = np.argsort(column, kind="stable")
    y, column = y[order], column[order]
    return lambda weights: metric(y, column, weights[order]), len(y)
