from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from groundgraph.measures import metrics
from groundgraph.measures.baselines import Baseline, baselines

DECIDED = ("precision", "recall", "f1", "negative_f1", "macro_f1", "balanced_accuracy", "accuracy")


def metric_values(labels: Any, flags: Any) -> dict[str, float | None]:
    return {name: getattr(metrics, name)(labels, flags) for name in DECIDED}


def decided(baseline: Baseline) -> dict[str, float | None]:
    return {name: getattr(baseline, name) for name in DECIDED}


def test_the_constant_baselines_are_what_the_metrics_say_of_them() -> None:
    labels = np.arange(10) < 3
    always, never, _ = baselines(labels)
    assert decided(always) == pytest.approx(metric_values(labels, np.ones(10, bool)))
    assert decided(never) == {
        **metric_values(labels, np.zeros(10, bool)),
        "negative_f1": pytest.approx(2 * 0.7 / 1.7),
        "macro_f1": pytest.approx(0.7 / 1.7),
    }
    assert always.average_precision == metrics.average_precision(labels, np.ones(10))
    assert always.auroc == metrics.auroc(labels, np.ones(10))


def test_the_random_baseline_is_what_many_random_rows_score() -> None:
    random = np.random.default_rng(0)
    labels = random.random(400_000) < 0.3
    flags = random.random(400_000) < labels.mean()
    guess = baselines(labels)[2]
    assert decided(guess) == pytest.approx(metric_values(labels, flags), abs=0.005)
    assert guess.f1 == pytest.approx(labels.mean())


def test_rows_of_one_class_leave_the_rest_undefined() -> None:
    always, never, _ = baselines([True, True])
    assert (always.f1, always.negative_f1, always.balanced_accuracy) == (1.0, None, None)
    assert (never.f1, never.precision, never.auroc) == (0.0, None, None)


def test_without_rows_there_are_no_baselines() -> None:
    assert baselines([]) == ()
