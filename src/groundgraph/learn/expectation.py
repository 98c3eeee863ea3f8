"""What a user may expect of a fitted detector on answers like those it was fitted on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.decision import MINIMUM, Decision
from groundgraph.learn.folds import grouped_folds
from groundgraph.learn.inputs import two_classes
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.measures.bootstrap import Interval

    Floats = NDArray[np.float64]

Estimate = tuple[float, float, float]
"""A value and the bounds of its 95% interval by source."""

REFITTED = {
    "trees": "the trees, the calibration, the threshold and what counts as novel",
    "calibration": "the calibration, the threshold and what counts as novel; the trees are those "
    "of before",
}
"""What was fitted on the answers, by the name that `groundgraph.FitOptions` gives it."""
ENOUGH = 50
"""Answers from which on the figures say what to expect."""
_FOLDS = 5
_DIGITS = 4


@dataclass(frozen=True)
class Expectation:
    """How a fit did on answers that it had not seen, and of what it is.

    The bounds are of drawing answers; that trees and threshold would come out otherwise on other
    answers is not in them.

    Attributes:
        refitted: A key of `REFITTED`.
        n: Answers that it was fitted on.
        positives: Those of them that are hallucinated.
        auroc: Of the answers' scores; of trees, out-of-fold. ``None`` where it cannot be told.
        balanced_accuracy: Of flags by thresholds that were chosen on other answers; ``None`` where
            there are too few to choose one.
        instead: The AUROC of the other thing that could have been refitted, where both were tried
            and this one ranked the answers better.

    Raises:
        ModelError: When what was refitted is unknown.
    """

    refitted: str
    n: int
    positives: int
    auroc: Estimate | None = None
    balanced_accuracy: Estimate | None = None
    instead: Estimate | None = None

    def __post_init__(self) -> None:
        if self.refitted not in REFITTED:
            raise ModelError(
                f"what was refitted must be one of {', '.join(REFITTED)}, found {self.refitted!r}"
            )

    @classmethod
    def of(
        cls,
        refitted: str,
        log_odds: Floats,
        labels: NDArray[np.bool_],
        groups: Sequence[str],
        *,
        calibration: str = "sigmoid",
        policy: str = "best_f1",
    ) -> Expectation:
        """Measure a fit.

        Args:
            refitted: A key of `REFITTED`.
            log_odds: Of answers that the trees have not seen, shape ``(n,)``.
            labels: True = hallucinated, shape ``(n,)``; both classes occur.
            groups: What may not be split between folds, such as each answer's passages.
            calibration: As for `Decision.fit_log_odds`.
            policy: As for `Decision.fit_log_odds`.
        """
        y = two_classes(labels, len(log_odds))
        area = interval(metrics.auroc, y, log_odds, groups=groups)
        flags = _held_out_flags(log_odds, y, groups, calibration=calibration, policy=policy)
        balanced = None
        if flags is not None:
            balanced = _estimate(interval(metrics.balanced_accuracy, y, flags, groups=groups))
        return cls(refitted, len(y), int(y.sum()), _estimate(area), balanced)

    def __str__(self) -> str:
        figures = [
            f"{name} {shown(found)}"
            for name, found in (
                ("AUROC", self.auroc),
                ("balanced accuracy", self.balanced_accuracy),
            )
        ]
        others = {"trees": "the trees of before", "calibration": "trees of these answers"}
        other = f"; {others[self.refitted]}: AUROC {shown(self.instead)}" if self.instead else ""
        few = (
            f"\n{self.n:,} answers are too few: these figures and the threshold are mostly chance; "
            f"label {ENOUGH} or more"
            if self.n < ENOUGH
            else ""
        )
        return (
            f"refitted on {self.n:,} answers ({self.positives:,} hallucinated): "
            f"{REFITTED[self.refitted]}\n"
            f"expect, of answers like these: {', '.join(figures)}; 95% intervals, out-of-fold"
            f"{other}{few}"
        )

    def as_json(self) -> dict[str, Any]:
        """Return plain values for the training record."""
        figures = ("auroc", "balanced_accuracy", "instead")
        found = {name: getattr(self, name) for name in figures}
        lists = {name: None if each is None else list(each) for name, each in found.items()}
        return {"refitted": self.refitted, **lists}


def _held_out_flags(
    log_odds: Floats, labels: NDArray[np.bool_], groups: Sequence[str], **how: str
) -> NDArray[np.bool_] | None:
    """Flag each answer by a decision on the other folds; ``None`` with too few of a class there."""
    n_folds = min(_FOLDS, len(set(groups)))
    if n_folds < 2:
        return None
    folds = grouped_folds(groups, labels, n_folds)
    flags = np.zeros(len(labels), bool)
    for fold in range(n_folds):
        held = folds == fold
        if min(labels[~held].sum(), (~labels[~held]).sum()) < MINIMUM:
            return None
        flags[held] = _flags(log_odds[~held], labels[~held], log_odds[held], **how)
    return flags


def _flags(
    log_odds: Floats, labels: NDArray[np.bool_], others: Floats, **how: str
) -> NDArray[np.bool_]:
    try:
        decision = Decision.fit_log_odds(log_odds, labels, **how)
    except InputError:  # no threshold tells these apart: flagging nothing is chance as well
        return np.zeros(len(others), bool)
    return decision.flags(decision.scores_of_log_odds(others))


def _estimate(found: Interval) -> Estimate | None:
    if found.value is None or found.low is None or found.high is None:
        return None
    value, low, high = (round(x, _DIGITS) for x in (found.value, found.low, found.high))
    return value, low, high


def shown(found: Estimate | None) -> str:
    """Return an estimate with its interval, as a person reads it."""
    if found is None:
        return "cannot be told from so few"
    value, low, high = found
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"
