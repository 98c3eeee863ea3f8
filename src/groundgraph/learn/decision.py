"""From a head's raw score to a calibrated score and a yes or no."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.calibration import Calibrator, calibrator_named
from groundgraph.learn.inputs import MINIMUM, logistic, two_classes
from groundgraph.learn.thresholds import choose
from groundgraph.measures.arrays import finite

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Decision:
    """A calibrator and a threshold on what it returns.

    Attributes:
        calibrator: ``None`` leaves scores as they are; they must then be in [0, 1].
        threshold: A score at or above it is flagged; in [0, 1], on the calibrated scale.
        policy: How the threshold was chosen; see `groundgraph.learn.thresholds.choose`.

    Raises:
        ModelError: When the threshold is not in [0, 1].
    """

    calibrator: Calibrator | None
    threshold: float
    policy: str

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise ModelError(f"a decision's threshold must be in [0, 1], found {self.threshold}")
        if hasattr(self.calibrator, "names"):
            raise ModelError("a decision's calibrator reads one score, found a head over features")

    @classmethod
    def fit(
        cls,
        raw: ArrayLike,
        labels: ArrayLike,
        *,
        calibration: str = "sigmoid",
        policy: str = "best_f1",
    ) -> Decision:
        """Calibrate, then choose the threshold on the calibrated scores.

        Args:
            raw: Scores of rows that the head has not seen, higher = worse, shape ``(n,)``.
            labels: True = hallucinated, shape ``(n,)``.
            calibration: "sigmoid", "isotonic" or "none".
            policy: As for `groundgraph.learn.thresholds.choose`.

        Raises:
            InputError: With fewer than `MINIMUM` rows of a class, scores that do not rank
                hallucinated rows higher, or a policy that cannot be met.
            UnknownNameError: When no calibration has that name.
        """
        s = finite(raw, np.size(raw), "raw scores")
        y = two_classes(labels, len(s), MINIMUM)
        calibrator = None if calibration == "none" else calibrator_named(calibration).fit(s, y)
        scores = cls(calibrator, 0.0, policy).scores(s)
        if np.ptp(scores) == 0:
            raise InputError(
                "the scores do not rank hallucinated answers above grounded ones, so no threshold "
                "can tell them apart: the detector does not see what is wrong in them, or the "
                "labels are the other way round; fit another, or other features"
            )
        return cls(calibrator, choose(policy, y, scores), policy)

    @classmethod
    def fit_log_odds(
        cls,
        log_odds: ArrayLike,
        labels: ArrayLike,
        *,
        calibration: str = "sigmoid",
        policy: str = "best_f1",
    ) -> Decision:
        """Fit on log-odds, which a sigmoid calibrates better than probabilities.

        Without calibration the scores are the probabilities of the log-odds. Score with
        `scores_of_log_odds`; parameters and errors as in `fit`.
        """
        raw = logistic(np.asarray(log_odds, float)) if calibration == "none" else log_odds
        return cls.fit(raw, labels, calibration=calibration, policy=policy)

    @property
    def calibrated(self) -> bool:
        """Whether `scores` are probabilities."""
        return self.calibrator is not None

    def scores(self, raw: ArrayLike, /) -> NDArray[np.float64]:
        """Return scores in [0, 1], shape ``(n,)``, higher = worse.

        Raises:
            InputError: When a raw score is not finite or, without calibrator, not in [0, 1].
        """
        s = finite(raw, np.size(raw), "raw scores")
        if self.calibrator is not None:
            return self.calibrator.probability(s)
        if len(s) and not 0 <= s.min() <= s.max() <= 1:
            raise InputError(
                f"scores without calibration must be in [0, 1], found {s.min()} to {s.max()}"
            )
        return s

    def scores_of_log_odds(self, log_odds: ArrayLike, /) -> NDArray[np.float64]:
        """Return scores in [0, 1] of a decision made by `fit_log_odds`, shape ``(n,)``."""
        return self.scores(log_odds if self.calibrated else logistic(np.asarray(log_odds, float)))

    def flags(self, scores: ArrayLike, /) -> NDArray[np.bool_]:
        """Say which of the `scores` are flagged as hallucinated, shape ``(n,)``."""
        return finite(scores, np.size(scores)) >= self.threshold
