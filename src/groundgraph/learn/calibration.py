"""From scores to probabilities, never changing their order.

Fit on scores of rows that the head has not seen (`groundgraph.learn.folds.out_of_fold`).
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from groundgraph.errors import ModelError, UnknownNameError
from groundgraph.learn.inputs import logistic, two_classes
from groundgraph.measures.arrays import finite

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

TINY = 1e-100
"""Scores whose standard deviation is below it count as equal."""
LARGEST = 1e200
"""Of a sigmoid's numbers: times a score, they stay finite."""


class Calibrator(Protocol):
    """A rising map from scores to probabilities."""

    def probability(self, scores: ArrayLike, /) -> Floats:
        """Return probabilities in [0, 1], shape ``(n,)``; a higher score never gets a lower one."""
        ...


@dataclass(frozen=True)
class SigmoidCalibrator:
    """Platt scaling: p = 1 / (1 + exp(−(a·score + b))).

    It suits few rows and scores that are log-odds. Source: Platt 1999, Probabilistic outputs
    for support vector machines.

    Attributes:
        a: Slope, ≥ 0; 0 when the scores do not rank hallucinated rows higher.
        b: Log-odds at score 0.

    Raises:
        ModelError: When a field is not finite or the slope is negative.
    """

    a: float
    b: float

    def __post_init__(self) -> None:
        if not (0 <= self.a <= LARGEST and abs(self.b) <= LARGEST):
            raise ModelError(f"a sigmoid needs a finite slope ≥ 0, found a={self.a}, b={self.b}")

    @classmethod
    def fit(cls, scores: ArrayLike, labels: ArrayLike) -> SigmoidCalibrator:
        """Maximise the likelihood of Platt's smoothed targets, with slope ≥ 0.

        The targets are (N₊ + 1) / (N₊ + 2) and 1 / (N₋ + 2), so no probability is 0 or 1.

        Raises:
            InputError: When shapes do not fit, a score is not finite, or a class is missing.
        """
        from scipy.optimize import minimize

        s, y = _fitting_rows(scores, labels)
        positives = y.sum()
        targets = np.where(y, (positives + 1) / (positives + 2), 1 / (len(y) - positives + 2))
        mean, deviation = float(s.mean()), float(s.std())
        scale = deviation if deviation > TINY else 1.0
        standard = (s - mean) / scale

        def loss(parameters: Floats) -> tuple[float, Floats]:
            log_odds = parameters[0] * standard + parameters[1]
            error = (logistic(log_odds) - targets) / len(s)
            value = (np.logaddexp(0, log_odds) - targets * log_odds).mean()
            return float(value), np.array([error @ standard, error.sum()])

        best = minimize(
            loss,
            np.array([0.0, math.log(targets.mean() / (1 - targets.mean()))]),
            jac=True,
            method="L-BFGS-B",
            bounds=[(0, None), (None, None)],
            options={"ftol": 1e-15, "gtol": 1e-9},
        ).x
        slope = float(best[0]) / scale
        return cls(slope, float(best[1]) - slope * mean)

    def probability(self, scores: ArrayLike, /) -> Floats:
        """Return probabilities in [0, 1], shape ``(n,)``; a higher score never gets a lower one."""
        s = _column(scores)
        return logistic(self.a * s + self.b)


@dataclass(frozen=True)
class IsotonicCalibrator:
    """Rates of adjacent scores, pooled until they rise; linear between knots, flat outside.

    It assumes no shape and wants a thousand rows or more; it may make scores equal.

    Attributes:
        x: Scores of the knots, rising.
        y: Their probabilities, in [0, 1], never falling.

    Raises:
        ModelError: When the knots do not have that form.
    """

    x: tuple[float, ...]
    y: tuple[float, ...]

    def __post_init__(self) -> None:
        x, y = self._knots
        fits = x.shape == y.shape == (len(self.x),) and len(x) > 0 and np.isfinite(x).all()
        if not (fits and (np.diff(x) > 0).all() and _is_rising_probability(y)):
            raise ModelError("isotonic knots must rise in x, and in y never fall or leave [0, 1]")

    @classmethod
    def fit(cls, scores: ArrayLike, labels: ArrayLike) -> IsotonicCalibrator:
        """Pool adjacent violators, by scikit-learn.

        Raises:
            InputError: When shapes do not fit, a score is not finite, or a class is missing.
        """
        from sklearn.isotonic import IsotonicRegression

        s, y = _fitting_rows(scores, labels)
        model = IsotonicRegression(y_min=0.0, y_max=1.0, out_of_bounds="clip").fit(s, y)
        return cls(tuple(model.X_thresholds_.tolist()), tuple(model.y_thresholds_.tolist()))

    def probability(self, scores: ArrayLike, /) -> Floats:
        """Return probabilities in [0, 1], shape ``(n,)``; a higher score never gets a lower one."""
        s = _column(scores)
        x, y = self._knots
        after = np.searchsorted(x, s, side="right")
        low, high = y[np.maximum(after - 1, 0)], y[np.minimum(after, len(y) - 1)]
        # Interpolation may round to just outside its two knots, and so fall.
        return np.clip(np.interp(s, x, y), low, high)

    @cached_property
    def _knots(self) -> tuple[Floats, Floats]:
        try:
            return np.asarray(self.x, dtype=np.float64), np.asarray(self.y, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ModelError(f"isotonic knots must be numbers: {error}") from error


CALIBRATORS: dict[str, type[SigmoidCalibrator] | type[IsotonicCalibrator]] = {
    "sigmoid": SigmoidCalibrator,
    "isotonic": IsotonicCalibrator,
}


def calibrator_named(name: str) -> type[SigmoidCalibrator] | type[IsotonicCalibrator]:
    """Return the class that "sigmoid" or "isotonic" stands for.

    Raises:
        UnknownNameError: When the name is another.
    """
    if name not in CALIBRATORS:
        near = difflib.get_close_matches(name, CALIBRATORS, n=1)
        known = ", ".join([*CALIBRATORS, "none"])
        hint = f"did you mean {near[0]!r}?" if near else f"known: {known}"
        raise UnknownNameError(f"unknown calibration {name!r}; {hint}")
    return CALIBRATORS[name]


def _fitting_rows(scores: ArrayLike, labels: ArrayLike) -> tuple[Floats, NDArray[np.bool_]]:
    s = _column(scores)
    return s, two_classes(labels, len(s))


def _column(scores: ArrayLike) -> Floats:
    return finite(scores, np.size(scores))


def _is_rising_probability(y: Floats) -> bool:
    return bool(((y >= 0) & (y <= 1)).all() and (np.diff(y) >= 0).all())
