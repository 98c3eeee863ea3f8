"""Values that the evidence tells of one of several things of a kind."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.conflicts import find_conflicts
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.headed import meant, stretches

CARS = [
    "Volta X2: battery 62 kWh, range 410 km, charging up to 130 kW (10-80% in 31 minutes).",
    "Volta X3: battery 82 kWh, range 530 km, charging up to 175 kW (10-80% in 27 minutes).",
    "All batteries have a warranty of 8 years.",
]
PLANS = [
    (
        "Basic: 5 users, 10 GB of storage, email support, $9 a month.\n"
        "Pro: 20 users, 100 GB of storage, chat support, $29 a month.\n"
        "Enterprise: from 50 users, 1 TB of storage, phone support, price on request."
    )
]
KETTLES = [
    "The Nordhaus 400 has a 3.5-litre tank and weighs 4.1 kg. It boils a litre in 45 seconds.",
    "The Nordhaus 500 has a 4.2-litre tank and weighs 5.3 kg. It boils a litre in 30 seconds.",
]
OFFICES = ["Our offices: Lisbon (42 desks, opened 2015), Gdansk (77 desks, opened 2018)."]
SHIPPING = ["Standard shipping\n3-5 days, 4.90 EUR.\n\nExpress shipping\n1-2 days, 12.90 EUR."]
DOCTORS = ["Dr. Elif Kaya (cardiology): Monday, room 214.\nDr. Jan Novak (skin): Friday, room 307."]
FLATS = ["Apartment A: 62 m², 890 euros. Apartment B: 75 m², 1,040 euros."]
PAIRS = [
    (CARS, "", "The Volta X2 has a battery of 62 kWh.", "The Volta X2 has a battery of 82 kWh."),
    (CARS, "How fast does the Volta X2 charge?", "Up to 130 kW.", "Up to 175 kW."),
    (CARS, "What is the range of the X3?", "It has a range of 530 km.", "It is 410 km."),
    (PLANS, "", "The Pro plan costs $29 a month.", "The Pro plan costs $9 a month."),
    (PLANS, "", "Basic comes with email support.", "Basic comes with phone support."),
    (KETTLES, "How fast is the Nordhaus 400?", "It needs 45 seconds.", "It needs 30 seconds."),
    (OFFICES, "", "The Gdansk office opened in 2018.", "The Gdansk office opened in 2015."),
    (SHIPPING, "", "Express shipping costs 12.90 EUR.", "Express shipping costs 4.90 EUR."),
    (FLATS, "How much is apartment A?", "Apartment A is 890 euros.", "Apartment A is 1,040 euros."),
]


@pytest.mark.parametrize(("passages", "question", "right", "wrong"), PAIRS)
def test_a_value_of_another_thing_is_contradicted(
    passages: list[str], question: str, right: str, wrong: str
) -> None:
    [good] = judge_quantities(question, passages, [right])
    [bad] = judge_quantities(question, passages, [wrong])
    assert good.outcome != "contradicted"
    assert bad.outcome == "contradicted"


@pytest.mark.parametrize(
    ("passages", "claim"),
    [
        (CARS, "The battery of the Volta X2 has a warranty of 8 years."),  # of all
        (CARS, "The Volta X3 has a range of 530 km, 120 km more than the X2."),
        (PLANS, "Pro costs $20 more a month than Basic."),
        (PLANS, "Basic has 5 users and Pro has 20 users."),
        (PLANS, "Pro comes to $348 a year."),
        (
            ["Monday: soup, 4 euros. Tuesday: pasta, 6 euros. Every day: salad, 4 euros."],
            "On Tuesday you can have a salad for 4 euros.",
        ),
        (
            ["For delays of over 2 hours you get a meal; for delays of over 3 hours 250 euros."],
            "You get 250 euros if the delay is over 3 hours.",
        ),
    ],
)
def test_what_is_of_all_or_compares_is_left_alone(passages: list[str], claim: str) -> None:
    [judged] = judge_quantities("", passages, [claim])
    assert judged.outcome != "contradicted"


def test_a_value_that_the_thing_lacks_agrees_with_nothing() -> None:
    recipe = ["Step 1: Mix 200 g of flour with 3 eggs. Step 2: Bake for 25 minutes."]
    [judged] = judge_quantities("", recipe, ["In step 1 you bake for 25 minutes."])
    assert judged.outcome == "open"


def test_the_one_that_is_named_is_meant() -> None:
    every = stretches(tuple(DOCTORS))
    [novak] = meant(every, "When can I see Dr. Novak?")
    assert novak.span.of(DOCTORS[0]) == "Friday, room 307."
    assert meant(every, "Does Dr. Novak work with Dr. Kaya?") == []
    assert meant(every, "On Friday.", "When does Jan Novak see patients?") == [novak]


def test_a_record_of_one_thing_has_no_heads() -> None:
    assert stretches(("Order 4411: 3 boxes.",)) == ()


def test_different_models_do_not_disagree() -> None:
    passages = [Passage(text, str(number)) for number, text in enumerate(CARS, 1)]
    claim = "It goes from 10 to 80% in 31 minutes."
    assert find_conflicts("How fast does it charge?", passages, [claim]) == ()
