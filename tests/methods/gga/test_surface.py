from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundgraph.errors import InputError
from groundgraph.methods.gga import surface
from groundgraph.types import Triple

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
words = st.lists(st.sampled_from(["Ida", "ida", "film", "1995", "the", "of"]), max_size=8).map(
    " ".join
)


def test_the_paper_s_features_of_an_answer() -> None:
    (row,) = surface.measure(["  ans: The the film, film, or not? "])

    assert dict(zip(surface.NAMES, row, strict=True)) == pytest.approx(
        {
            "words": 7,
            "repetition": 2 / 7,
            "word_length": (4 + 3 + 3 + 5 + 5 + 2 + 4) / 7,
            "unique_words": 6 / 7,
            "answer_prefix": 1,
            "commas": 2,
            "question_marks": 1,
        }
    )


@pytest.mark.parametrize(
    ("answer", "prefix"),
    [("ans: x", 1), ("  Answer : x", 1), ("answers: x", 1), ("the answer: x", 0), ("answer x", 0)],
)
def test_an_answer_prefix_stands_at_the_beginning(answer: str, prefix: int) -> None:
    assert surface.measure([answer])[0, surface.NAMES.index("answer_prefix")] == prefix


def test_words_of_the_question_are_counted_without_case_punctuation_and_prefix() -> None:
    found = surface.measure_overlap(
        ["ans: Maborosi!", "Hirokazu Koreeda", "the Film by Koreeda", ""],
        ["who directed (maborosi)"] * 2 + ["which film? the one", "who"],
    )

    assert found.tolist() == [[1, 1], [0, 0], [0.5, 0], [0, 0]]


def test_words_of_the_subgraph_are_those_of_subjects_and_objects() -> None:
    triples = [Triple("Maborosi", "directed by", "Hirokazu Koreeda")]

    found = surface.measure_subgraph(["Koreeda directed Maborosi", "Koreeda"], [triples, triples])

    assert found == pytest.approx(np.array([[2 / 3, 0], [1, 1]]))
    assert surface.measure_subgraph(["x"], [[]]).tolist() == [[0, 0]]


@unhurried
@given(st.lists(st.text()))
def test_every_text_has_finite_features_in_their_ranges(answers: list[str]) -> None:
    rows = surface.measure(answers)

    assert rows.shape == (len(answers), len(surface.NAMES))
    assert np.isfinite(rows).all()
    assert (rows >= 0).all()
    assert (rows[:, [1, 3, 4]] <= 1).all()


@unhurried
@given(words, words)
def test_the_share_of_question_words_is_1_exactly_when_all_are(answer: str, question: str) -> None:
    ((share, everything),) = surface.measure_overlap([answer], [question])

    assert 0 <= share <= 1
    assert (everything == 1) == (share == 1)
    assert surface.measure_overlap([answer.upper()], [question]).tolist() == [[share, everything]]


@unhurried
@given(words.filter(bool), words)
def test_an_answer_that_echoes_its_question_shares_all_words(answer: str, rest: str) -> None:
    assert surface.measure_overlap([answer], [f"{rest} {answer}?"]).tolist() == [[1, 1]]


def test_each_answer_needs_its_own_question() -> None:
    with pytest.raises(InputError, match="found 2 answers and 1 questions"):
        surface.measure_overlap(["a", "b"], ["a"])
    with pytest.raises(InputError, match="found 1 answers and 0 lists of triples"):
        surface.measure_subgraph(["a"], [])
