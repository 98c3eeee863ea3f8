"""Questions that ask for an amount, a time, an order or a comparison, and others."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read
from groundgraph.text.quantities.written.questions import asks_to_measure


@pytest.mark.parametrize(
    "question",
    [
        "How many days of leave are left?",
        "When does the shop open?",
        "Which of the two is lighter?",
        "Was the hall built before the pool?",
        "What is the average class size?",
        "What do members pay?",
        "Is 30 GB enough?",
        "total headcount?",
    ],
)
def test_that_a_question_for_an_amount_a_time_an_order_or_a_comparison_is_told(
    question: str,
) -> None:
    assert asks_to_measure(read(question))


@pytest.mark.parametrize(
    "question",
    [
        "",
        "How do I clean the filter?",
        "What is the best way to cook rice?",
        "Why did the council reject the plan?",
        "Why was the dam closed, and who inspects it?",
        f"Answer by these passages. {'They tell of a bridge. ' * 20}How many lanes has it?",
    ],
)
def test_that_others_and_whole_tasks_are_none(question: str) -> None:
    assert not asks_to_measure(read(question))


def test_that_a_judgement_says_so() -> None:
    told = ["Ana sold 24 lamps, Ben 18."]
    [asked] = judge_quantities("How many lamps did both sell?", told, ["They sold 45 lamps."])
    [other] = judge_quantities("What did they do?", told, ["They sold 45 lamps."])
    assert (asked.asked, other.asked) == (True, False)
