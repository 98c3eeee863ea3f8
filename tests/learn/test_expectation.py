"""What a fit says that a user may expect of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import InputError, ModelError
from groundgraph.learn.decision import Decision
from groundgraph.learn.expectation import Expectation, fitted_decision

if TYPE_CHECKING:
    from numpy.typing import NDArray


def answers(n: int, gap: float, seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    labels = np.arange(n) % 2 == 0
    return np.random.default_rng(seed).normal(size=n) + gap * labels, labels


def expected(n: int, gap: float, seed: int = 0) -> Expectation:
    log_odds, labels = answers(n, gap, seed)
    policy = "balanced_accuracy"
    return Expectation.of("calibration", log_odds, labels, [*map(str, range(n))], policy=policy)


def test_the_interval_narrows_with_the_labels() -> None:
    few, many = expected(50, 1.5), expected(1000, 1.5)

    assert few.auroc is not None
    assert many.auroc is not None
    assert (few.n, few.positives) == (50, 25)
    for value, low, high in (few.auroc, many.auroc):
        assert low < value < high
    assert many.auroc[2] - many.auroc[1] < 0.4 * (few.auroc[2] - few.auroc[1])
    assert many.auroc[1] < 0.856 < many.auroc[2]  # of two normals 1.5 deviations apart


def test_flags_are_by_thresholds_chosen_on_other_answers() -> None:
    # Where nothing tells the answers apart, a threshold chosen on them would seem to.
    found = [expected(60, 0.0, seed).balanced_accuracy for seed in range(20)]

    values = [each[0] for each in found if each is not None]
    assert len(values) == len(found)
    assert np.mean(values) == pytest.approx(0.5, abs=0.05)


def test_too_few_of_a_class_leave_the_balanced_accuracy_open() -> None:
    log_odds, _ = answers(40, 1.0)
    labels = np.arange(40) < 5

    found = Expectation.of("trees", log_odds, labels, [*map(str, range(40))])

    assert found.auroc is not None
    assert found.balanced_accuracy is None
    assert "balanced accuracy cannot be told from so few" in str(found)


def test_it_says_what_was_refitted_and_what_to_expect() -> None:
    found = Expectation("calibration", 50, 20, (0.75, 0.55, 0.9), (0.7, 0.6, 0.8))

    assert str(found) == (
        "refitted on 50 answers (20 hallucinated): the calibration, the threshold and what counts "
        "as novel; the trees are those of before\n"
        "expect, of answers like these: AUROC 0.750 [0.550, 0.900], balanced accuracy "
        "0.700 [0.600, 0.800]; 95% intervals, out-of-fold"
    )
    assert found.as_json() == {
        "refitted": "calibration",
        "auroc": [0.75, 0.55, 0.9],
        "balanced_accuracy": [0.7, 0.6, 0.8],
        "instead": None,
    }


def test_it_says_how_the_other_fit_ranked_the_answers() -> None:
    figures = ((0.75, 0.6, 0.9), (0.7, 0.6, 0.8), (0.65, 0.5, 0.8))

    kept, grown = (str(Expectation(how, 50, 20, *figures)) for how in ("calibration", "trees"))

    assert kept.endswith("out-of-fold; trees of these answers: AUROC 0.650 [0.500, 0.800]")
    assert grown.endswith("out-of-fold; the trees of before: AUROC 0.650 [0.500, 0.800]")


def test_a_class_alone_says_nothing() -> None:
    with pytest.raises(InputError, match="at least 1 of each"):
        Expectation.of("trees", np.zeros(4), np.zeros(4, bool), ["a", "b", "c", "d"])


def test_an_unknown_kind_of_fit_is_refused() -> None:
    with pytest.raises(ModelError, match=r"one of trees, calibration, .* found 'roots'"):
        Expectation("roots", 1, 1)


def test_answers_that_are_not_told_apart_are_warned_of_and_get_no_probabilities() -> None:
    log_odds, labels = answers(100, 0.3)
    chance, told = expected(100, 0.3), expected(100, 1.5)

    assert "warning: the interval of the AUROC holds 0.5" in str(chance)
    assert not fitted_decision(chance, Decision.fit_log_odds, log_odds, labels).calibrated
    assert "warning" not in str(told)
    assert fitted_decision(told, Decision.fit_log_odds, log_odds, labels).calibrated


def test_labels_the_other_way_round_are_told() -> None:
    log_odds, labels = answers(100, -1.5)
    found = Expectation.of("decision", log_odds, labels, [*map(str, range(100))])
    assert "true and false look exchanged" in str(found)


def test_it_says_how_many_wrong_and_right_answers_are_flagged() -> None:
    labels = np.arange(60) % 2 == 0
    log_odds = np.where(labels, 3.0, -3.0)
    found = Expectation.of("head", log_odds, labels, [*map(str, range(60))])
    # What happened in none of 30 answers may in 3 of 30.
    assert (found.wrong_flagged, found.right_flagged) == ((1.0, 0.9, 1.0), (0.0, 0.0, 0.1))
    assert "flagged of the wrong 1.000 [0.900, 1.000], of the right 0.000" in str(found)


def test_few_answers_are_called_too_few() -> None:
    assert "20 answers are too few" in str(Expectation("calibration", 20, 9, (1.0, 1.0, 1.0)))
    assert "too few" not in str(Expectation("calibration", 50, 20, (1.0, 1.0, 1.0)))
