"""A no to a question that compares two things, or asks which came first."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.quantities import judge_denial
from groundgraph.text.statements import judge_statements

PHONES = "The Pro launched in March 2021. The XL launched in June 2021."
ROOMS = "| Room | Seats |\n|---|---|\n| Elm | 24 |\n| Ash | 12 |"


@pytest.mark.parametrize(
    ("passage", "said", "denial", "outcome"),
    [
        (ROOMS, "Elm has more seats than Ash.", "Elm does not have more seats.", "contradicted"),
        (ROOMS, "Ash has more seats than Elm.", "Ash does not have more seats.", "supported"),
        (PHONES, "The XL launched before the Pro.", "The XL did not.", "supported"),
        (PHONES, "The Pro launched before the XL.", "The Pro did not.", "contradicted"),
    ],
)
def test_a_no_is_the_opposite_of_what_is_asked(
    passage: str, said: str, denial: str, outcome: str
) -> None:
    found = judge_denial("", [passage], said, denial)

    assert found is not None
    assert found.outcome == outcome
    assert denial.rstrip(".") in found.explanation


def test_a_no_to_an_amount_is_left_open() -> None:
    assert judge_denial("", [ROOMS], "Elm has 24 seats.", "Elm does not have 24 seats.") is None


def test_what_was_not_before_another_was_all_the_same() -> None:
    claims = ["The XL was not launched before the Pro.", "The XL was not launched."]
    found = judge_statements("", [PHONES], claims)

    assert [each.outcome for each in found] == ["open", "contradicted"]


@pytest.mark.parametrize(("answer", "label"), [("No.", "grounded"), ("Yes.", "hallucinated")])
def test_yes_and_no_to_an_order_are_told_apart(answer: str, label: str) -> None:
    question = "Was the XL launched before the Pro?"

    assert check(question=question, passages=[PHONES], answer=answer).label == label
