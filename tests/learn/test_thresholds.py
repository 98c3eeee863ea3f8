from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.learn import thresholds
from groundgraph.measures import metrics

shares = st.floats(0, 1)


@st.composite
def scored_rows(draw: st.DrawFn) -> tuple[Any, Any]:
    n = draw(st.integers(2, 40))
    labels = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    labels[:2] = [True, False]
    scores = draw(st.lists(st.integers(0, 10), min_size=n, max_size=n))
    return np.array(labels), np.array(scores) / 10


def false_positive_rate(labels: Any, flags: Any) -> float:
    return float(flags[~labels].mean())


@settings(deadline=None)
@given(scored_rows())
def test_no_threshold_beats_the_best_one(rows: Any) -> None:
    labels, scores = rows
    for choose, metric in (
        (thresholds.best_f1, metrics.f1),
        (thresholds.best_balanced_accuracy, metrics.balanced_accuracy),
    ):
        chosen = choose(labels, scores)
        best = metric(labels, scores >= chosen) or 0.0
        for other in np.unique(scores):
            value = metric(labels, scores >= other) or 0.0
            assert value <= best + 1e-12
            assert other <= chosen or value < best + 1e-12
        assert chosen in scores


@pytest.mark.parametrize("policy", thresholds.FORMS)
def test_between_classes_that_are_apart_it_lies_halfway(policy: str) -> None:
    labels, scores = [True, True, False, False], [0.96, 0.8, 0.2, 0.1]
    assert thresholds.choose(policy, labels, scores) == 0.5
    assert thresholds.choose(policy, labels, [0.96, 0.2, 0.2, 0.1]) != 0.5


def test_of_equally_good_thresholds_the_highest_is_chosen() -> None:
    labels, scores = [True, False, True, False], [0.9, 0.5, 0.4, 0.1]
    assert thresholds.best_balanced_accuracy(labels, scores) == 0.9
    assert thresholds.best_f1([True, False, False, True], [0.9, 0.5, 0.4, 0.1]) == 0.9


@settings(deadline=None)
@given(scored_rows(), shares)
def test_the_false_positive_rate_holds_and_no_lower_threshold_would(rows: Any, rate: float) -> None:
    labels, scores = rows
    values = np.unique(scores)
    held = [v for v in values if false_positive_rate(labels, scores >= v) <= rate]
    if held:
        assert thresholds.at_false_positive_rate(labels, scores, rate) == min(held)
    else:
        with pytest.raises(InputError, match="cannot be had"):
            thresholds.at_false_positive_rate(labels, scores, rate)


@settings(deadline=None)
@given(scored_rows(), shares)
def test_the_precision_holds_and_no_lower_threshold_would(rows: Any, wanted: float) -> None:
    labels, scores = rows
    held = [
        v for v in np.unique(scores) if (metrics.precision(labels, scores >= v) or 0.0) >= wanted
    ]
    if held:
        assert thresholds.at_precision(labels, scores, wanted) == min(held)
    else:
        with pytest.raises(InputError, match="never reached"):
            thresholds.at_precision(labels, scores, wanted)


@settings(deadline=None)
@given(scored_rows(), shares)
def test_the_recall_holds_and_no_higher_threshold_would(rows: Any, wanted: float) -> None:
    labels, scores = rows
    held = [v for v in np.unique(scores) if (metrics.recall(labels, scores >= v) or 0.0) >= wanted]
    assert thresholds.at_recall(labels, scores, wanted) == max(held)


def test_a_policy_is_the_function_it_names() -> None:
    random = np.random.default_rng(0)
    labels = random.random(200) < 0.25
    scores = 1.5 * labels + random.normal(size=200)
    expected = {
        "best_f1": thresholds.best_f1(labels, scores),
        "balanced_accuracy": thresholds.best_balanced_accuracy(labels, scores),
        "fpr=0.05": thresholds.at_false_positive_rate(labels, scores, 0.05),
        "precision=0.9": thresholds.at_precision(labels, scores, 0.9),
        " recall = 9e-1 ": thresholds.at_recall(labels, scores, 0.9),
    }
    for policy, threshold in expected.items():
        assert thresholds.choose(policy, labels, scores) == threshold
    assert len(set(expected.values())) == 5


def test_every_form_that_is_suggested_is_understood() -> None:
    assert [thresholds.parse(form) for form in thresholds.FORMS] == [
        ("best_f1", None),
        ("best_f1_at", 0.35),
        ("balanced_accuracy", None),
        ("fpr", 0.05),
        ("precision", 0.9),
        ("recall", 0.9),
    ]


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("best-f1", "did you mean 'best_f1'"),
        ("best_f1=0.3", "did you mean 'best_f1'"),
        ("fpr", "did you mean 'fpr=0.05'"),
        ("percision=0.8", "did you mean 'precision=0.9'"),
        ("zzz", "known: best_f1, best_f1_at=0.35, balanced_accuracy"),
        ("", "known: best_f1"),
        ("fpr=", "needs a number"),
        ("fpr=five", "needs a number"),
        ("fpr=5", "fpr must be between 0 and 1, found 5.0"),
        ("recall=nan", "recall must be between 0 and 1"),
    ],
)
def test_a_policy_that_is_not_understood_gets_a_hint(policy: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        thresholds.choose(policy, [True, False], [1, 0])
    assert caught.value.field == "policy"


@pytest.mark.parametrize("policy", thresholds.FORMS)
def test_one_class_alone_has_no_threshold(policy: str) -> None:
    with pytest.raises(InputError, match="2 hallucinated and 0 grounded"):
        thresholds.choose(policy, [True, True], [1, 0])


def test_scores_must_be_finite_and_fit_the_labels() -> None:
    with pytest.raises(InputError, match="row 1 is inf"):
        thresholds.best_f1([True, False], [1, float("inf")])
    with pytest.raises(InputError, match="3 rows, 2 labels"):
        thresholds.best_f1([True, False], [1, 0, 1])


def test_best_f1_at_another_base_rate_is_best_on_rows_resampled_to_it() -> None:
    random = np.random.default_rng(5)
    labels = random.random(4000) < 0.5
    scores = np.clip(random.normal(0.4 + 0.2 * labels, 0.2), 0, 1).round(2)
    weights = np.where(labels, 0.2 / labels.mean(), 0.8 / (1 - labels.mean()))

    def weighted(threshold: float) -> float:
        return metrics.f1(labels, scores >= threshold, weights) or 0.0

    chosen = thresholds.best_f1_at(labels, scores, 0.2)

    highest = max(map(weighted, np.unique(scores).tolist()))
    assert weighted(chosen) >= highest - 0.001
    lower = [t for t in np.unique(scores).tolist() if t < chosen - 1e-9]
    assert max(map(weighted, lower)) < highest - 0.001  # it is the lowest such
    assert chosen > thresholds.best_f1(labels, scores)
    assert thresholds.choose("best_f1_at=0.2", labels, scores) == chosen


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("fpr=0.05", ""),
        (
            "fpr=0.001",
            "26 grounded answers are too few to show fpr=0.001; that takes 1,000 or more",
        ),
        ("recall=0.99", "40 hallucinated answers are too few"),
        ("best_f1", ""),
        ("fpr=0", "too few to show fpr=0"),
    ],
)
def test_what_so_few_answers_cannot_show_is_said(policy: str, said: str) -> None:
    found = thresholds.unshown(policy, positives=40, grounded=26)
    assert said in found
    assert bool(found) == bool(said)
