from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.calibration import _SigmoidCalibration
from sklearn.isotonic import IsotonicRegression

from groundgraph import specs
from groundgraph.errors import InputError, ModelError, UnknownNameError
from groundgraph.learn.calibration import (
    CALIBRATORS,
    IsotonicCalibrator,
    SigmoidCalibrator,
    calibrator_named,
)
from groundgraph.measures.metrics import expected_calibration_error, log_loss

finite = st.floats(-1e6, 1e6)


@st.composite
def scored_rows(draw: st.DrawFn) -> tuple[Any, Any]:
    n = draw(st.integers(2, 60))
    labels = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    labels[:2] = [True, False]
    scores = draw(st.lists(finite | st.sampled_from([0.0, 0.5, 1.0]), min_size=n, max_size=n))
    return np.array(scores), np.array(labels)


def skewed_rows(n: int = 4000) -> tuple[Any, Any]:
    """Log-odds that are off by a factor and a shift."""
    random = np.random.default_rng(0)
    true = random.normal(size=n)
    labels = random.random(n) < 1 / (1 + np.exp(-(2.5 * true - 1)))
    return true, labels


@settings(deadline=None)
@given(scored_rows(), st.lists(finite, min_size=1, max_size=50), st.sampled_from(list(CALIBRATORS)))
def test_calibrators_rise_within_0_and_1(rows: Any, asked: list[float], name: str) -> None:
    fitted = calibrator_named(name).fit(*rows)
    p = fitted.probability(np.sort([*asked, *rows[0]]))
    assert ((p >= 0) & (p <= 1)).all()
    assert (np.diff(p) >= -1e-12).all()


@settings(deadline=None)
@given(scored_rows(), st.sampled_from(list(CALIBRATORS)))
def test_calibrators_survive_json(rows: Any, name: str) -> None:
    fitted = calibrator_named(name).fit(*rows)
    again = specs.build(json.loads(json.dumps(specs.describe(fitted), allow_nan=False)))
    assert again == fitted
    assert (again.probability(rows[0]) == fitted.probability(rows[0])).all()


@pytest.mark.parametrize("name", list(CALIBRATORS))
def test_calibration_makes_scores_agree_with_rates(name: str) -> None:
    scores, labels = skewed_rows()
    raw = 1 / (1 + np.exp(-scores))
    fitted = calibrator_named(name).fit(scores[::2], labels[::2])
    p, truth = fitted.probability(scores[1::2]), labels[1::2]
    before, after = (expected_calibration_error(truth, s) for s in (raw[1::2], p))
    assert before is not None
    assert after is not None
    assert after < 0.03 < before
    assert (log_loss(truth, p) or 9) < (log_loss(truth, raw[1::2]) or 0)


def test_the_sigmoid_equals_scikit_learn() -> None:
    scores, labels = skewed_rows(500)
    theirs = _SigmoidCalibration().fit(scores, labels)
    ours = SigmoidCalibrator.fit(scores, labels)
    assert (ours.a, ours.b) == pytest.approx((-theirs.a_, -theirs.b_), abs=1e-4)
    assert ours.probability(scores) == pytest.approx(theirs.predict(scores), abs=1e-5)


@settings(deadline=None)
@given(scored_rows())
def test_isotonic_equals_scikit_learn(rows: Any) -> None:
    scores, labels = rows
    theirs = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(scores, labels)
    asked = np.concatenate([scores, scores + 0.01, [-2e6, 2e6]])
    ours = IsotonicCalibrator.fit(scores, labels).probability(asked)
    assert ours == pytest.approx(theirs.predict(asked), abs=1e-9)


def test_separable_scores_stay_short_of_certainty_in_the_sigmoid() -> None:
    fitted = SigmoidCalibrator.fit([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1])
    assert fitted.probability([0, 1]) == pytest.approx([1 / 5, 4 / 5], abs=1e-5)


@pytest.mark.parametrize("name", list(CALIBRATORS))
def test_scores_that_rank_backwards_become_the_base_rate(name: str) -> None:
    fitted = calibrator_named(name).fit([0, 1, 2, 3], [True, True, False, False])
    assert fitted.probability([-5, 0, 5]) == pytest.approx([0.5] * 3)


@pytest.mark.parametrize("name", list(CALIBRATORS))
def test_calibrators_refuse_what_they_cannot_fit(name: str) -> None:
    kind = calibrator_named(name)
    with pytest.raises(InputError, match="0 hallucinated and 2 grounded"):
        kind.fit([0.1, 0.2], [False, False])
    with pytest.raises(InputError, match="2 rows, 1 labels"):
        kind.fit([0.1, 0.2], [False])
    with pytest.raises(InputError, match="row 0 is nan"):
        kind.fit([float("nan"), 0.2], [False, True])
    with pytest.raises(InputError, match="row 0 is inf"):
        kind.fit([0.1, 0.2], [False, True]).probability([float("inf")])


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ((), ()),
        ((0.0, 0.0), (0.1, 0.2)),
        ((0.0, 1.0), (0.2, 0.1)),
        ((0.0, 1.0), (0.2, 1.1)),
        ((0.0, 1.0), (0.2,)),
        ((0.0, float("nan")), (0.1, 0.2)),
        ((0.0, 1.0), (0.1, float("nan"))),
        (("a", "b"), (0.1, 0.2)),
    ],
)
def test_damaged_knots_are_refused(x: Any, y: Any) -> None:
    with pytest.raises(ModelError, match="isotonic knots must"):
        IsotonicCalibrator(x, y)


@pytest.mark.parametrize(("a", "b"), [(-1.0, 0.0), (float("nan"), 0.0), (1.0, float("inf"))])
def test_a_damaged_sigmoid_is_refused(a: float, b: float) -> None:
    with pytest.raises(ModelError, match="slope"):
        SigmoidCalibrator(a, b)


def test_an_unknown_calibration_is_answered_with_a_near_one() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'isotonic'"):
        calibrator_named("isotone")
    with pytest.raises(UnknownNameError, match="known: sigmoid, isotonic"):
        calibrator_named("xyz")
