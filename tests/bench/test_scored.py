from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import auc, precision_recall_curve, roc_curve

from groundgraph.bench.results import Rows
from groundgraph.bench.scored import Scored, auc_pr, curve_at_fpr, precision_at_recall

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=30)


@settings(deadline=None)
@given(rows)
def test_the_area_is_scikit_learns_by_the_trapezoidal_rule(rows: list[tuple[bool, int]]) -> None:
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    if not labels.any():
        assert auc_pr(labels, scores) is None
        return
    precision, recall, _ = precision_recall_curve(labels, scores)
    assert auc_pr(labels, scores) == pytest.approx(auc(recall, precision))


@settings(deadline=None)
@given(rows, st.lists(st.integers(0, 3), min_size=30, max_size=30))
def test_a_weight_counts_a_row_so_many_times(
    rows: list[tuple[bool, int]], drawn: list[int]
) -> None:
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    weights = np.array(drawn[: len(rows)])
    repeated = np.repeat(labels, weights), np.repeat(scores, weights)
    expected = auc_pr(*repeated) if repeated[0].any() else None
    found = auc_pr(labels, scores, weights)
    assert found == (None if expected is None else pytest.approx(expected))


@settings(deadline=None)
@given(rows)
def test_the_roc_curve_is_scikit_learns(rows: list[tuple[bool, int]]) -> None:
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    levels = (0.1, 0.35, 0.8)
    if labels.all() or not labels.any():
        assert curve_at_fpr(labels, scores, levels) == [None] * 3
        return
    fpr, tpr, _ = roc_curve(labels, scores, drop_intermediate=False)
    assert curve_at_fpr(labels, scores, levels) == pytest.approx(np.interp(levels, fpr, tpr))


def test_precision_is_read_at_the_highest_threshold_that_reaches_the_recall() -> None:
    labels = np.array([True, False, True, False, True])
    scores = np.array([0.9, 0.8, 0.7, 0.6, 0.1])
    found = precision_at_recall(labels, scores, (0.3, 0.5, 2 / 3, 1.0))
    assert found == pytest.approx([1.0, 2 / 3, 2 / 3, 3 / 5])
    assert precision_at_recall(labels[:0], scores[:0], (0.5,)) == [None]


def scored(n: int) -> Scored:
    labels = [number % 2 == 0 for number in range(n)]
    return Scored(
        Rows.labelled(labels, [f"source {number // 2}" for number in range(n)]),
        np.where(labels, 0.8, 0.2),
    )


def test_a_threshold_by_cross_validation_is_chosen_and_judged() -> None:
    cells = {c.metric: c.value for c in scored(60).cross_validated("x", "balanced_accuracy")}
    assert (cells["threshold"], cells["balanced_accuracy"], cells["f1"]) == (0.5, 1.0, 1.0)


def test_too_few_rows_have_no_threshold_by_cross_validation() -> None:
    assert scored(12).cross_validated("x", "best_f1") == []


def test_always_flagging_is_told_in_closed_form() -> None:
    cells = {cell.metric: cell.value for cell in scored(10).always("x")}
    assert (cells["precision"], cells["recall"]) == (0.5, 1.0)
    assert cells["f1"] == pytest.approx(2 / 3)
    assert (cells["auroc"], cells["auc_pr"]) == (0.5, 0.5)


@pytest.mark.parametrize(("positives", "is_bounded"), [(1, False), (4, False), (5, True)])
def test_few_answers_of_a_class_have_no_interval(positives: int, *, is_bounded: bool) -> None:
    labels = np.arange(20) < positives
    cell = Rows.labelled(labels.tolist(), [*map(str, range(20))]).measured(
        "a", "auroc", -np.arange(20)
    )
    assert cell.value == 1.0
    assert (cell.ci95 is not None) is is_bounded
