"""Fit a small head and the decision on its out-of-fold scores in one call."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from groundgraph.errors import InputError
from groundgraph.learn.boosted import XGBoostHead
from groundgraph.learn.decision import Decision
from groundgraph.learn.expectation import Expectation, fitted_decision
from groundgraph.learn.folds import grouped_folds, out_of_fold
from groundgraph.learn.heads import GroupedHead, LogisticHead

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.learn.boosted import BoostSettings

Head = TypeVar("Head")

_FOLDS = 5


class Fitted(NamedTuple, Generic[Head]):
    """A head, the decision on its scores, and what to expect of both."""

    head: Head
    decision: Decision
    expectation: Expectation


@overload
def fit_logistic(
    x: NDArray[np.float64],
    y: NDArray[np.bool_],
    names: Sequence[str],
    *,
    folds_by: Sequence[str],
    heads_by: None = None,
    calibration: str = "sigmoid",
    policy: str = "best_f1",
) -> Fitted[LogisticHead]: ...
@overload
def fit_logistic(
    x: NDArray[np.float64],
    y: NDArray[np.bool_],
    names: Sequence[str],
    *,
    folds_by: Sequence[str],
    heads_by: Sequence[str | None],
    calibration: str = "sigmoid",
    policy: str = "best_f1",
) -> Fitted[GroupedHead]: ...
def fit_logistic(
    x: NDArray[np.float64],
    y: NDArray[np.bool_],
    names: Sequence[str],
    *,
    folds_by: Sequence[str],
    heads_by: Sequence[str | None] | None = None,
    calibration: str = "sigmoid",
    policy: str = "best_f1",
) -> Fitted[Any]:
    """Fit a balanced logistic regression, or one per group, and its decision.

    Args:
        x: Features, shape ``(n, d)``.
        y: True = hallucinated, shape ``(n,)``.
        names: The ``d`` feature names.
        folds_by: What may not be split between folds, such as each answer's passages.
        heads_by: The group whose own head judges a row, such as its generator; ``None`` where
            not known.
        calibration: As for `Decision.fit_log_odds`.
        policy: As for `Decision.fit_log_odds`.

    Raises:
        InputError: When there are too few rows of a class, or too few groups for five folds.
    """
    n_groups = len(set(folds_by))
    if n_groups < _FOLDS:
        raise InputError(
            f"{len(x)} labelled answers, over {n_groups} different sets of passages, can be "
            f"checked; a fit needs {_FOLDS} sets or more, to judge answers it was not fitted on"
        )
    folds = grouped_folds(folds_by, y)
    fit = partial(_fit_head, tuple(names))
    if heads_by is None:
        raw = out_of_fold(fit, LogisticHead.log_odds, x, y, folds)
        head: LogisticHead | GroupedHead = fit(x, y)
    else:
        fit_groups = partial(GroupedHead.fit, fit)
        raw = out_of_fold(fit_groups, GroupedHead.log_odds, x, y, folds, heads_by)
        head = fit_groups(x, y, heads_by)
    return _with_decision(head, raw, y, folds_by, calibration=calibration, policy=policy)


def fit_boosted(
    x: NDArray[np.float64],
    y: NDArray[np.bool_],
    names: Sequence[str],
    *,
    folds_by: Sequence[str],
    settings: BoostSettings | None = None,
    calibration: str = "sigmoid",
    policy: str = "best_f1",
) -> Fitted[XGBoostHead]:
    """Fit boosted trees by XGBoost, and their decision; parameters as for `fit_logistic`.

    Args:
        x: Features, shape ``(n, d)``.
        y: True = hallucinated, shape ``(n,)``.
        names: The ``d`` feature names.
        folds_by: What may not be split between folds.
        settings: How the trees are grown; GGA's where not given.
        calibration: As for `Decision.fit_log_odds`.
        policy: As for `Decision.fit_log_odds`.

    Raises:
        InputError: When there are too few rows of a class, or too few groups for five folds.
        MissingExtraError: When xgboost is not installed.
    """
    fit = partial(XGBoostHead.fit, names=tuple(names), settings=settings)
    folds = grouped_folds(folds_by, y)
    raw = out_of_fold(fit, XGBoostHead.log_odds, x, y, folds)
    return _with_decision(fit(x, y), raw, y, folds_by, calibration=calibration, policy=policy)


def _with_decision(
    head: Head,
    log_odds: NDArray[np.float64],
    labels: NDArray[np.bool_],
    groups: Sequence[str],
    **how: str,
) -> Fitted[Head]:
    expected = Expectation.of("head", log_odds, labels, groups, **how)
    decision = fitted_decision(expected, Decision.fit_log_odds, log_odds, labels, **how)
    return Fitted(head, decision, expected)


def _fit_head(names: tuple[str, ...], x: NDArray[np.float64], y: NDArray[np.bool_]) -> LogisticHead:
    return LogisticHead.fit(x, y, names)
