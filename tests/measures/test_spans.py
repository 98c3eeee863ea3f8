from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.measures.bootstrap import interval_of
from groundgraph.measures.spans import SpanScores, scores_of_counts, span_counts, span_scores
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


def test_scores_are_micro_over_all_characters() -> None:
    gold = [[Span(0, 10)], [Span(0, 2)], []]
    predicted = [[Span(5, 15)], [Span(0, 2)], [Span(0, 8)]]
    assert span_scores(gold, predicted) == SpanScores(7 / 20, 7 / 12, 14 / 32)


def test_nothing_predicted_has_no_precision() -> None:
    assert span_scores([[Span(0, 4)]], [[]]) == SpanScores(None, 0.0, 0.0)
    assert span_scores([[]], [[]]) == SpanScores(None, None, None)
    assert span_scores([], []) == SpanScores(None, None, None)


def test_counts_can_be_resampled() -> None:
    counts = span_counts([[(0, 10)]] * 20, [[(5, 10)]] * 10 + [[(0, 10)]] * 10)
    found = interval_of(lambda w: scores_of_counts(counts, w).recall, 20)
    assert found.value == 0.75
    assert found.low is not None
    assert found.high is not None
    assert 0.5 < found.low < 0.75 < found.high < 1


@pytest.mark.parametrize("bad", [(-1, 3), (5, 2)])
def test_what_is_not_a_range_is_refused(bad: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="not a range of characters"):
        span_scores([[bad]], [[]])


def test_both_sides_must_speak_of_the_same_answers() -> None:
    with pytest.raises(InputError, match="2 answers, predicted spans for 1"):
        span_scores([[], []], [[]])
