"""What the judge of quantities says of price lists, tables with years, and dates by distance."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

SEGMENTS = """| Segment | 2022 revenue ($m) | 2023 revenue ($m) |
| --- | --- | --- |
| Cloud | 120.5 | 150.0 |
| Devices | 310.2 | 279.2 |
| Services | 88.0 | 92.4 |"""
STORES = """store,city,q1_sales,q2_sales
A12,Leeds,42000,39500
B07,York,51000,56100
C33,Hull,27500,30250"""
TICKETS = "Tickets: adults 8 euros, students 5 euros, children under 12 free."
SALE = (
    "Nortek was acquired by Sable Group in 2020 for $1.3 billion. "
    "Sable sold Nortek's sensor unit to Pico a year later."
)
PARCEL = (
    "Timeline: order placed on 5 May 2023; parcel shipped on 8 May 2023; "
    "parcel received on 15 May 2023."
)
RELEASES = (
    "Release 4.2.0 (3 May 2024) adds dark mode. Release 4.1.3 (12 March 2024) fixes a memory leak."
)


@pytest.mark.parametrize(
    ("passage", "claim", "told"),
    [
        (SEGMENTS, "Services brought in $92.4m in 2023.", "“$92.4m” agrees with Services"),
        (SEGMENTS, "Total revenue in 2023 was $521.6 million.", "150 + 279.2 + 92.4 = $521.6"),
        (TICKETS, "Two adults and one student pay 21 euros in total.", "2 × 8 + 1 × 5 = €21"),
        (PARCEL, "The parcel was received a week after it was shipped.", "“after” agrees"),
        (SALE, "Sable sold the sensor unit to Pico in 2021.", "“2021” agrees"),
        (
            "The dividend was raised from $1.10 to $1.32 per share.",
            "The dividend went up by 20%.",
            "(1.32 − 1.1) / 1.1 = 20%",
        ),
    ],
)
def test_a_claim_that_follows_is_supported(passage: str, claim: str, told: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "supported"
    assert told in found.explanation


@pytest.mark.parametrize(
    ("passage", "claim", "told"),
    [
        (
            SEGMENTS,
            "Cloud revenue rose from $120.5 million in 2022 to $150 million in 2023, up by 34%.",
            "“34%” is not right: (150 − 120.5) / 120.5 = 24.48% (passage 1).",
        ),
        (
            TICKETS,
            "Two adults and one student pay 18 euros in total.",
            "“18 euros” is not right: 2 × 8 + 1 × 5 = €21 (passage 1).",
        ),
        (
            RELEASES,
            "Release 4.2.0 came out about three weeks after 4.1.3.",
            "“three weeks after” is not right: the time between the two = 7.43 weeks (passage 1).",
        ),
        (
            PARCEL,
            "The parcel was received a month after it was shipped.",
            "“a month after” is not right: the time between the two = 7 days (passage 1).",
        ),
    ],
)
def test_a_claim_that_goes_against_it_is_told_the_right_value(
    passage: str, claim: str, told: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "contradicted"
    assert found.explanation == told


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (SEGMENTS, "Devices revenue fell by $31 million, or 10%, to $279.2 million."),
        (SEGMENTS, "Devices was the largest segment in 2023."),
        (
            SALE,
            "Sable Group bought Nortek in 2020 and sold its sensor unit to Pico in 2021.",
        ),
    ],
)
def test_a_right_claim_is_not_contradicted(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome != "contradicted"


def test_about_leaves_little_room_to_a_number_of_many_digits() -> None:
    claim = "On average, the three stores sold about 40,167 in Q1."
    [found] = judge_quantities("Average sales in Q1?", [STORES], [claim])

    assert found.explanation == "(42,000 + 51,000 + 27,500) / 3 = 40,166.67 (passage 1)."


def test_an_amount_up_to_which_something_holds_is_no_extra() -> None:
    told = "Shipping costs 4.90 euros for orders below 50 euros; above that it is free."
    [found] = judge_quantities("", [told], ["Is shipping free for an order of 45 euros? Yes."])

    assert found.outcome == "open"


def test_a_derived_value_is_not_wrong_where_the_claim_gives_the_right_one_too() -> None:
    plans = "| Plan | Price per month |\n|---|---|\n| Team | $49 |\n| Business | $120 |"
    claim = "Business costs $71 more than Team per month, so $852 more per year."

    [found] = judge_quantities("", [plans], [claim])

    assert found.outcome != "contradicted"
