"""Operating points: thresholds that keep a promise, chosen once on out-of-fold scores.

A fitted detector carries a table of them, so that a user can ask for a false-positive rate, a
precision or a recall without labelled rows and without fitting again. What is promised:

- ``fpr=0.05``: split conformal, the (n + 1)-corrected quantile of the grounded scores. A new
  grounded answer is flagged with a probability of at most 5% if it is exchangeable with the
  grounded rows. Source: Vovk, Gammerman and Shafer 2005, Algorithmic Learning in a Random World,
  §2.2. Rows of one source are not independent, and the final head has seen more rows than the
  heads of the folds; the interval beside it, by source, says what that leaves open.
- ``recall=0.9``, ``precision=0.9``: the lower bound of the 95% bootstrap interval, by source,
  reaches it, where what happened in none of n rows is taken to happen in 3/n. Precision depends
  on the share of hallucinated answers: that of the rows, or the one that is named,
  ``precision=0.9@0.1``.

Where scores set the classes wholly apart, all points lie halfway between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.inputs import two_classes
from groundgraph.learn.thresholds import TINY, conformal, halfway
from groundgraph.measures.arrays import codes, finite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Estimate = tuple[float, float, float]

RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3)
RECALLS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
PRECISIONS = (0.6, 0.7, 0.8, 0.9, 0.95)
BASE_RATES = (0.05, 0.1, 0.2, 0.35, 0.5)
_DIGITS = 4
_CANDIDATES = 256
_BOUNDS = (0.025, 0.975)
_RULE_OF_THREE = 3
"""What was seen in none of n rows happens in at most 3/n of all (95% bound)."""


@dataclass(frozen=True)
class OperatingPoint:
    """A threshold, what it promises, and what it did on the rows that it was chosen on.

    Attributes:
        name: What a user asks for: "fpr=0.05", "recall=0.9", "precision=0.9", or
            "precision=0.9@0.1" for a share of 10% hallucinated answers.
        threshold: An answer whose score reaches it is flagged; in [0, 1].
        promise: In words.
        recall: Estimate, and the bounds of its 95% interval by source.
        false_positive_rate: The same.
        precision: The same by share of hallucinated answers: (share, estimate, low, high).

    Raises:
        ModelError: When the threshold is not in [0, 1].
    """

    name: str
    threshold: float
    promise: str
    recall: Estimate
    false_positive_rate: Estimate
    precision: tuple[tuple[float, float, float, float], ...]

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ModelError(f"threshold of {self.name!r} must be in [0, 1]: {self.threshold}")


class _Curve(NamedTuple):
    """Estimates and bounds at each candidate threshold; each of shape ``(3, n_thresholds)``."""

    thresholds: Floats
    recall: Floats
    false_positive_rate: Floats
    precision: dict[float, Floats]

    def point(self, name: str, threshold: float, promise: str) -> OperatingPoint:
        at = int(np.searchsorted(self.thresholds, threshold))
        precision = [(rate, *_triple(found[:, at])) for rate, found in self.precision.items()]
        return OperatingPoint(
            name,
            float(threshold),
            promise,
            _triple(self.recall[:, at]),
            _triple(self.false_positive_rate[:, at]),
            tuple(precision),
        )


def operating_points(
    labels: ArrayLike,
    scores: ArrayLike,
    groups: Sequence[Any],
    *,
    n_resamples: int = 1000,
    seed: int = 0,
) -> tuple[OperatingPoint, ...]:
    """Choose thresholds for the false-positive rates, recalls and precisions that can be had.

    Args:
        labels: True = hallucinated, shape ``(n,)``; both classes must occur.
        scores: In [0, 1], of rows that the head has not seen, shape ``(n,)``.
        groups: What the bootstrap draws together, such as the passages of each answer.
        n_resamples: Draws of the bootstrap.
        seed: Of the draws.

    Returns:
        One for each of `RATES`, `RECALLS` and `PRECISIONS` (by base rate) that is reached; the
        more is wanted, the higher the threshold of a precision, and the lower that of a recall
        or a false-positive rate.

    Raises:
        InputError: When a class is missing or a score is not finite.
    """
    s = finite(scores, np.size(scores))
    y = two_classes(labels, len(s))
    conformals = {rate: t for rate in RATES if (t := conformal(y, s, rate)) is not None}
    apart = halfway(y, s)
    if apart is None:
        spread = np.quantile(s, np.linspace(0, 1, _CANDIDATES), method="inverted_cdf")
        candidates = np.unique([*spread.tolist(), *conformals.values()])
    else:
        conformals, candidates = dict.fromkeys(conformals, apart), np.array([apart])
    curve = _curve(candidates, y, s, codes(groups, len(s)), _draws(groups, n_resamples, seed))
    return (
        *(curve.point(f"fpr={rate:g}", at, _rate_promise(rate)) for rate, at in conformals.items()),
        *_recall_points(curve),
        *_precision_points(curve, float(y.mean())),
    )


def threshold_at(points: Sequence[OperatingPoint], wanted: str) -> tuple[str, float]:
    """Return the name and the threshold that a user asks for: of a point, or a number itself.

    Raises:
        InputError: When there is no such point, or the number is not in [0, 1].
    """
    try:
        threshold = float(wanted)
    except ValueError:
        point = chosen(points, wanted)
        return point.name, point.threshold
    if not 0 <= threshold <= 1:
        raise InputError(f"the threshold is {wanted}, expected 0 to 1", field="at")
    return f"{threshold:g}", threshold


def chosen(points: Sequence[OperatingPoint], wanted: str) -> OperatingPoint:
    """Return the operating point that a user asks for.

    Args:
        points: The table.
        wanted: As `OperatingPoint.name`; numbers may be written in any way.

    Raises:
        InputError: When it is not in the table; says what is, and whether it was ever reached.
    """
    if not points:
        raise InputError(
            "this detector was saved without operating points; fit it again, or take a threshold "
            "by `groundgraph fit --threshold`",
            field="at",
        )
    key = _key(wanted)
    found = next((point for point in points if key and _key(point.name) == key), None)
    if found is not None:
        return found
    tried = "could not be promised on the rows that this detector was fitted on"
    why = tried if _tried(key) else "is none of this detector's"
    raise InputError(
        f"operating point {wanted!r} {why}; it has {listing(points)}; or say a threshold, such "
        "as 0.5",
        field="at",
    )


def listing(points: Sequence[OperatingPoint]) -> str:
    """Return the names of the points in one line, by what they promise."""
    by_kind: dict[str, list[str]] = {}
    for point in points:
        kind, _, value = point.name.partition("=")
        by_kind.setdefault(kind, []).append(value)
    return "; ".join(f"{kind}= {', '.join(values)}" for kind, values in by_kind.items())


def _key(name: str) -> tuple[str, float, float] | None:
    kind, _, rest = (part.strip() for part in name.partition("="))
    value, at, rate = rest.partition("@")
    try:
        return kind, float(value), float(rate) if at else -1.0
    except ValueError:
        return None


def _tried(key: tuple[str, float, float] | None) -> bool:
    known = {"fpr": RATES, "recall": RECALLS, "precision": PRECISIONS}
    if key is None or key[1] not in known.get(key[0], ()):
        return False
    return key[2] == -1.0 or (key[0] == "precision" and key[2] in BASE_RATES)


def _rate_promise(rate: float) -> str:
    return f"a grounded answer like those it was fitted on is flagged with probability <= {rate:g}"


def _recall_points(curve: _Curve) -> list[OperatingPoint]:
    """Take the highest threshold whose lower bound of recall reaches each wanted one."""
    found = []
    for wanted in RECALLS:
        reached = np.flatnonzero(curve.recall[1] >= wanted)
        if len(reached):
            promise = f"at least {wanted:.0%} of the hallucinated answers are flagged (95% bound)"
            at = curve.thresholds[reached[-1]]
            found.append(curve.point(f"recall={wanted:g}", at, promise))
    return found


def _precision_points(curve: _Curve, own: float) -> list[OperatingPoint]:
    """Take the lowest threshold whose lower bound of precision reaches each wanted one."""
    found = []
    for rate, precision in curve.precision.items():
        for wanted in PRECISIONS:
            reached = np.flatnonzero(precision[1] >= wanted)
            if len(reached):
                promise = (
                    f"at least {wanted:.0%} of the flagged answers are hallucinated (95% bound), "
                    f"where {rate:.1%} of all are"
                )
                name = f"precision={wanted:g}" + ("" if rate == own else f"@{rate:g}")
                found.append(curve.point(name, curve.thresholds[reached[0]], promise))
    return found


def _curve(
    candidates: Floats, y: NDArray[np.bool_], s: Floats, cluster: NDArray[np.int64], draws: Floats
) -> _Curve:
    """Estimate recall, false-positive rate and precision at each candidate, with bounds."""
    below = np.searchsorted(candidates, s, side="right")  # candidates that flag the row
    hits, alarms = (_flagged(below[of], cluster[of], draws, len(candidates)) for of in (y, ~y))
    recall, alarm_rate = (
        counts[:, 1:] / np.maximum(counts[:, :1], 1.0) for counts in (hits, alarms)
    )
    bounded_recall, bounded_alarms = _bounded(recall), _bounded(alarm_rate)
    # What no row did still may happen, which no resample shows.
    least = _RULE_OF_THREE / max(int((~y).sum()), _RULE_OF_THREE)
    bounded_alarms[2] = np.maximum(bounded_alarms[2], least)
    most = 1 - _RULE_OF_THREE / max(int(y.sum()), _RULE_OF_THREE)
    bounded_recall[1] = np.minimum(bounded_recall[1], most)
    feared = np.concatenate([alarm_rate[:1], np.maximum(alarm_rate[1:], least)])
    rates = dict.fromkeys((float(y.mean()), *BASE_RATES))
    precision = {rate: _bounded(_precision(recall, feared, rate)) for rate in rates}
    return _Curve(candidates, bounded_recall, bounded_alarms, precision)


def _flagged(below: NDArray[np.intp], cluster: NDArray[np.int64], draws: Floats, n: int) -> Floats:
    """Count the rows of one class: all (column 0) and those flagged at each candidate.

    Returns:
        Shape ``(n_draws, 1 + n)``.
    """
    counts = np.zeros((draws.shape[1], n + 1))
    np.add.at(counts, (cluster, below), 1.0)
    at_least = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1]
    return draws @ at_least


def _precision(recall: Floats, alarm_rate: Floats, rate: float) -> Floats:
    """Return the precision at a base rate; 0 where nothing is flagged, to be safe."""
    hits = rate * recall
    return np.asarray(hits / np.maximum(hits + (1 - rate) * alarm_rate, TINY))


def _bounded(drawn: Floats) -> Floats:
    """Return the estimate (the first row) and its bounds over the other rows, ``(3, n)``."""
    low, high = np.quantile(drawn[1:], _BOUNDS, axis=0)
    return np.stack([drawn[0], np.minimum(low, drawn[0]), np.maximum(high, drawn[0])])


def _draws(groups: Sequence[Any], n_resamples: int, seed: int) -> Floats:
    """Return how often each cluster is drawn; once each in the first row, the sample itself."""
    n = len(set(groups))
    random = np.random.default_rng(seed)
    drawn = random.multinomial(n, np.full(n, 1 / n), size=n_resamples)
    return np.concatenate([np.ones((1, n)), drawn])


def _triple(column: Floats) -> Estimate:
    value, low, high = np.round(column, _DIGITS).tolist()
    return value, low, high
