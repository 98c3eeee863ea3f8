"""Cells that a question names by row and column, and values of the columns beside them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

PLANS = """| Plan | Price | Storage | Users |
|---|---|---|---|
| Basic | $5 | 10 GB | 1 |
| Team | $20 | 100 GB | 10 |
| Pro | $50 | 1 TB | 50 |"""
ROOMS = """| Room | Seats | Rate per day (€) | Floor |
|---|---|---|---|
| Elm | 24 | 180 | 2 |
| Oak | 60 | 320 | 1 |
| Ash | 12 | 90 | 3 |"""


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (PLANS, "How many users does Team allow?", "Team allows 10 users.", "100"),
        (PLANS, "How many users does Team allow?", "Team allows 10 users.", "20"),
        (PLANS, "How much storage comes with Pro?", "1 TB of storage comes with Pro.", "50 GB"),
        (PLANS, "How much is the Team plan?", "The Team plan is $20.", "$10"),
        (ROOMS, "How many seats does Oak have?", "Oak has 60 seats.", "320"),
        (ROOMS, "What does Elm cost per day?", "Elm costs €180 per day.", "€24"),
    ],
)
def test_a_column_beside_is_another(passage: str, question: str, right: str, wrong: str) -> None:
    value = next(word for word in ("1 TB", "$20", "€180", "10", "60") if word in right)
    claims = [right, right.replace(value, wrong)]

    found = judge_quantities(question, [passage], claims)

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (ROOMS, "What does Ash cost for two days?", "Ash costs €180 for two days."),
        (PLANS, "What would 3 Team plans cost?", "3 Team plans would cost $60."),
        (PLANS, "How much would two Basic plans be?", "Two Basic plans would be $10."),
    ],
)
def test_as_many_as_are_asked_for_are_reckoned(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == "supported"
