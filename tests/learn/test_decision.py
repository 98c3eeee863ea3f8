from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from groundgraph import specs
from groundgraph.errors import InputError, ModelError, UnknownNameError
from groundgraph.learn.decision import Decision
from groundgraph.learn.inputs import MINIMUM
from groundgraph.learn.thresholds import FORMS
from groundgraph.measures import metrics

CALIBRATIONS = ("sigmoid", "isotonic", "none")


def rows(n: int = 500) -> tuple[Any, Any]:
    random = np.random.default_rng(0)
    labels = random.random(n) < 0.3
    return 1 / (1 + np.exp(-(1.5 * labels + random.normal(size=n)))), labels


@pytest.mark.parametrize("calibration", CALIBRATIONS)
@pytest.mark.parametrize("policy", FORMS)
def test_a_decision_flags_by_its_policy_and_survives_json(calibration: str, policy: str) -> None:
    raw, labels = rows()
    decision = Decision.fit(raw, labels, calibration=calibration, policy=policy)
    scores = decision.scores(raw)
    flags = decision.flags(scores)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert 0 < flags.sum() < len(raw)
    assert scores[flags].min() == decision.threshold
    assert decision.calibrated == (calibration != "none")
    again = specs.build(json.loads(json.dumps(specs.describe(decision), allow_nan=False)))
    assert again == decision
    assert (again.flags(again.scores(raw)) == flags).all()


def test_the_policy_holds_on_the_calibrated_scores() -> None:
    raw, labels = rows()
    for calibration in CALIBRATIONS:
        decision = Decision.fit(raw, labels, calibration=calibration, policy="precision=0.8")
        assert (metrics.precision(labels, decision.flags(decision.scores(raw))) or 0) >= 0.8


def test_calibration_does_not_change_what_is_flagged_where_it_keeps_scores_apart() -> None:
    raw, labels = rows()
    plain, sigmoid = (Decision.fit(raw, labels, calibration=name) for name in ("none", "sigmoid"))
    assert (plain.flags(plain.scores(raw)) == sigmoid.flags(sigmoid.scores(raw))).all()


def test_too_few_rows_of_a_class_are_counted_in_the_error() -> None:
    raw, labels = rows()
    labels[np.flatnonzero(labels)[MINIMUM - 1 :]] = False
    with pytest.raises(InputError, match=r"found 4 hallucinated and 496 grounded rows; at least 5"):
        Decision.fit(raw, labels)


@pytest.mark.parametrize("calibration", CALIBRATIONS)
def test_scores_that_say_nothing_make_no_decision(calibration: str) -> None:
    _, labels = rows()
    with pytest.raises(InputError, match="do not rank hallucinated answers above"):
        Decision.fit(np.full(len(labels), 0.5), labels, calibration=calibration)


@pytest.mark.parametrize("calibration", ["sigmoid", "isotonic"])
def test_scores_that_rank_backwards_make_no_decision(calibration: str) -> None:
    labels = np.arange(40) < 20
    with pytest.raises(InputError, match="do not rank hallucinated answers above"):
        Decision.fit(np.arange(40) / 40, labels, calibration=calibration)


def test_uncalibrated_scores_must_be_in_0_and_1() -> None:
    raw, labels = rows()
    with pytest.raises(InputError, match=r"must be in \[0, 1\]"):
        Decision.fit(raw * 7, labels, calibration="none")


def test_unknown_names_are_refused() -> None:
    raw, labels = rows()
    with pytest.raises(UnknownNameError, match="did you mean 'sigmoid'"):
        Decision.fit(raw, labels, calibration="sigmod")
    with pytest.raises(InputError, match="did you mean 'best_f1'"):
        Decision.fit(raw, labels, policy="bestf1")


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_damaged_threshold_is_refused(threshold: float) -> None:
    with pytest.raises(ModelError, match="threshold must be in"):
        Decision(None, threshold, "best_f1")


def test_no_rows_have_no_scores() -> None:
    decision = Decision.fit(*rows())
    assert decision.flags(decision.scores([])).shape == (0,)
    assert Decision(None, 0.5, "best_f1").scores([]).shape == (0,)
