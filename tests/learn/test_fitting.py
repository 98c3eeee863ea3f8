from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import InputError
from groundgraph.learn.boosted import BoostSettings, XGBoostHead
from groundgraph.learn.fitting import fit_boosted, fit_logistic
from groundgraph.learn.heads import GroupedHead, LogisticHead

if TYPE_CHECKING:
    from numpy.typing import NDArray

N = 80
GROUPS = [str(number // 2) for number in range(N)]


def rows(*, turned: bool = False) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    y = np.arange(N) % 3 == 0
    noise = np.random.default_rng(0).normal(0, 0.2, (N, 2))
    return noise + np.stack([y != turned, np.zeros(N)], axis=1), y


def test_one_head_is_fitted_with_a_decision_on_out_of_fold_scores() -> None:
    x, y = rows()

    head, decision, _ = fit_logistic(x, y, ["signal", "noise"], folds_by=GROUPS)

    assert isinstance(head, LogisticHead)
    assert head.names == ("signal", "noise")
    assert decision.calibrated
    flags = decision.flags(decision.scores_of_log_odds(head.log_odds(x)))
    assert (flags == y).mean() > 0.95


def test_a_head_is_fitted_per_group_and_one_on_all() -> None:
    plain, turned = rows(), rows(turned=True)
    x, y = np.concatenate([plain[0], turned[0]]), np.concatenate([plain[1], turned[1]])
    by = ["plain"] * N + ["turned"] * N

    head, decision, _ = fit_logistic(x, y, ["signal", "noise"], folds_by=GROUPS * 2, heads_by=by)

    assert isinstance(head, GroupedHead)
    flags = decision.flags(decision.scores_of_log_odds(head.log_odds(x, by)))
    assert (flags == y).mean() > 0.95


def test_rows_without_a_group_get_no_head_of_their_own() -> None:
    x, y = rows()

    head, *_ = fit_logistic(x, y, ["signal", "noise"], folds_by=GROUPS, heads_by=[None] * N)

    assert isinstance(head, GroupedHead)
    assert head.heads == {}


def test_too_few_groups_for_the_folds_are_an_input_error() -> None:
    x, y = rows()

    with pytest.raises(InputError, match="over 2 different sets of passages"):
        fit_logistic(x, y, ["signal", "noise"], folds_by=["a", "b"] * (N // 2))


@pytest.mark.usefixtures("with_xgboost")
def test_boosted_trees_are_fitted_with_a_decision_on_out_of_fold_scores() -> None:
    x, y = rows()

    head, decision, _ = fit_boosted(
        x, y, ["signal", "noise"], folds_by=GROUPS, settings=BoostSettings(n_trees=10, depth=2)
    )

    assert isinstance(head, XGBoostHead)
    assert head.names == ("signal", "noise")
    assert decision.calibrated
    flags = decision.flags(decision.scores_of_log_odds(head.log_odds(x)))
    assert (flags == y).mean() > 0.9
