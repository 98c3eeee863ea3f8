"""Values that a claim's own words ask for, so that another one is wrong."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RIDERS = "Five of the twelve riders finished."
GYM = "The small gym costs $22 a month, the large one $35 a month."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (RIDERS, "Seven riders did not finish.", "Eight riders did not finish."),
        (GYM, "The small gym costs $264 a year.", "The small gym costs $220 a year."),
    ],
)
def test_another_value_than_is_asked_for_is_wrong(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The gym costs $22 a month; you save by paying for a year.", "It costs $240 a year."),
        ("The gym costs $22 a month.", "With the first month free it costs $242 a year."),
        ("A seat costs $5 a month.", "For 3 users it costs $180 a year."),
        (GYM, "The large gym costs $420 a year."),
        ("Five of the twelve riders finished. Two were ill.", "Two riders did not start."),
    ],
)
def test_what_may_come_to_less_is_left_open(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"
