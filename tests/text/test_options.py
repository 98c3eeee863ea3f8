from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.text.asked.options import choice

ASKED = "What is the capital of Norway?"


@pytest.mark.parametrize(
    "offered",
    [
        "A) Bergen B) Oslo C) Vik",
        "\nA. Bergen\nB. Oslo\nC. Vik",
        "(a) Bergen, (b) Oslo, (c) Vik?",
        "a: Bergen; b: Oslo; c: Vik",
    ],
)
def test_options_are_read_however_they_are_marked(offered: str) -> None:
    found = choice(f"{ASKED} {offered}")

    assert found is not None
    assert found.stem == ASKED
    assert found.options == {"a": "Bergen", "b": "Oslo", "c": "Vik"}


@pytest.mark.parametrize(
    "answer",
    ["B", "b.", "(B)", "B)", "Option B", "Answer: B", "The correct answer is B.", "B) Oslo"],
)
def test_an_answer_names_an_option(answer: str) -> None:
    found = choice(f"{ASKED} A) Bergen B) Oslo")

    assert found is not None
    assert found.named(answer) == "Oslo"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Oslo", ""),
        ("A good one is Oslo", ""),
        ("F", ""),
        ("", ""),
        ("B) Vik", "Vik"),
        ("No idea", ""),
    ],
)
def test_other_answers_are_what_they_are(answer: str, said: str) -> None:
    found = choice(f"{ASKED} A) Bergen B) Oslo")

    assert found is not None
    assert found.named(answer) == said


@pytest.mark.parametrize(
    ("answer", "option"),
    [("B", "Oslo"), ("oslo.", "Oslo"), ("B) Bergen", "Bergen"), ("Vik", ""), ("", "")],
)
def test_an_option_is_picked_by_its_mark_or_its_words(answer: str, option: str) -> None:
    found = choice(f"{ASKED} A) Bergen B) Oslo")

    assert found is not None
    assert found.picked(answer) == option


@pytest.mark.parametrize(
    "question",
    [
        "Is vitamin A good?",
        "A. Smith or B. Jones?",
        "Who came 1. in 2019?",
        ASKED,
        "",
        "A) one B) two",
    ],
)
def test_a_question_without_marked_options_offers_none(question: str) -> None:
    assert choice(question) is None


@given(st.text(alphabet="AaBbCc12().:? \n", max_size=60), st.text(max_size=20))
def test_any_question_and_answer_are_read(question: str, answer: str) -> None:
    found = choice(question)
    if found is not None:
        assert len(found.options) > 1
        assert all(found.options.values())
        found.named(answer)
