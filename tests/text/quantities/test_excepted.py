"""What holds of most things beside what is told of some alone."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RETURNS = """RETURNS & REFUNDS
Most items: 30 days from delivery.
Exceptions
 * Headphones and earbuds ....... 14 days, unopened only
 * Gift cards ................... non-returnable
 * Large appliances ............. 7 days"""
SHOP = """Returns: all items can be returned within 60 days of purchase. Exceptions:
- Swimwear and underwear: 14 days, hygiene seal intact
- Clearance items: final sale"""


def outcome(passage: str, question: str, claim: str) -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "question", "right"),
    [
        (RETURNS, "how long do i have to return headphones", "14 days, unopened only."),
        (RETURNS, "", "Earbuds can be returned within 14 days of delivery."),
        (RETURNS, "How long can I return a lamp?", "30 days from delivery."),
        (RETURNS, "", "Large appliances can be returned within 7 days of delivery."),
        (SHOP, "", "You have 14 days to return a swimsuit, with the hygiene seal intact."),
        (SHOP, "Can I return a jacket?", "Yes, within 60 days of purchase."),
    ],
)
def test_what_is_told_of_the_thing_named_holds(passage: str, question: str, right: str) -> None:
    assert outcome(passage, question, right) == "supported"


@pytest.mark.parametrize(
    ("passage", "question", "wrong"),
    [
        (RETURNS, "how long do i have to return headphones", "30 days from delivery."),
        (RETURNS, "", "You can return headphones within 30 days of delivery."),
        (SHOP, "", "You have 60 days to return underwear."),
    ],
)
def test_what_holds_of_most_does_not_hold_of_it(passage: str, question: str, wrong: str) -> None:
    assert outcome(passage, question, wrong) == "contradicted"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            "The maximum daily amount of the syrup is 30 ml.",
            "The maximum daily amount of the syrup is 45 ml.",
        ),
        ("A dose of the syrup is 10 ml.", "A dose of the syrup is 15 ml."),
    ],
)
def test_a_limit_told_beside_an_amount_is_no_exception_to_it(right: str, wrong: str) -> None:
    told = [
        "Syrup: one dose is 10 ml, at most 30 ml a day.",
        "Drops: one dose is 15 ml, at most 45 ml a day.",
    ]

    found = judge_quantities("", told, [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (RETURNS, "A fridge can be returned within 7 days of delivery."),
        (SHOP, "You have 60 days to return a swimsuit."),
    ],
)
def test_what_may_be_one_of_them_is_left_open(passage: str, claim: str) -> None:
    assert outcome(passage, "", claim) == "open"


EXCESS = (
    "For each claim you pay an excess of £75 per person. "
    "For travellers aged 66 or over the excess is £150 per person."
)
ENTRY = "The entry fee is £12. The entry fee for children under 16 is £6."


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (EXCESS, "im 67, what excess", "At 67 you'd pay £150.", "At 67 you'd pay £75 per claim."),
        (EXCESS, "I'm 40. What is the excess?", "You pay £75.", "You pay £150 per claim."),
        (
            EXCESS,
            "",
            "Travellers aged 66 or over pay an excess of £150 per person.",
            "Travellers aged 66 or over pay an excess of £75 per person.",
        ),
        (
            ENTRY,
            "",
            "A 12-year-old pays an entry fee of £6.",
            "A 12-year-old pays an entry fee of £12.",
        ),
    ],
)
def test_an_age_is_held_against_what_is_told_of_those_of_that_age(
    passage: str, question: str, right: str, wrong: str
) -> None:
    assert outcome(passage, question, right) == "supported"
    assert outcome(passage, question, wrong) == "contradicted"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (EXCESS, "The excess is £75 per person, or £150 for travellers aged 66 or over."),
        (ENTRY, "The entry fee is £6 for children under 16 and £12 otherwise."),
        (
            "The excess is £250. Drivers under 25 pay an additional excess of £300.",
            "At 22 you pay an excess of £250, and £300 on top.",
        ),
    ],
)
def test_what_tells_both_or_adds_to_the_rule_goes_not_against_it(passage: str, claim: str) -> None:
    assert outcome(passage, "", claim) != "contradicted"
