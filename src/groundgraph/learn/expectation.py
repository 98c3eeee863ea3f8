"""What a user may expect of a fitted detector on answers like those it was fitted on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.decision import Decision
from groundgraph.learn.folds import grouped_folds
from groundgraph.learn.inputs import MINIMUM, two_classes
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import interval

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.measures.bootstrap import Interval

    Floats = NDArray[np.float64]

Estimate = tuple[float, float, float]
"""A value and the bounds of its 95% interval by source."""

REFITTED = {
    "trees": "the trees, the calibration, the threshold and what counts as novel",
    "calibration": "the calibration, the threshold and what counts as novel; the trees are those "
    "of before",
    "head": "the weights of the features, the calibration and the threshold",
    "decision": "the calibration and the threshold",
    "band": "which answers go to the second detector",
}
"""What was fitted on the answers, by the name that `groundgraph.FitOptions` gives it."""
ENOUGH = 50
"""Answers from which on the figures say what to expect."""
_CHANCE = 0.5
_FOLDS = 5
_DIGITS = 4
RULE_OF_THREE = 3
"""What was seen in none of n rows happens in at most 3/n of all (95% bound)."""


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
        wrong_flagged: The share of the hallucinated answers that those thresholds flag.
        right_flagged: The share of the grounded ones.

    Raises:
        ModelError: When what was refitted is unknown.
    """

    refitted: str
    n: int
    positives: int
    auroc: Estimate | None = None
    balanced_accuracy: Estimate | None = None
    instead: Estimate | None = None
    wrong_flagged: Estimate | None = field(default=None, metadata={"later": True})
    right_flagged: Estimate | None = field(default=None, metadata={"later": True})

    def __repr__(self) -> str:
        return f"Expectation({self.refitted}, {self.n:,} answers)"

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
        flags = _held_out_flags(log_odds, labels, groups, calibration=calibration, policy=policy)
        return cls.of_flags(refitted, log_odds, flags, labels, groups)

    @classmethod
    def of_flags(
        cls,
        refitted: str,
        scores: Floats,
        flags: NDArray[np.bool_] | None,
        labels: NDArray[np.bool_],
        groups: Sequence[str],
    ) -> Expectation:
        """Measure a fit by scores and flags of answers held out; parameters as for `of`."""
        y = two_classes(labels, len(scores))
        area = _estimate(interval(metrics.auroc, y, scores, groups=groups))
        found = cls(refitted, len(y), int(y.sum()), area)
        if flags is None:
            return found
        balanced = interval(metrics.balanced_accuracy, y, flags, groups=groups)
        return replace(
            found,
            balanced_accuracy=_estimate(balanced),
            wrong_flagged=_share(y, flags, groups),
            right_flagged=_share(~y, flags, groups),
        )

    @property
    def is_chance(self) -> bool:
        """Whether the answers may be told apart no better than by chance."""
        return self.auroc is not None and self.auroc[1] <= _CHANCE

    @property
    def is_exchanged(self) -> bool:
        """Whether what ranks the answers, or did before, ranks them the other way round."""
        return any(found is not None and found[2] < _CHANCE for found in (self.auroc, self.instead))

    def __str__(self) -> str:
        figures = [
            f"{name} {shown(found)}"
            for name, found in (
                ("AUROC", self.auroc),
                ("balanced accuracy", self.balanced_accuracy),
                ("flagged of the wrong", self.wrong_flagged),
                ("of the right", self.right_flagged),
            )
            if found or "accuracy" in name or name == "AUROC"
        ]
        others = {"trees": "the trees of before", "calibration": "trees of these answers"}
        named = others.get(self.refitted, "otherwise")
        other = f"; {named}: AUROC {shown(self.instead)}" if self.instead else ""
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
            f"{other}{few}{self._warning()}"
        )

    def _warning(self) -> str:
        if self.is_exchanged:
            return (
                "\nwarning: true and false look exchanged in these labels (AUROC below 0.5): true, "
                "or 1, is to mean hallucinated"
            )
        if self.is_chance:
            return (
                "\nwarning: the interval of the AUROC holds 0.5, so these answers may not be told "
                "apart at all: the threshold is then chance, and no score a probability; check the "
                "labels, label more, or try another detector"
            )
        return ""

    def as_json(self) -> dict[str, Any]:
        """Return plain values for the training record."""
        found = {name: getattr(self, name) for name in ("auroc", "balanced_accuracy", "instead")}
        later = {name: getattr(self, name) for name in ("wrong_flagged", "right_flagged")}
        found |= {name: each for name, each in later.items() if each is not None}
        lists = {name: None if each is None else list(each) for name, each in found.items()}
        return {"refitted": self.refitted, **lists}


def fitted_decision(
    expected: Expectation,
    fit: Callable[..., Decision],
    scores: Floats,
    labels: NDArray[np.bool_],
    *,
    calibration: str = "sigmoid",
    policy: str = "best_f1",
) -> Decision:
    """Fit a decision, without calibration where scores tell nothing: they are no probabilities.

    Args:
        expected: Of these scores.
        fit: `Decision.fit`, or `Decision.fit_log_odds` where the scores are log-odds.
        scores: Of answers that were held out, shape ``(n,)``.
        labels: True = hallucinated.
        calibration: As for `Decision.fit_log_odds`.
        policy: As for `Decision.fit_log_odds`.

    Raises:
        InputError: As `Decision.fit` does.
    """
    decision = fit(scores, labels, calibration=calibration, policy=policy)
    if not (expected.is_chance and decision.calibrated):
        return decision
    return fit(scores, labels, calibration="none", policy=policy)


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


def _share(
    of: NDArray[np.bool_], flags: NDArray[np.bool_], groups: Sequence[str]
) -> Estimate | None:
    """Return the share that is flagged; what none of n answers did may be done by 3/n of all."""
    found = _estimate(interval(metrics.recall, of, flags, groups=groups))
    if found is None:
        return None
    value, low, high = found
    unseen = round(RULE_OF_THREE / max(int(of.sum()), RULE_OF_THREE), _DIGITS)
    return value, min(low, 1 - unseen), max(high, unseen)


def shown(found: Estimate | None) -> str:
    """Return an estimate with its interval, as a person reads it."""
    if found is None:
        return "cannot be told from so few"
    value, low, high = found
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"
