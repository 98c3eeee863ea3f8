from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.measures.answers import answers_rightly, normalised, token_f1


def test_case_punctuation_articles_and_spaces_do_not_count() -> None:
    assert normalised("  The Thing,  from\nAnother World! ") == "thing from another world"
    assert normalised("Theatre of a Day") == "theatre of day"


@pytest.mark.parametrize(
    ("answer", "gold", "expected"),
    [
        ("Tom Hanks", "tom hanks", 1.0),
        ("Tom Hanks", "Tom Cruise", 0.5),
        ("Tom", "Tom Hanks", 2 / 3),
        ("Tom Tom", "Tom Hanks", 0.5),
        ("1999", "2001", 0.0),
        ("", "2001", 0.0),
        ("the", "a", 1.0),
    ],
)
def test_f1_counts_shared_words(answer: str, gold: str, expected: float) -> None:
    assert token_f1(answer, gold) == pytest.approx(expected)


def test_an_answer_is_right_by_any_gold_answer_from_the_threshold_on() -> None:
    golds = ["Bad Timing", "Once Were Warriors"]
    assert answers_rightly("ans: once were warriors", golds)
    assert not answers_rightly("River Queen", golds)
    assert answers_rightly("he was in a film that was called Bad", ["Bad"], f1=0.2)
    assert not answers_rightly("he was in a film that was called Bad", ["Bad"])
    assert not answers_rightly("anything", [])


@given(st.text(max_size=30), st.text(max_size=30))
def test_f1_is_symmetric_and_within_bounds(left: str, right: str) -> None:
    assert 0.0 <= token_f1(left, right) == token_f1(right, left) <= 1.0
    assert token_f1(left, left) == 1.0
