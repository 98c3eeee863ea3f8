"""Tables with the same columns under headings that tell them apart."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

QUARTERS = """## Q1

| Region | Revenue |
|---|---|
| North | 120 |
| South | 80 |

## Q2

| Region | Revenue |
|---|---|
| North | 140 |
| South | 95 |"""
PLANS = """**Basic plan**

| Item | Limit |
|---|---|
| Users | 5 |
| Storage | 10 GB |

**Pro plan**

| Item | Limit |
|---|---|
| Users | 20 |
| Storage | 100 GB |"""


@pytest.mark.parametrize(
    ("passage", "question", "claim", "expected"),
    [
        (QUARTERS, "", "North had a revenue of 140 in Q2.", "supported"),
        (QUARTERS, "", "North had a revenue of 120 in Q2.", "contradicted"),
        (QUARTERS, "", "South's revenue in Q1 was 80.", "supported"),
        (QUARTERS, "", "South's revenue in Q2 was 80.", "contradicted"),
        (QUARTERS, "What was North's revenue in Q2?", "140", "supported"),
        (QUARTERS, "What was North's revenue in Q2?", "120", "contradicted"),
        (QUARTERS, "", "North's revenue rose from 120 in Q1 to 140 in Q2.", "supported"),
        (QUARTERS, "", "In Q2, North's revenue rose to 140 from 120.", "supported"),
        (QUARTERS, "", "North's revenue was 120 before Q2.", "open"),
        (PLANS, "", "The Basic plan allows 5 users.", "supported"),
        (PLANS, "", "The Basic plan allows 20 users.", "contradicted"),
        (PLANS, "", "The Pro plan has 10 GB of storage.", "contradicted"),
    ],
)
def test_a_value_is_that_of_the_heading_named(
    passage: str, question: str, claim: str, expected: str
) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == expected


def test_headings_of_two_passages_are_not_of_a_kind() -> None:
    passages = QUARTERS.split("\n\n## Q2")
    passages = [passages[0], f"## Q2{passages[1]}"]
    [found] = judge_quantities("", passages, ["North had a revenue of 120 in Q2."])

    assert found.outcome != "contradicted"
