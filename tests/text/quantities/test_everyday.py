"""What the judge of quantities says of price lists, tables with years, and dates by distance."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

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
        (PARCEL, "The parcel was received a week after it was shipped.", "“a week after” agrees"),
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
            "Release 4.2.0 came out two weeks after 4.1.3.",
            "“two weeks after” is not right: 3 May 2024 − 12 March 2024 = 7.43 weeks (passage 1).",
        ),
        (
            PARCEL,
            "The parcel was received a month after it was shipped.",
            "“a month after” is not right: 15 May 2023 − 8 May 2023 = 7 days (passage 1).",
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


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            "The measured dose was 250 microsieverts a year.",
            "The measured dose was 0.25 mSv a year.",
            "The measured dose was 25 mSv a year.",
        ),
        (
            "Downloads ran at 250 Mbps.",
            "Downloads ran at 0.25 Gbit/s.",
            "Downloads ran at 2.5 Gbps.",
        ),
        (
            "The timeout is 1500 ms and the retry interval 0.5 s.",
            "The timeout is one and a half seconds.",
            "The timeout is 15 seconds.",
        ),
        (
            "If payment is more than ten days late, a fee of 15 euros is due.",
            "A payment that is 12 days late costs a fee of 15 euros.",
            "A payment that is 5 days late costs a fee of 15 euros.",
        ),
        (
            "Bags over 23 kg cost an extra 40 euros.",
            "A bag that weighs 25 kg costs an extra 40 euros.",
            "A bag that weighs 20 kg costs an extra 40 euros.",
        ),
        (
            "Adults take two tablets of 250 mg three times a day.",
            "Adults take 1.5 g a day.",
            "Adults take 15 g a day.",
        ),
        (
            "A double room is 95 euros a night; breakfast is 12 euros.",
            "Two nights in a double room cost 190 euros.",
            "Two nights in a double room cost 180 euros.",
        ),
        (
            "The course has 60 places, of which 48 have been taken.",
            "12 places are still free.",
            "18 places are still free.",
        ),
        (
            "The bail is paid out minus a cleaning charge of 35 francs.",
            "The bail is paid out, minus 35 francs.",
            "The bail is paid out minus 53 francs.",
        ),
        (
            "By dawn the bronze beetle had moved 0.6 metres, the black beetle 1.8 metres.",
            "The black beetle moved three times as far as the bronze one.",
            "The black beetle moved twice as far as the bronze one.",
        ),
    ],
)
def test_a_value_follows_and_another_does_not(passage: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [passage], [right, wrong])

    assert found[0].outcome == "supported"
    assert found[1].outcome != "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "The pro version costs 40 dollars a month, the basic version 20.",
            "The basic version costs 20 dollars a month.",
        ),
        (
            "The bus runs every 20 minutes, at night once an hour.",
            "At night a bus comes every 60 minutes.",
        ),
        ("The field measures 120 by 80 metres.", "The field is 0.12 km long."),
        (
            "The winner, Abebe, finished in 2:08:14; the first woman, Ito, needed 2:24:50.",
            "Ito was the fastest woman.",
        ),
        ("The shop had 50 lamps. On Monday it sold 20 and on Tuesday 18.", "12 lamps were left."),
    ],
)
def test_what_is_told_in_another_form_is_not_wrong(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome != "contradicted"


@pytest.mark.parametrize("text", ["It weighs 1900 g.", "Runs of 1500 metres", "1990 sq km of wood"])
def test_four_digits_before_a_unit_are_no_year(text: str) -> None:
    read_as = read(text)

    assert not read_as.mentions
    assert len(read_as.amounts) == 1


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "Children: 15 mg/kg every 6 hours, up to 60 mg/kg per day.",
            "What is the daily limit for a child of 20 kg?",
            "A child of 20 kg may get up to 1,200 mg a day.",
            "A child of 20 kg may get up to 2,400 mg a day.",
        ),
        (
            "Rooms cost 95 euros a night.",
            "How much are three nights?",
            "It costs 285 euros.",
            "It costs 295 euros.",
        ),
    ],
)
def test_the_question_gives_the_number(passage: str, question: str, right: str, wrong: str) -> None:
    found = judge_quantities(question, [passage], [right, wrong])

    assert found[0].outcome == "supported"
    assert found[1].outcome == "open"


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("The ticket is cheaper than 15 euros.", "supported"),
        ("The ticket is cheaper than 10 euros.", "contradicted"),
        ("The ticket is dearer than 10 euros.", "supported"),
    ],
)
def test_a_comparative_before_an_amount_bounds_it(claim: str, outcome: str) -> None:
    [found] = judge_quantities("", ["The ticket costs 12 euros."], [claim])

    assert found.outcome == outcome


def test_a_depth_is_deeper_than_a_smaller_one() -> None:
    told = "Lake Orta is 18 km long and has a maximum depth of 143 metres."
    [found] = judge_quantities(
        "Is the lake deeper than 100 m?", [told], ["It is deeper than 100 m."]
    )

    assert found.outcome != "contradicted"


STUDY = "On warm days the bees left 40 minutes before the others and came back 15 minutes later."
SNACKS = """
| Snack | kcal | Fat (g) |
|---|---|---|
| Nuts | 190 | 17.0 |
| Crisps | 150 | 10.0 |
| Fruit bar | 120 | 6.0 |
"""
LAMPS = """
| Lamp | What to do |
|---|---|
| green | see p. 9 |
| red | fill the kettle |
"""
TARIFFS = """
| | Small | Large |
|---|---|---|
| Calls included | 50 | 200 |
| Further call | £0.30 | £0.10 |
"""
STORAGE = """
| | Light | Full |
|---|---|---|
| Interval | 12 h | 1 h |
| Kept for | 5 days | 20 days |
"""


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "He took tablets for two days and drops for five days.",
            "A seven-day treatment in total: two days of tablets, then five days of drops.",
        ),
        (STUDY, "The bees left about three quarters of an hour sooner and stayed out longer."),
        (SNACKS, "The fruit bar also gives you fat for the fewest calories of the three."),
        (LAMPS, "When the lamp is green, empty the kettle, fill it up and press Start."),
        (TARIFFS, "Small: 200 × £0.30 = £60"),
        (STORAGE, "Kept for: 5 days on Light versus 20 days on the two others."),
        ("Do not buy tools for more than €300 without asking.", "Ask before buying over €300."),
    ],
)
def test_what_is_right_in_other_words_is_not_refuted(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome != "contradicted"


def test_what_else_is_called_enough_is_no_case_of_a_limit() -> None:
    told = ["Bikes lent to staff must be back within four days after the ride."]

    [found] = judge_quantities(
        "I am off on a two-week ride. What do I need?", told, ["The porter's word is enough."]
    )

    assert found.outcome == "open"
