from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics as oracle

from groundgraph.errors import InputError
from groundgraph.measures import metrics

SCORED = (
    metrics.auroc,
    metrics.average_precision,
    metrics.log_loss,
    metrics.expected_calibration_error,
)
DECIDED = (
    metrics.precision,
    metrics.recall,
    metrics.f1,
    metrics.negative_f1,
    metrics.macro_f1,
    metrics.balanced_accuracy,
    metrics.accuracy,
)


@st.composite
def scored_rows(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """Labels of both classes, scores with many ties, integer weights of at least 1."""
    n = draw(st.integers(2, 40))
    labels = draw(arrays(np.bool_, n))
    labels[:2] = (True, False)
    scores = draw(arrays(np.int64, n, elements=st.integers(0, 12))) / 12
    weights = draw(arrays(np.int64, n, elements=st.integers(1, 4)))
    return labels, scores, weights


def one_row_per_weight(labels: Any, scores: Any, weights: Any) -> tuple[Any, Any]:
    return np.repeat(labels, weights), np.repeat(scores, weights)


@settings(deadline=None)
@given(scored_rows())
def test_ranking_metrics_equal_scikit_learn(rows: tuple[Any, Any, Any]) -> None:
    labels, scores, weights = rows
    for ours, theirs in (
        (metrics.auroc, oracle.roc_auc_score),
        (metrics.average_precision, oracle.average_precision_score),
    ):
        expected = theirs(labels, scores, sample_weight=weights)
        assert ours(labels, scores, weights) == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(scored_rows())
def test_probability_metrics_equal_scikit_learn(rows: tuple[Any, Any, Any]) -> None:
    labels, scores, weights = rows
    inside = 0.01 + 0.98 * scores
    for ours, theirs in ((metrics.log_loss, oracle.log_loss),):
        expected = theirs(labels, inside, sample_weight=weights)
        assert ours(labels, inside, weights) == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(scored_rows())
def test_decision_metrics_equal_scikit_learn(rows: tuple[Any, Any, Any]) -> None:
    labels, scores, weights = rows
    flags = scores >= 0.5
    theirs: dict[Any, Any] = {
        metrics.recall: oracle.recall_score,
        metrics.f1: oracle.f1_score,
        metrics.balanced_accuracy: oracle.balanced_accuracy_score,
        metrics.accuracy: oracle.accuracy_score,
    }
    for ours, score in theirs.items():
        expected = score(labels, flags, sample_weight=weights)
        assert ours(labels, flags, weights) == pytest.approx(expected, abs=1e-12)
    negative = oracle.f1_score(labels, flags, pos_label=0, sample_weight=weights)
    assert metrics.negative_f1(labels, flags, weights) == pytest.approx(negative, abs=1e-12)
    macro = oracle.f1_score(labels, flags, average="macro", sample_weight=weights)
    assert metrics.macro_f1(labels, flags, weights) == pytest.approx(macro, abs=1e-12)
    if flags.any():
        precise = oracle.precision_score(labels, flags, sample_weight=weights)
        assert metrics.precision(labels, flags, weights) == pytest.approx(precise, abs=1e-12)


@settings(deadline=None)
@given(scored_rows(), st.randoms(use_true_random=False))
def test_a_weight_counts_a_row_that_often_in_any_order(
    rows: tuple[Any, Any, Any], random: Any
) -> None:
    labels, scores, weights = rows
    shuffled = random.sample(range(len(labels)), len(labels))
    repeated_labels, repeated = one_row_per_weight(labels, scores, weights)
    for metric in SCORED:
        weighted = metric(labels[shuffled], scores[shuffled], weights[shuffled])
        assert weighted == pytest.approx(metric(repeated_labels, repeated), abs=1e-12)
    for decided in DECIDED:
        weighted = decided(labels[shuffled], scores[shuffled] > 0.5, weights[shuffled])
        expected = decided(repeated_labels, repeated > 0.5)
        assert weighted == (expected if expected is None else pytest.approx(expected, abs=1e-12))


@settings(deadline=None)
@given(scored_rows())
def test_auroc_ignores_rising_maps_and_mirrors_falling_ones(rows: tuple[Any, Any, Any]) -> None:
    labels, scores, _ = rows
    value = metrics.auroc(labels, scores)
    assert value is not None
    assert metrics.auroc(labels, np.exp(3 * scores) - 7) == value
    assert metrics.auroc(labels, -scores) == pytest.approx(1 - value, abs=1e-12)
    assert metrics.auroc(~labels, scores) == pytest.approx(1 - value, abs=1e-12)


@settings(deadline=None)
@given(scored_rows(), st.data())
def test_within_group_auroc_is_the_pair_weighted_mean_of_the_groups(
    rows: tuple[Any, Any, Any], data: Any
) -> None:
    labels, scores, _ = rows
    groups = data.draw(st.lists(st.sampled_from("abc"), min_size=len(labels), max_size=len(labels)))
    names = np.array(groups)
    right = pairs = 0.0
    for name in set(groups):
        y, s = labels[names == name], scores[names == name]
        if y.any() and not y.all():
            n_pairs = int(y.sum() * (~y).sum())
            right += n_pairs * oracle.roc_auc_score(y, s)
            pairs += n_pairs
    expected = pytest.approx(right / pairs, abs=1e-12) if pairs else None
    assert metrics.within_group_auroc(labels, scores, groups) == expected
    assert metrics.within_group_auroc(labels, scores, names) == expected


def test_within_group_auroc_does_not_reward_guessing_the_group() -> None:
    groups = ["often"] * 100 + ["seldom"] * 100
    labels = [i < 80 for i in range(100)] + [i < 20 for i in range(100)]
    guess = [0.8] * 100 + [0.2] * 100
    assert metrics.auroc(labels, guess) == pytest.approx(0.8)
    assert metrics.within_group_auroc(labels, guess, groups) == 0.5


def test_within_group_auroc_takes_rows_without_a_group_as_one_group() -> None:
    assert (
        metrics.within_group_auroc([1, 0, 1, 0], [0.9, 0.1, 0.2, 0.8], [None, None, "a", "a"])
        == 0.5
    )


@pytest.mark.parametrize("metric", [*SCORED, *DECIDED])
def test_without_rows_every_metric_is_undefined(metric: Any) -> None:
    assert metric([], []) is None


@pytest.mark.parametrize(
    ("metric", "labels", "predictions"),
    [
        (metrics.auroc, [True, True], [0.1, 0.2]),
        (metrics.auroc, [False], [0.1]),
        (metrics.average_precision, [False, False], [0.1, 0.2]),
        (metrics.precision, [True, False], [False, False]),
        (metrics.recall, [False, False], [True, False]),
        (metrics.f1, [False, False], [False, False]),
        (metrics.negative_f1, [True], [True]),
        (metrics.macro_f1, [True], [True]),
        (metrics.balanced_accuracy, [True, True], [True, False]),
    ],
)
def test_what_is_undefined_is_none(metric: Any, labels: Any, predictions: Any) -> None:
    assert metric(labels, predictions) is None


def test_rows_of_weight_zero_do_not_count() -> None:
    labels, scores = [True, False, True], [0.2, 0.9, 0.95]
    assert metrics.average_precision(labels, scores, [1, 1, 0]) == 0.5
    assert metrics.auroc(labels, scores, [1, 0, 1]) is None


def test_f1_is_zero_when_positives_exist_and_none_is_found() -> None:
    assert metrics.f1([True, False], [False, False]) == 0.0


def test_log_loss_of_a_certain_mistake_is_finite() -> None:
    assert metrics.log_loss([True], [0.0]) == pytest.approx(-np.log(metrics.CLIP))


def test_reliability_bins_hold_equal_mass_and_tell_score_from_rate() -> None:
    scores = np.linspace(0, 1, 100)
    labels = np.arange(100) % 2 == 0
    curve = metrics.reliability_curve(labels, scores, n_bins=5)
    assert curve.mass == pytest.approx([0.2] * 5)
    assert curve.rate == pytest.approx([0.5] * 5)
    assert curve.score == pytest.approx([scores[i : i + 20].mean() for i in range(0, 100, 20)])
    error = metrics.expected_calibration_error(labels, scores, n_bins=5)
    assert error == pytest.approx(np.abs(curve.score - 0.5).mean())


def test_equal_scores_go_where_the_middle_of_their_mass_falls() -> None:
    curve = metrics.reliability_curve([0, 0, 1, 1], [0.0, 0.5, 0.5, 1.0], n_bins=2)
    assert curve.mass.tolist() == [0.25, 0.75]
    assert curve.rate.tolist() == [0.0, pytest.approx(2 / 3)]


def test_equal_scores_share_a_bin() -> None:
    curve = metrics.reliability_curve([True, False, False, False], [0.5] * 4, n_bins=4)
    assert (curve.score.tolist(), curve.rate.tolist(), curve.mass.tolist()) == ([0.5], [0.25], [1])
    assert metrics.expected_calibration_error([1, 0, 0, 0], [0.25] * 4, n_bins=4) == 0.0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: metrics.auroc([True, False], [0.1, float("nan")]), "row 1 is nan"),
        (lambda: metrics.auroc([True, False], [0.1]), r"shape \(2,\)"),
        (lambda: metrics.auroc([[True], [False]], [0.1, 0.2]), "one column"),
        (lambda: metrics.auroc([0.3, 1], [0.1, 0.2]), "labels must be true or false"),
        (lambda: metrics.auroc(["yes", "no"], [0.1, 0.2]), "labels must be true or false"),
        (lambda: metrics.f1([True, False], [0.1, 0.9]), "predictions must be true or false"),
        (lambda: metrics.f1([True, False], [True]), r"predictions must have shape \(2,\)"),
        (lambda: metrics.f1([True], [True], [-1]), "must not be negative"),
        (lambda: metrics.within_group_auroc([True], [1], ["a", "b"]), "1 rows, 2 groups"),
    ],
)
def test_columns_that_do_not_fit_are_refused(call: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
