"""What is told in the place of a value of a claim: only what stands in the same role."""

from __future__ import annotations

from itertools import pairwise

import pytest

from groundgraph.methods.fused.instead import Sentence, in_its_place, values_held

FERRY = "The ferry to Mull sails at 8:15 and docks in Craig at 9:40."
LOAN = "The loan is granted for up to 60 months."


def instead(
    claim: str, *sentences: str, question: str = "", doubted: str = ""
) -> list[tuple[str, str]]:
    told = [Sentence(text, before) for before, text in pairwise(["", *sentences])]
    return in_its_place(claim, told, question, lambda said: doubted in said)


@pytest.mark.parametrize(
    ("claim", "told", "pair"),
    [
        ("The ferry to Mull sails at 8:45.", [FERRY], ("8:45", "8:15")),
        ("The battery is covered for 48 months.",
         ["The battery is covered for 24 months."], ("48 months", "24 months")),
        ("Adults pay 12 euros.", ["Children pay 6 euros, adults 14 euros."],
         ("12 euros", "14 euros")),
        ("The kiosk is open from 10:00 to 20:00.", ["Kiosk: open 10:00 to 18:00."],
         ("20:00", "18:00")),
        ("The fair in Lund is on 3 May 2024.",
         ["The fair is on 3 May 2024 in Malmö and on 5 June 2024 in Lund."],
         ("3 May 2024", "5 June 2024")),
        ("The contract HX-20 runs until 31 May 2025.",
         ["The number of the contract is HX-21.", "It runs from 1 June 2023 to 31 May 2024."],
         ("31 May 2025", "31 May 2024")),
        ("Check-out is at noon.", ["Check-in is at 3 pm.", "Check-out is at 11 am."],
         ("noon", "11 am")),
        ("Apply online at least four weeks before you leave.",
         ["Others must apply at least six weeks before departure."], ("four weeks", "six weeks")),
        ("In the first quarter net profit was €30 million.",
         ["Revenue rose to €412 million in the first quarter, net profit fell to €24 million."],
         ("€30 million", "€24 million")),
        ("Plan M has 5 GB.", ["Plan S has 5 GB.", "Plan M has 20 GB."], ("5 GB", "20 GB")),
    ],
)  # fmt: skip
def test_the_value_in_the_same_role_is_told(
    claim: str, told: list[str], pair: tuple[str, str]
) -> None:
    assert instead(claim, *told, doubted=pair[0]) == [pair]


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The ferry to Mull docks at 9:30.", ["The ferry to Iona docks at 9:10."]),
        ("Boats to Craig land at 8:50.", [FERRY]),
        ("After repairs you would receive 2,750 euros.", ["Repairs are paid up to 20,000 euros."]),
        ("The loan must be repaid within 36 months.", [LOAN, "Interest is due for 12 months."]),
        ("The desk lamp costs 59 euros.", ["The floor lamp is tall.", "It costs 89 euros."]),
        ("The fee is 30 euros a month.", ["The fee is 20 euros."]),
        ("The battery came out in 2021.", ["The battery came out in March 2020."]),
        ("The battery is covered for 24 months.", ["The battery is covered for two years."]),
        ("Delivery takes 4 to 6 days.", ["Delivery takes 3 to 5 days."]),
        (
            "The battery of the Kestrel e-bike is covered for 48 months or 20,000 km.",
            [
                "The Kestrel e-bike comes with a five-year warranty on the frame.",
                "The battery and the motor are covered for 24 months or 20,000 km.",
            ],
        ),
        ("The firm went public in 1998.", ["The firm was founded in 1990."]),
        ("The fair is in June.", ["The fair was in May 2024.", "The fair is on 3 May."]),
    ],
)
def test_a_value_of_another_role_or_kind_is_not(claim: str, told: list[str]) -> None:
    assert instead(claim, *told) == []


def test_what_is_not_in_doubt_has_nothing_in_its_place() -> None:
    assert instead("The ferry to Mull sails at 8:45.", FERRY, doubted="ferry") == []


def test_the_question_says_what_a_pronoun_is() -> None:
    told = "Orrery 4.2 was released on 3 June 2024."

    pairs = instead("It came out in July 2024.", told, question="When was 4.2 released?")

    assert pairs == [("July 2024", "3 June 2024")]


def test_values_are_held_in_whatever_notation() -> None:
    assert values_held("It costs €20k and opens at 2 pm.", "20,000 euros, from 14:00") == 2
