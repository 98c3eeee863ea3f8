"""Ways to write numbers, units and times of day that people use: groups, halves, millions."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("2 gross of screws", 288, ""),
        ("half a gross of eggs", 72, ""),
        ("a half-dozen eggs", 6, ""),
        ("three score and ten", 70, ""),
        ("1.2m downloads", 1_200_000, ""),
        ("1.2m cable", 1.2, "m"),
        ("3M users", 3_000_000, ""),
        ("15 bn people", 15_000_000_000, ""),
        ("quarter of a million", 250_000, ""),
        ("a quarter century", 0.25, "centuries"),
        ("3 out of every 10", 0.3, ""),
        ("three sixteenths", 0.1875, ""),
        ("⅝ inch", 0.625, "inches"),
        ("half a thousandth of it", 0.0005, ""),
        ("0.12 t", 0.12, "t"),
        ("10 t-shirts", 10, ""),
        ("5 A4 sheets", 5, ""),
        ("7 sq. m", 7, "m²"),
        ("12 dag", 12, "dag"),
        ("four degrees below zero", -4, "degrees"),
        ("CHF 1'200", 1200, "CHF"),
    ],
)
def test_an_amount_is_read(text: str, value: float, unit: str) -> None:
    [amount, *others] = read(text).amounts
    assert not others
    assert float(amount.value) == pytest.approx(value)
    assert amount.unit.name == unit


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("It leaves at twenty-five to seven.", [395, 1115]),
        ("closed at a quarter to nine", [525, 1245]),
        ("at half seven", [450, 1170]),
        ("at 20 past 3", [200, 920]),
        ("The shop opens again at two.", [120, 840]),
        ("open from nine to five", [540, 1260, 300, 1020]),
        ("reached Drum at 1125 hours", [685]),
        ("1500 hours of lectures", []),
        ("each month, 19h30, room 4", [1170]),
        ("open 10h00–18h00", [600, 1080]),
        ("It took 16h30 in all, after 3h40 of it rain.", []),
        ("The shop opens at five places.", []),
        ("He started school at five.", []),
        ("ten to six days", []),
        ("half seven of them", []),
    ],
)
def test_a_time_of_day_is_read(text: str, minutes: list[int]) -> None:
    assert [m for mention in read(text).mentions for m in mention.moment.minutes] == minutes


DOOR = "Pharmacy hours: Mon-Fri 8:30-13:00 and 15:00-19:00, Sat 9:00-12:00."
LIBRARY = "Town library: Tuesday to Friday 10:00–13:00, 14:00–18:30; Saturday 10:00–14:00."
SHELF = "Shelf BRAGE: evenly spread load per shelf 0.12 t, total load not above 0.5 t."
FERRY = "The ferry leaves the island at twenty-five to nine and at five past four."
EGGS = "Kitchen slip: for Sunday's breakfast order 3 dozen eggs, 4 kg tomatoes and 60 rolls."
VOTES = "900 members, 600 votes cast. Of these votes 450 came by post and 150 at the desk."
PARKING = "First 20 minutes free with a ticket. Then 1 euro per half hour, up to 150 minutes."
LINE = "We can supply 250 Mbit/s down in Nettlebed. In Ashby the line carries 100 Mbit/s down."


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (
            DOOR,
            "On weekdays it closes at one and reopens at three.",
            "On weekdays it closes at two.",
        ),
        (DOOR, "On Saturdays it closes at noon.", "On Saturdays it opens at three."),
        (
            LIBRARY,
            "On Wednesdays the library is open until half past six.",
            "On Wednesdays the library is open until half past five.",
        ),
        (SHELF, "The total load is at most 500 kg.", "The total load is at most 600 kg."),
        (EGGS, "The breakfast needs thirty-six eggs.", "The breakfast needs thirty eggs."),
        (
            VOTES,
            "The post brought three quarters of all votes cast.",
            "The post brought two thirds of all votes cast.",
        ),
        (
            PARKING,
            "With a ticket the first third of an hour is free.",
            "With a ticket the first half of an hour is free.",
        ),
        (FERRY, "The ferry leaves the island at 8:35.", "The ferry leaves the island at 9:25."),
        (LINE, "In Ashby the line carries 100 Mbps.", "In Ashby the line carries 100 Gbps."),
    ],
)
def test_claims_are_held_against_them(evidence: str, right: str, wrong: str) -> None:
    [one], [other] = (judge_quantities("", [evidence], [claim]) for claim in (right, wrong))
    assert one.outcome == "supported"
    assert other.outcome != "supported"
    assert other.score > one.score + 0.1


def test_a_time_between_two_openings_is_no_end_of_them() -> None:
    [judged] = judge_quantities("", [LIBRARY], ["On Sunday the library closes at six."])
    assert judged.outcome != "supported"


def test_shares_of_a_list_are_told_once() -> None:
    told = "Output in March: wind 25 per cent, hydro 40, gas 22. Hydro has 3 plants, gas 2."
    claims = ["Hydro made 40% of the output in March.", "Hydro made 22% of the output in March."]

    right, wrong = judge_quantities("", [told], claims)

    assert (right.outcome, wrong.outcome) == ("supported", "open")
    assert [a.unit.name for a in read(told).amounts][:3] == ["%"] * 3
    assert all(a.unit.name != "%" for a in read(told).amounts[3:])


@pytest.mark.parametrize("claim", ["within 7 days", "up to 7 days", "5 to 7 days"])
def test_both_ends_of_a_range_within_which_something_is_are_told(claim: str) -> None:
    told = "Refunds are issued within 5 to 7 days."
    right, wrong = judge_quantities("", [told], [f"Refunds take {claim}.", "Refunds take 9 days."])
    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")
