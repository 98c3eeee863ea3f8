from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.spans import span_counts
from groundgraph.types import Span

ranges = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 15)).map(lambda r: (r[0], r[0] + r[1])), max_size=5
)


@settings(deadline=None)
@given(st.lists(st.tuples(ranges, ranges), max_size=6))
def test_counts_are_those_of_character_sets(answers: list[Any]) -> None:
    def characters(spans: Any) -> set[int]:
        return {i for start, end in spans for i in range(start, end)}

    expected = [
        [len(characters(g) & characters(p)), len(characters(p)), len(characters(g))]
        for g, p in answers
    ]
    found = span_counts([g for g, _ in answers], [p for _, p in answers])
    assert found.tolist() == expected
    assert found.shape == (len(answers), 3)


def test_precision_and_recall_are_over_all_characters_and_can_be_resampled() -> None:
    both, marked, gold = span_counts([[(0, 10)]] * 20, [[(5, 10)]] * 10 + [[Span(0, 10)]] * 10).T
    precision, recall = ratio_intervals(
        np.column_stack([both, both]), np.column_stack([marked, gold])
    )
    assert (precision.value, recall.value) == (1.0, 0.75)
    assert recall.low is not None
    assert recall.high is not None
    assert 0.5 < recall.low < 0.75 < recall.high < 1


@pytest.mark.parametrize("bad", [(-1, 3), (5, 2)])
def test_what_is_not_a_range_is_refused(bad: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="not a range of characters"):
        span_counts([[bad]], [[]])


def test_both_sides_must_speak_of_the_same_answers() -> None:
    with pytest.raises(InputError, match="2 answers, predicted spans for 1"):
        span_counts([[], []], [[]])
