from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.measures import metrics
from groundgraph.measures.bootstrap import (
    Interval,
    Statistic,
    interval,
    interval_of,
    mean_difference,
    paired_interval,
    ratio_intervals,
    within_interval,
)


def rows(n: int, seed: int = 0, signal: float = 1.0) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    labels = random.random(n) < 0.4
    return labels, signal * labels + random.normal(size=n)


def bounds(found: Interval) -> tuple[float, float, float]:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    return found.low, found.value, found.high


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.floats(0, 2))
def test_the_interval_holds_the_value(seed: int, signal: float) -> None:
    labels, scores = rows(150, seed, signal)
    for found in (
        interval(metrics.auroc, labels, scores, n_resamples=200, seed=seed),
        interval(metrics.f1, labels, scores > 0.5, n_resamples=200, seed=seed),
        mean_difference(scores, labels, n_resamples=200, seed=seed),
    ):
        low, value, high = bounds(found)
        assert low <= value <= high
        assert low < high


def mean_of(values: Any) -> Statistic:
    return lambda weights: float(np.average(values, weights=weights))


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    covered = 0
    for seed in range(200):
        statistic = mean_of(np.random.default_rng(seed).normal(size=60))
        low, _, high = bounds(interval_of(statistic, 60, n_resamples=200, level=0.9))
        covered += low <= 0 <= high
    assert 165 <= covered <= 195


def test_a_resample_draws_whole_clusters() -> None:
    seen: list[Any] = []
    groups = ["a", "b", "a", "c", "b"]

    def remember(weights: Any) -> float:
        seen.append(weights)
        return 1.0

    interval_of(remember, 5, groups=groups, n_resamples=50)
    drawn = np.array(seen[1:])
    assert (drawn[:, 0] == drawn[:, 2]).all()
    assert (drawn[:, 1] == drawn[:, 4]).all()
    assert (drawn[:, [0, 1, 3]].sum(axis=1) == 3).all()
    assert len(np.unique(drawn, axis=0)) > 5


def test_copies_of_a_row_in_one_cluster_do_not_narrow_the_interval() -> None:
    labels, scores = rows(100)
    repeated = np.repeat(np.arange(100), 10)
    one = bounds(interval(metrics.auroc, labels, scores))
    clustered = interval(metrics.auroc, labels[repeated], scores[repeated], groups=repeated)
    naive = bounds(interval(metrics.auroc, labels[repeated], scores[repeated]))
    assert bounds(clustered) == pytest.approx(one, abs=1e-12)
    assert naive[2] - naive[0] < 0.5 * (one[2] - one[0])


def test_the_same_seed_draws_the_same_and_row_order_does_not_matter_to_the_value() -> None:
    labels, scores = rows(80)
    assert interval(metrics.auroc, labels, scores) == interval(metrics.auroc, labels, scores)
    other = interval(metrics.auroc, labels, scores, seed=1)
    assert other != interval(metrics.auroc, labels, scores)
    assert other.value == interval(metrics.auroc, labels[::-1], scores[::-1]).value


def test_a_wider_level_gives_a_wider_interval() -> None:
    labels, scores = rows(80)
    narrow = bounds(interval(metrics.auroc, labels, scores, level=0.5))
    wide = bounds(interval(metrics.auroc, labels, scores, level=0.99))
    assert wide[0] < narrow[0] < narrow[2] < wide[2]


def test_resamples_without_the_class_are_dropped() -> None:
    labels = [True, True] + [False] * 30
    found = interval(metrics.auroc, labels, np.linspace(1, 0, 32))
    assert found == Interval(1.0, 1.0, 1.0)


def test_bounds_need_a_value_in_half_of_the_resamples() -> None:
    def in_two_of_five(weights: Any) -> float | None:
        return 1.0 if weights[0] == 1 else None

    def in_two_of_three(weights: Any) -> float | None:
        return 1.0 if weights[0] >= 1 else None

    assert interval_of(in_two_of_five, 10) == Interval(1.0, None, None)
    assert interval_of(in_two_of_three, 10) == Interval(1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("labels", "scores", "groups", "value"),
    [
        ([], [], None, None),
        ([True, True], [0.1, 0.2], None, None),
        ([True, False], [0.9, 0.2], ["one", "one"], 1.0),
    ],
)
def test_without_two_clusters_or_classes_there_are_no_bounds(
    labels: Any, scores: Any, groups: Any, value: Any
) -> None:
    found = interval(metrics.auroc, labels, scores, groups=groups)
    assert found == Interval(value, None, None)


def test_a_paired_difference_cancels_what_both_share() -> None:
    labels, scores = rows(300)
    better = scores + 0.3 * labels
    alone = bounds(interval(metrics.auroc, labels, scores))
    low, value, high = bounds(paired_interval(metrics.auroc, labels, better, scores))
    assert 0 < low < value < high
    assert high - low < 0.5 * (alone[2] - alone[0])
    assert paired_interval(metrics.auroc, labels, scores, scores) == Interval(0.0, 0.0, 0.0)


def test_a_paired_difference_of_an_undefined_metric_is_undefined() -> None:
    found = paired_interval(metrics.auroc, [True, True], [1, 2], [2, 1])
    assert found == Interval(None, None, None)


def test_within_interval_is_the_interval_of_within_group_auroc() -> None:
    labels, scores = rows(200)
    within = ["a", "b", "c", "d"] * 50
    found = within_interval(labels, scores, within, groups=np.arange(200) // 4, n_resamples=200)
    low, value, high = bounds(found)
    assert value == metrics.within_group_auroc(labels, scores, within)
    by_hand = interval_of(
        lambda w: metrics.within_group_auroc(labels, scores, within, w),
        200,
        groups=np.arange(200) // 4,
        n_resamples=200,
    )
    assert bounds(by_hand) == pytest.approx((low, value, high), abs=1e-12)


def test_mean_difference_is_grounded_minus_hallucinated() -> None:
    found = mean_difference([0.9, 0.7, 0.2, 0.4], [False, False, True, True])
    assert found.value == pytest.approx(0.5)
    assert mean_difference([1.0, 2.0], [True, True]).value is None


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(InputError, match="level must be between 0 and 1"):
        interval(metrics.auroc, [True, False], [1, 0], level=level)


def test_groups_must_fit_the_rows() -> None:
    with pytest.raises(InputError, match="2 rows, 1 groups"):
        interval(metrics.auroc, [True, False], [1, 0], groups=["a"])


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(0, 5)),
                min_size=1, max_size=30))  # fmt: skip
def test_ratios_of_sums_have_the_intervals_of_the_metrics(
    rows: list[tuple[bool, bool, bool, int]],
) -> None:
    labels, first, second, groups = (np.array(column) for column in zip(*rows, strict=True))

    def ratios(flagged: Any) -> tuple[Any, Any]:
        hit = labels & flagged
        parts = np.stack([labels == flagged, hit, hit, 2 * hit], axis=1)
        wholes = np.stack([labels | True, flagged, labels, labels + flagged.astype(int)], axis=1)
        return parts, wholes

    chosen: dict[str, Any] = {"groups": groups, "n_resamples": 40}
    functions = (metrics.accuracy, metrics.precision, metrics.recall, metrics.f1)
    alone = ratio_intervals(*ratios(first), **chosen)
    paired = ratio_intervals(*ratios(first), minus=ratios(second), **chosen)
    for function, one, two in zip(functions, alone, paired, strict=True):
        assert one == pytest.approx(interval(function, labels, first, **chosen))
        assert two == pytest.approx(paired_interval(function, labels, first, second, **chosen))
