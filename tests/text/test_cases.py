"""Sentences that hold for some cases alone, and what is made of other ones."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.cases import may_leave_out

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
