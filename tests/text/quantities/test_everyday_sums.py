"""Sums of everyday texts: times of the clock, taxes on top, rates with a fee, equal shares."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RENT = "The rent is 900 euros a month. The deposit is two months' rent."


@pytest.mark.parametrize(
    ("passage", "right", "told", "wrong"),
    [
        (
            "The meeting began at 9:15 and ended at 11:00.",
            "The meeting lasted an hour and 45 minutes.",
            "the time between the two = 1.75 hours (passage 1).",
            "The meeting lasted two hours and 45 minutes.",
        ),
        (
            "The car costs 40 dollars a day plus a fee of 25 dollars.",
            "For three days you pay 145 dollars.",
            "25 + 3 × 40 = $145 (passage 1).",
            "For three days you pay 120 dollars.",
        ),
        (
            RENT,
            "The deposit is 1,800 euros.",
            "2 × 900 = €1,800 (passage 1).",
            "The deposit is 900 euros.",
        ),
        (
            "He earns 600 dollars a week. The bonus is three weeks' pay.",
            "The bonus is 1,800 dollars.",
            "3 × 600 = $1,800 (passage 1).",
            "The bonus is 600 dollars.",
        ),
    ],
)
def test_the_right_sum_is_told_and_the_wrong_one_is_not_supported(
    passage: str, right: str, told: str, wrong: str
) -> None:
    found = judge_quantities("", [passage], [right, wrong])
    assert found[0].outcome == "supported"
    assert found[0].explanation == told
    assert found[1].outcome != "supported"
