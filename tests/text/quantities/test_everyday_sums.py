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
            "11:00 − 9:15 = 1 hour 45 minutes (passage 1).",
            "The meeting lasted two hours and 45 minutes.",
        ),
        (
            "The fund holds 80,000 euros. 5% of it goes to schools.",
            "Schools get 4,000 euros of the fund.",
            "5% of 80,000 = €4,000 (passage 1).",
            "Schools get 8,000 euros of the fund.",
        ),
        (
            "The outage began at 22:47 on Tuesday; all was well again at 01:12 on Wednesday.",
            "The outage lasted two hours and 25 minutes.",
            "1:12 − 22:47 = 2 hours 25 minutes (passage 1).",
            "The outage lasted three hours and 25 minutes.",
        ),
        (
            "The car costs 40 dollars a day plus a fee of 25 dollars.",
            "For three days you pay 145 dollars.",
            "25 + 3 × 40 = $145 (passage 1).",
            "For three days you pay 120 dollars.",
        ),
        (
            (
                "The fair brought in £1,080. A third goes to the roof and what is left is divided "
                "equally among the four sections."
            ),
            "Every section gets £180.",
            "(1,080 − 360) / 4 = £180 (passage 1).",
            "Every section gets £270.",
        ),
        (
            "The pool is €9,000. Sales gets €3,000, the rest is split among the other 3 teams.",
            "Each of the other teams gets €2,000.",
            "(9,000 − 3,000) / 3 = €2,000 (passage 1).",
            "Each of the other teams gets €4,000.",
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
        (
            "The net price is 500 euros. VAT of 20% is added.",
            "The gross price is 600 euros.",
            "500 + 0.2 × 500 = €600 (passage 1).",
            "The gross price is 620 euros.",
        ),
        (
            "The net price is 500 euros. VAT of 20% is added.",
            "The VAT is 100 euros.",
            "0.2 × 500 = €100 (passage 1).",
            "The VAT is 600 euros.",
        ),
        (
            "The machine was bought on 1 March 2023. The warranty lasts two years.",
            "The warranty ends in March 2025.",
            "the beginning + two years = March 2025 (passage 1).",
            "The warranty ends in March 2026.",
        ),
        (
            "Four friends shared a bill of 96 euros equally.",
            "Each paid 24 euros.",
            "96 / 4 = €24 (passage 1).",
            "Each paid 32 euros.",
        ),
        (
            "The car drove 150 km in 90 minutes.",
            "The car drove at 100 km/h on average.",
            "150 / 1.5 = 100 km/h (passage 1).",
            "The car drove at 150 km/h on average.",
        ),
        (
            "She typed 300 words in five minutes.",
            "She typed 60 words a minute.",
            "300 / 5 = 60 (passage 1).",
            "She typed 50 words a minute.",
        ),
        (
            "The first leg is 12 km. The second leg is 9 km, and the last one is 7 km.",
            "The whole route is 28 km long.",
            "12 + 9 + 7 = 28 km (passage 1).",
            "The whole route is 21 km long.",
        ),
        (
            "Take two tablets three times a day after meals.",
            "You take six tablets a day.",
            "3 × 2 = 6 (passage 1).",
            "You take five tablets a day.",
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


def test_a_wrong_gross_price_is_told_the_sum_and_not_the_net_price() -> None:
    told = "The net price is 500 euros. VAT of 20% is added."
    [found] = judge_quantities("", [told], ["The gross price is 620 euros."])
    assert found.explanation == "“620 euros” is not right: 500 + 0.2 × 500 = €600 (passage 1)."


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("It began at 9:15 and ended at 11:00.", "It lasted 13 hours and 45 minutes."),
        ("The wall is 12 m long. It is 3 m high. The door is 2 m wide.", "The whole wall is 17 m."),
        ("The tower is 300 m high. Machines built it in two hours.", "It was built at 150 m/h."),
        ("The price is 240 euros, including 20% VAT.", "The gross price is 288 euros."),
        ("The basic fee is 50 euros. 20% of members paid late.", "The total fee is 60 euros."),
        (
            "The fridge was bought on 2 May 2019. The talks lasted two weeks.",
            "The talks ended in May 2019.",
        ),
    ],
)
def test_what_is_not_to_be_summed_supports_nothing(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])
    assert found.outcome == "open"
