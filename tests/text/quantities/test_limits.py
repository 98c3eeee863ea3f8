"""Cases of limits and hours, ages at an event, currencies, relative dates, odd notations."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

PAIRS = [
    (
        "Orders of at least $50 ship free.",
        "An order of $60 ships free.",
        "An order of $40 ships free.",
    ),
    (
        "Applicants must be between 18 and 35 years old.",
        "A 27-year-old may apply.",
        "A 42-year-old may apply.",
    ),
    (
        "Bags heavier than 23 kg incur a fee of 60 euros.",
        "A bag of 26 kg incurs a fee.",
        "A bag of 19 kg incurs a fee.",
    ),
    (
        "The clinic is open from 8:00 to 17:30 on weekdays.",
        "At 16:45 on a Tuesday the clinic is open.",
        "At 18:45 on a Tuesday the clinic is open.",
    ),
    (
        "Helga Moritz was born on 4 May 1951. She won the Prize in October 1989.",
        "Helga Moritz was 38 when she won the Prize.",
        "Helga Moritz was 41 when she won the Prize.",
    ),
    (
        "Cancel no later than 24 hours before check-in.",
        "Cancel at least 24 hours before check-in.",
        "Cancel at most 24 hours before check-in.",
    ),
    (
        "Cancel later than 24 hours before check-in and you pay.",
        "If you cancel less than 24 hours before check-in, you pay.",
        "If you cancel more than 24 hours before check-in, you pay.",
    ),
    (
        "Send it back no later than 7 days after delivery.",
        "Send it back at most 7 days after delivery.",
        "Send it back at least 7 days after delivery.",
    ),
    (
        "Tables can be booked up to 60 days in advance.",
        "Tables can be booked 30 days in advance.",
        "Tables can be booked 90 days in advance.",
    ),
]


@pytest.mark.parametrize(("told", "right", "wrong"), PAIRS)
def test_a_case_is_held_against_its_limit(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])

    assert one.outcome == "supported"
    assert other.outcome == "contradicted"


def test_a_rule_with_an_exception_decides_no_case() -> None:
    told = "Children under 12 enter free unless there is a special exhibition."

    [found] = judge_quantities("", [told], ["A 14-year-old enters free."])

    assert found.outcome != "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (
            "Yield rose with temperature up to 80 °C and fell sharply above it.",
            "Above 80 °C the yield dropped.",
        ),
        (
            "The discount applies to orders of up to 20 crates; beyond that prices are agreed.",
            "For orders of more than 20 crates prices are agreed.",
        ),
    ],
)
def test_a_limit_says_nothing_against_its_other_side_that_is_told(passage: str, claim: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == "open"


def test_the_same_number_of_another_currency_is_wrong() -> None:
    told = "The licence costs 120 US dollars a year."

    right, wrong = judge_quantities(
        "", [told], ["The licence costs $120 a year.", "The licence costs €120 a year."]
    )

    assert (right.outcome, wrong.outcome) == ("supported", "contradicted")


def test_the_day_before_is_reckoned_from_the_last_date() -> None:
    told = "The concert takes place on Friday, 14 June 2024. The rehearsal is the day before."

    [found] = judge_quantities("", [told], ["The rehearsal is on Thursday, 13 June."])

    assert found.outcome == "supported"


def test_a_vulgar_fraction_is_an_amount() -> None:
    told = "Place the hangers ¼-inch down from the top edge and 8 inches apart."

    [found] = judge_quantities("", [told], ["Place the hangers 1/4 inch down from the top edge."])

    assert found.outcome == "supported"


def test_a_text_that_ends_in_the_word_of_a_bound_is_read() -> None:
    assert read("lyrics by the four tops").words


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (
            "Teams must have three to six members.",
            "A team of five can enter.",
            "A team of 7 is ok.",
        ),
        (
            "Teams must have three to six members.",
            "No, a team of seven is too large.",
            "No, a team of five is too small.",
        ),
        (
            "Passwords must have at least 12 characters and at least two digits.",
            "A password with 10 characters is not accepted.",
            "A password with 10 characters is accepted.",
        ),
        (
            "Passwords must have at least 12 characters and must contain a digit.",
            "A password with 14 characters and a digit is accepted.",
            "A password with 10 characters and a digit is accepted.",
        ),
        (
            "Groups of 10 or more get a discount.",
            "A group of 12 gets a discount.",
            "A group of 8 gets a discount.",
        ),
        (
            "There are at most four people per table.",
            "Three people can sit at a table.",
            "Five people can sit at a table.",
        ),
        (
            "No more than two bags are allowed per passenger.",
            "A passenger may bring two bags.",
            "A passenger may bring three bags.",
        ),
    ],
)
def test_a_count_is_a_case_of_a_limit(told: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [told], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_of_two_conditions_a_case_must_meet_both() -> None:
    told = "The ride is open to children aged 12 and over who are at least 140 cm tall."
    claims = [
        "An 11-year-old is allowed on the ride.",
        "A child who is 130 cm tall is allowed on the ride.",
        "A 13-year-old who is 150 cm tall is allowed on the ride.",
        "A 13-year-old is allowed on the ride.",
    ]

    found = judge_quantities("", [told], claims)

    outcomes = ["contradicted", "contradicted", "supported", "open"]
    assert [each.outcome for each in found] == outcomes


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("Orders over 50 euros ship free.", "An order of 40 euros is possible."),
        ("Groups of 10 or more must book ahead.", "A group of 8 can join."),
        ("Teams must submit three to six photos.", "A team of seven can enter."),
        ("Groups must bring at least two adults.", "A group of one is allowed."),
        ("Most passwords must have 12 characters or more.", "A password with 10 characters is ok."),
        (
            "The ride is open to children aged 12 and over or at least 140 cm tall.",
            "An 11-year-old is allowed on the ride.",
        ),
        (
            "Dogs over 10 kg and under 40 cm are allowed in the park.",
            "A dog of 12 kg is allowed in the park.",
        ),
    ],
)
def test_a_rule_on_something_else_decides_no_case(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == "open"
