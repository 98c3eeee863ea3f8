from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.learn.unlabelled import LEAST, valley


def test_it_lies_between_two_groups() -> None:
    rng = np.random.default_rng(0)
    scores = np.concatenate([rng.normal(0.2, 0.05, 300), rng.normal(0.8, 0.05, 100)])
    assert 0.35 < valley(scores) < 0.65


@given(st.lists(st.floats(0, 1), min_size=LEAST, max_size=60))
def test_it_parts_the_scores_and_equals_none_of_its_neighbours(scores: list[float]) -> None:
    if min(scores) == max(scores):
        with pytest.raises(InputError, match="nothing parts them"):
            valley(scores)
        return
    threshold = valley(scores)
    assert min(scores) <= threshold <= max(scores)
    assert {s > threshold for s in scores} == {True, False} or np.ptp(scores) < 1e-9


def test_the_order_of_the_scores_does_not_matter() -> None:
    scores = np.random.default_rng(1).random(50)
    assert valley(scores) == valley(scores[::-1])


@pytest.mark.parametrize("scores", [[], [0.1] * (LEAST - 1), [*[0.1] * LEAST, float("nan")]])
def test_too_few_or_unusable_scores_are_refused(scores: list[float]) -> None:
    with pytest.raises(InputError):
        valley(scores)
