"""What the judge of quantities says of rates, doses, parts, temperatures and how often."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import QuantityJudgement, judge_quantities
from groundgraph.text.quantities.written.model import read

SHIFT = "Staff on the night shift earn a supplement of £45 a week."
TABLETS = "Adults take three 400 mg tablets of ibuprofen a day with food."
RENT = "The rent of the flat is $2,100 a month."
STAFF = "The company had 310 employees at the start of the year, hired 45 and lost 28."
PLANS = "A subscription costs 9.50 euros a month or 99 euros a year."
SHIPPING = "Standard shipping costs $4.99 and express shipping $11.99."


def judged(passage: str, claim: str) -> QuantityJudgement:
    [found] = judge_quantities("", [passage], [claim])
    return found


@pytest.mark.parametrize(
    ("passage", "claim", "told"),
    [
        (SHIFT, "The night-shift supplement comes to £2,340 a year.", "45 × 52 = £2,340"),
        (RENT, "The yearly rent is $25,200.", "2,100 × 12 = $25,200"),
        ("The pump moves 20 litres an hour.", "The pump moves 480 litres a day.", "20 × 24 = 480"),
        (TABLETS, "Adults take 1,200 mg of ibuprofen a day.", "3 × 400 = 1,200 mg"),
        (
            "The patient was given ibuprofen 400 mg three times a day.",
            "The patient was given 1,200 mg of ibuprofen a day.",
            "3 × 400 = 1,200 mg",
        ),
        (
            "Amoxicillin was prescribed at 250 mg every eight hours.",
            "The patient takes 750 mg of amoxicillin a day.",
            "3 × 250 = 750 mg",
        ),
        (
            "The court awarded damages of $30,000 to each of the four plaintiffs.",
            "The court awarded $120,000 in total.",
            "4 × 30,000 = $120,000",
        ),
        (
            "Of the 240 members, three quarters voted for the merger.",
            "180 members voted for the merger.",
            "0.75 × 240 = 180",
        ),
        (STAFF, "The company ended the year with 327 employees.", "310 + 45 − 28 = 327"),
        ("Okafor scored twice for Leeds.", "Okafor scored two goals for Leeds.", "2 times = 2"),
        (
            "The company was fined twice last year.",
            "The company received two fines last year.",
            "2 times = 2",
        ),
    ],
)
def test_what_is_reckoned_from_a_rate_or_a_part_is_supported(
    passage: str, claim: str, told: str
) -> None:
    found = judged(passage, claim)

    assert found.outcome == "supported"
    assert told in found.explanation


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (SHIFT, "The night-shift supplement comes to £2,540 a year."),
        (TABLETS, "Adults take 1,600 mg of ibuprofen a day."),
        (STAFF, "The company ended the year with 355 employees."),
        ("Okafor scored twice for Leeds.", "Okafor scored three goals for Leeds."),
        ("Normal body temperature is around 36.8 °C.", "It is normally around 96.2 °F."),
        ("He is 6 ft 2 in tall.", "He is about 178 cm tall."),
    ],
)
def test_another_value_is_not_supported(passage: str, claim: str) -> None:
    assert judged(passage, claim).outcome != "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (PLANS, "Paying by the year saves 15 euros."),
        ("The fridge stands at 40 °F.", "The fridge is kept at 5 °C."),
    ],
)
def test_what_may_be_right_is_not_contradicted(passage: str, claim: str) -> None:
    assert judged(passage, claim).outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("Bake at 350°F for 40 minutes.", "Bake at about 175 °C for 40 minutes."),
        ("Store the vials at 41°F or colder.", "The vials must be kept at 5 °C or colder."),
        ("The tank holds 50 US gallons.", "The tank holds about 190 litres."),
        ("He is 6 ft 2 in tall.", "He is about 188 cm tall."),
        ("Standard shipping costs $4.99, express shipping $11.99.", "Express costs $11.99."),
        (SHIPPING, "Express shipping costs more than twice as much as standard shipping."),
        ("Pump A uses 30 kW where pump B uses 45 kW.", "Pump A uses less power than pump B."),
    ],
)
def test_what_is_told_in_other_units_or_words_is_supported(passage: str, claim: str) -> None:
    assert judged(passage, claim).outcome == "supported"


@pytest.mark.parametrize(
    ("written", "per"),
    [
        ("She earns £600 weekly.", "weeks"),
        ("Take 400 mg three times a day.", ""),
        ("It runs 5 daily flights.", "days"),
        ("Take 250 mg every eight hours.", ""),
        ("The dose is 750 mg of salt a day.", "days"),
    ],
)
def test_what_an_amount_is_for_one_of(written: str, per: str) -> None:
    assert read(written).amounts[0].per == per


def test_a_rate_is_no_amount_of_its_own() -> None:
    [amount] = read("The dose is 750 mg of salt a day.").amounts

    assert amount.noun == ("salt",)
