"""Sentences that hold for some cases alone, and what is made of other ones."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.cases import may_leave_out
from groundgraph.text.quantities import judge_quantities

LEAVE = (
    "Employees who have worked for at least 12 months may take parental leave. "
    "Requests must be made eight weeks in advance."
)


@pytest.mark.parametrize(
    ("told", "said", "left_out"),
    [
        ("drivers must be at least 21", "a 16-year-old cannot drive", True),
        ("orders over $50 ship free", "an order of $45 does not", True),
        ("orders over $50 ship free", "an order does not ship free", False),
        ("the order of $50 ships free", "an order of $45 does not", False),
        ("at least some may", "11 may not", False),
    ],
)
def test_a_limit_leaves_out_another_number(told: str, said: str, left_out: bool) -> None:
    assert may_leave_out(frozenset(told.split()), frozenset(said.split())) is left_out


@pytest.mark.parametrize(
    ("question", "passage", "right", "wrong"),
    [
        ("Can an employee with 11 months of service take parental leave?", LEAVE, "No.", "Yes."),
        (
            "Can a 16-year-old rent a car?",
            "Drivers must be at least 21 years old to rent a car.",
            "A 16-year-old cannot rent a car.",
            "A 16-year-old can rent a car.",
        ),
        (
            "Does an order of $45 ship free?",
            "Orders over $50 ship free. All other orders ship for $4.99.",
            "No.",
            "Yes.",
        ),
    ],
)
def test_a_case_outside_a_limit_is_judged_by_it(
    question: str, passage: str, right: str, wrong: str
) -> None:
    labels = [
        check(question=question, passages=[passage], answer=answer).label
        for answer in (right, wrong)
    ]

    assert labels == ["grounded", "hallucinated"]


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        ("The speed limit on this road is 50 mph.", "60 mph is not allowed.", "60 mph is allowed."),
        (
            "Store below 25 °C. Do not freeze.",
            "It can be stored at 20 °C.",
            "It can be stored at 30 °C.",
        ),
        ("Store below 25 °C.", "It can be stored at 68 °F.", "It can be stored at 30 degrees."),
        (
            "Teams consist of three to five members.",
            "Teams can have four members.",
            "Teams can have six members.",
        ),
        (
            "Participants must be between 18 and 65 years old.",
            "My 70-year-old father is not allowed to take part.",
            "My 70-year-old father is allowed to take part.",
        ),
        ("The minimum order is 10 pieces.", "You can order 12 pieces.", "You can order 8 pieces."),
        (
            "You can add up to 5 users on the free plan.",
            "You can add 3 users on the free plan.",
            "You can add 6 users on the free plan.",
        ),
    ],
)
def test_what_is_allowed_lies_within_the_limit(passage: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_a_rate_that_something_can_reach_is_no_limit() -> None:
    told = "The car can reach 200 km/h and the van 150 km/h."
    [found] = judge_quantities("", [told], ["The car can reach 200 km/h."])

    assert found.outcome == "supported"


@pytest.mark.parametrize(
    "claim", ["The hall can seat 300 people.", "The hall can seat 200 people."]
)
def test_what_something_has_at_least_limits_nothing_it_can(claim: str) -> None:
    [found] = judge_quantities("", ["The hall seats over 250 people."], [claim])

    assert found.outcome == "open"
