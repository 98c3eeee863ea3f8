"""Which way a value went, and what lies on the other side of a limit."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

PROFIT = "Operating profit slipped from $310m to $285m as wage costs rose."
STAFF = "The headcount went from 1,240 to 1,105 over the year."
TEAM = "Staff numbers slipped from 310 to 285."
RIVER = "The river dropped from 5.2 m to 4.6 m overnight."
LOSS = "The annual loss widened from $4m to $7m."
HARVEST = """
| Crop | Harvest 2023 (€m) | Harvest 2022 (€m) |
|---|---|---|
| Plums | 640 | 610 |
| Pears | 280 | 315 |
"""
WATER = "Water use was 90 million litres in 2021 and 72 million litres in 2022."
LOANS = """
| Branch | Q1 | Q2 |
|---|---|---|
| Harbour | 410 | 385 |
| Market | 120 | 190 |
"""
KITES = """
| Shop | Jan | Feb |
|---|---|---|
| Pier | 70 | 61 |
| Park | 50 | 64 |
"""
GUESTS = """
| Year | Guests |
|---|---|
| 2021 | 5200 |
| 2022 | 4800 |
| 2023 | 5600 |
"""
RATE = "The bank raised its key rate from 4.25% to 4.5%."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (PROFIT, "Operating profit fell by $25m.", "Operating profit rose by $25m."),
        (STAFF, "The headcount shrank by 135.", "The headcount grew by 135."),
        (TEAM, "There are 25 fewer staff.", "There are 25 more staff."),
        (RIVER, "The river went down by 60 cm.", "The river went up by 60 cm."),
        (LOSS, "The loss grew by $3m.", "The loss shrank by $3m."),
        (HARVEST, "Pears fell by 35 million euros.", "Pears rose by 35 million euros."),
        (
            HARVEST,
            "The harvest of plums rose from 610 to 640 million euros.",
            "The harvest of pears rose from 280 to 315 million euros.",
        ),
        (WATER, "Water use fell by 18 million litres.", "Water use rose by 18 million litres."),
        (WATER, "Water use fell by 20% in 2022.", "Water use rose by 25% in 2022."),
        (
            LOANS,
            "Harbour loans fell by 25 from Q1 to Q2.",
            "Harbour loans grew by 25 from Q1 to Q2.",
        ),
        (LOANS, "Market loans rose from 120 to 190.", "Harbour loans rose from 410 to 385."),
        (
            GUESTS,
            "Guests fell by 400 from 2021 to 2022.",
            "Guests rose by 400 from 2021 to 2022.",
        ),
        (
            KITES,
            "Sales in the Pier shop fell by 9 from January to February.",
            "Sales in the Pier shop rose by 9 from January to February.",
        ),
        (RATE, "The rate rose by a quarter of a point.", "The rate fell by a quarter of a point."),
    ],
)
def test_a_difference_has_a_direction(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (LOSS, "The result fell by $3m."),  # the more is lost, the lower it is
        (PROFIT, "Wage costs rose, and operating profit was $25m lower."),
        (GUESTS, "The number of guests fell by 400."),
        (GUESTS, "The number of guests rose by 400."),  # from 2021 to 2023
        (WATER, "In 2021, 18 million litres more were used than in 2022."),
        ("The club was ranked 12 in May and 8 in June.", "The club climbed from 12 to 8."),
        (PROFIT, "It is not true that operating profit rose by $25m."),
    ],
)
def test_another_thing_may_go_the_other_way(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"


@pytest.mark.parametrize("verb", ["decreased", "dropped"])
def test_by_how_much_a_value_fell_is_not_where_it_began(verb: str) -> None:
    told = "Costs fell by 12 million to 80 million."

    [found] = judge_quantities("", [told], [f"Costs {verb} by 12 million to 80 million."])

    assert found.outcome == "supported"
