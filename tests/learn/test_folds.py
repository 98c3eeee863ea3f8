from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.learn.folds import grouped_folds, out_of_fold
from groundgraph.learn.heads import LogisticHead


@settings(deadline=None)
@given(st.data(), st.integers(2, 5))
def test_groups_stay_whole_and_no_fold_is_empty(data: Any, n_folds: int) -> None:
    groups = data.draw(st.lists(st.sampled_from("abcdefgh"), min_size=8, max_size=60))
    groups += list("abcde")
    labels = data.draw(st.lists(st.booleans(), min_size=len(groups), max_size=len(groups)))
    folds = grouped_folds(groups, labels, n_folds)
    assert len({(g, f) for g, f in zip(groups, folds.tolist(), strict=True)}) == len(set(groups))
    assert set(folds.tolist()) == set(range(n_folds))


def test_rows_and_labels_are_spread_evenly() -> None:
    random = np.random.default_rng(0)
    groups = np.repeat(np.arange(300), random.integers(1, 9, 300))
    labels = random.random(len(groups)) < 0.2
    folds = grouped_folds(groups, labels)
    for counts in (np.bincount(folds), np.bincount(folds, weights=labels)):
        assert counts.max() - counts.min() <= 3


def test_the_same_seed_gives_the_same_folds_and_another_others() -> None:
    groups, labels = np.arange(100), np.arange(100) % 3 == 0
    assert (grouped_folds(groups, labels) == grouped_folds(groups, labels)).all()
    assert (grouped_folds(groups, labels) != grouped_folds(groups, labels, seed=1)).any()


@pytest.mark.parametrize("n_folds", [1, 4])
def test_folds_must_be_at_least_two_and_no_more_than_groups(n_folds: int) -> None:
    with pytest.raises(InputError, match=f"{n_folds} folds of 3 groups"):
        grouped_folds(["a", "b", "c", "a"], [True, False, True, False], n_folds)


def test_no_rows_make_no_folds() -> None:
    with pytest.raises(InputError, match="5 folds of 0 groups"):
        grouped_folds([], [])


def test_no_row_is_scored_by_a_model_that_saw_it() -> None:
    ids = np.arange(20.0)[:, None]
    folds = grouped_folds(np.arange(20) // 2, np.arange(20) % 2 == 0, 4)

    def fit(x: Any, y: Any, names: Any) -> set[str]:
        assert len(x) == len(y) == len(names) < 20
        return set(names)

    def predict(seen: set[str], x: Any, names: Any) -> list[float]:
        assert not seen & set(names)
        return [float(row) for row in x[:, 0]]

    names = [f"row {i}" for i in range(20)]
    scores = out_of_fold(fit, predict, ids, np.zeros(20, bool), folds, names)
    assert scores.tolist() == ids[:, 0].tolist()


def test_out_of_fold_scores_of_noise_are_no_better_than_chance() -> None:
    random = np.random.default_rng(0)
    x, y = random.normal(size=(60, 30)), np.arange(60) % 2 == 0
    names = [f"f{i}" for i in range(30)]
    folds = grouped_folds(range(60), y)
    scores = out_of_fold(
        lambda x, y: LogisticHead.fit(x, y, names), LogisticHead.probability, x, y, folds
    )
    assert abs(np.mean(scores[y]) - np.mean(scores[~y])) < 0.2
    inside = LogisticHead.fit(x, y, names).probability(x)
    assert inside[y].mean() - inside[~y].mean() > 0.4


def test_columns_and_predictions_must_fit() -> None:
    folds = np.array([0, 0, 1, 1])
    x, y = np.zeros((4, 1)), np.zeros(4, bool)
    with pytest.raises(InputError, match="as many rows"):
        out_of_fold(lambda *_: 0, lambda *_: [0, 0], x, y, folds, ["a"])
    with pytest.raises(InputError, match=r"predictions must have shape \(2,\)"):
        out_of_fold(lambda *_: 0, lambda *_: [0], x, y, folds)
    with pytest.raises(InputError, match="predictions must be finite; row 1"):
        out_of_fold(lambda *_: 0, lambda *_: [0, float("nan")], x, y, folds)
