"""Answers unlike those that trees learnt from are judged by another sum, without a step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from groundgraph import ModelError
from groundgraph.learn.elsewhere import Elsewhere
from groundgraph.learn.novelty import Novelty
from groundgraph.learn.shift import Found, Shift

NAMES = ("length",)
HOME = Novelty(NAMES, (0.0,), (1.0,), ((0.0,),), ((1.0,),), 5.0)
READ = Shift(("odds",), (1.0,), share=0.0, heads=0.001, answer_heads=0.0, worst=1.0)
OTHER = Elsewhere(READ, HOME, 1.0, 3.0, offsets=(-0.5, 0.25))
FORM = np.array([[0.5], [2.0], [7.0]])
FOUND = Found(np.array([[1.0], [2.0], [3.0]]), ("odds",), np.arange(3))
NOTHING = np.zeros(3), np.zeros(3)


def test_the_share_rises_between_both_distances() -> None:
    assert OTHER.share(FORM, NAMES).tolist() == [0.0, 0.5, 1.0]


def test_answers_at_home_are_judged_as_before_and_those_far_away_by_the_other_sum() -> None:
    home = np.array([10.0, 10.0, 10.0]), np.array([20.0, 20.0, 20.0])

    claims, answers = OTHER.blended(FOUND, OTHER.share(FORM, NAMES), NOTHING, home)

    assert claims.tolist() == pytest.approx([10.0, (10 + 2 - 0.5) / 2, 3 - 0.5])
    assert answers.tolist() == pytest.approx([20.0, (20 + 2 + 0.25) / 2, 3 + 0.25])


def test_what_is_nearly_alike_is_judged_nearly_alike() -> None:
    home = np.zeros(1), np.zeros(1)
    found = Found(np.array([[4.0]]), ("odds",), np.zeros(1, np.intp))
    nothing = np.zeros(1), np.zeros(1)
    scores = [
        OTHER.blended(found, OTHER.share(np.array([[at]]), NAMES), nothing, home)[1][0]
        for at in np.linspace(0, 4, 401)
    ]

    assert np.abs(np.diff(scores)).max() < 0.05
    assert scores[0] == 0
    assert scores[-1] == 4.25


@pytest.mark.parametrize(
    "change",
    [{"near": 3.0}, {"near": -1.0}, {"far": float("inf")}, {"offsets": (0.0, float("nan"))}],
)
def test_numbers_that_do_not_fit_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ModelError):
        replace(OTHER, **change)  # type: ignore[arg-type]
