"""What stands around a question in a prompt is not read."""

from __future__ import annotations

import pytest

from groundgraph.text.asked.conversations import asked
from groundgraph.text.asked.requests import alone, with_mark
from groundgraph.types import Turn

QUESTION = "Who won the cup?"


@pytest.mark.parametrize(
    "around",
    [
        "Question: {}",
        "Q: {}",
        "Question 3: {}",
        "**Question:** {}",
        "### Question\n{}",
        '"{}"',
        "Hi there, {}",
        "Hello! Quick question: {} Thanks!",
        "Please answer using only the context: {}",
        "Using the context below, answer the question: {}",
        "Answer the question based on the context. {}",
        "Please answer only from the passages above. {}",
        "{} Answer in one sentence.",
        "{} Please keep it short.",
        "{} Use only the provided documents.",
        "{}\nAnswer:",
        "{}?!",
        "Can you tell me: {}",
    ],
)
def test_a_question_is_read_alone(around: str) -> None:
    assert alone(around.format(QUESTION)) == QUESTION


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        "Summarize the following news within 116 words:",
        "Answer the phone?",
        "Thanks to whom did they win? He says thanks",
        'Who said "Hello"?',
        "I am 22. Can I rent a car?",
        "Question: ",
        "",
    ],
)
def test_anything_else_stays(question: str) -> None:
    assert alone(question) == question


def test_each_turn_is_read_alone() -> None:
    turns = (
        Turn("user", "Question: How long is the battery covered?"),
        Turn("assistant", "For 24 months."),
        Turn("user", "And the motor? Thanks!"),
    )

    assert asked(turns) == "How long is the motor covered?"


def test_a_question_without_its_mark_gets_one() -> None:
    assert with_mark("When does it open") == "When does it open?"
    assert with_mark("when does it open") == "when does it open"
    assert with_mark("Summarize the text") == "Summarize the text"
    assert with_mark("Is it open.") == "Is it open."
