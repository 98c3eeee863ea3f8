"""Scores of tokens as measures of words, claims and answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from groundgraph.methods.fused.blocks.token_scores import (
    ANSWER_NAMES,
    NAMES,
    measure,
    measure_answer,
    of_words,
)
from groundgraph.types.tokens import TokenScores


def scores(unsupported: list[float], contradicted: list[float] | None = None) -> TokenScores:
    second = contradicted or [0.0] * len(unsupported)
    near = np.zeros((1, 1), np.float32)
    return TokenScores(np.array(unsupported), np.array(second), 1.5, near, near)


def test_a_word_is_as_bad_as_its_worst_token() -> None:
    words = of_words(scores([-1, 2, 5, 0]), np.array([0, 0, -1, 1]), 2)

    assert words[:, 0].tolist() == [2, 0]


def test_a_contradiction_is_less_likely_than_missing_support() -> None:
    words = of_words(scores([1.0, 1.0], [8.0, -8.0]), np.array([0, 1]), 2)

    assert words[0, 1] == pytest.approx(1.0, abs=0.01)
    assert words[1, 1] < -7


def test_a_claim_is_measured_by_its_own_words() -> None:
    words = np.array([[3.0, 0], [1, 0], [-1, 0], [-4, 0]])

    table = measure(words, np.array([0, 0, 0, 1]), 2)

    first = dict(zip(NAMES, table[0].tolist(), strict=True))
    assert first["token_worst"] == 3
    assert first["token_top3"] == 1
    assert first["token_flagged_share"] == pytest.approx(2 / 3)
    assert first["token_longest_run"] == 2
    assert table[1, NAMES.index("token_worst")] == -4


def test_an_answer_is_measured_by_all_its_words() -> None:
    words = np.array([[3.0, 0], [1, 0], [-1, 0]])

    found = dict(zip(ANSWER_NAMES, measure_answer(scores([0.0]), words), strict=True))

    assert found["token_answer"] == 1.5
    assert found["token_answer_worst"] == 3
    assert found["token_answer_flagged"] == 2


@settings(max_examples=60, deadline=None)
@given(arrays.arrays(np.float64, (6, 2), elements=st.floats(-1e6, 1e6)))
def test_no_score_makes_a_measure_that_is_not_finite(table: np.ndarray) -> None:
    near = np.zeros((1, 1), np.float32)
    said = TokenScores(table[:, 0], table[:, 1], float(table[0, 0]), near, near)
    words = of_words(said, np.array([0, 0, 1, 2, -1, 2]), 3)

    assert np.isfinite(measure(words, np.array([0, 0, 1]), 2)).all()
    assert np.isfinite(measure_answer(said, words)).all()
