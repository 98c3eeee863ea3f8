"""What so much more of one thing makes of another that is told for it."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


def outcomes(passage: str, question: str, *claims: str) -> list[str]:
    return [judge_quantities(question, [passage], [claim])[0].outcome for claim in claims]


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "One sack (25 kg) makes 12 litres of mortar.",
            "",
            "A hundred kilos of the product give 48 litres of mortar.",
            "A hundred kilos of the product give 60 litres of mortar.",
        ),
        (
            "For 4 people take 300 g of rice and 2 onions.",
            "How much rice do I need for 6 people?",
            "You need 450 g of rice.",
            "You need 600 g of rice.",
        ),
        (
            "The recipe serves 4 and takes 200 g of butter.",
            "How much butter for 10 people?",
            "500 g",
            "400 g",
        ),
        (
            "The car used 18 litres for 300 km.",
            "",
            "At that rate 600 km take 36 litres.",
            "At that rate 600 km take 30 litres.",
        ),
        (
            "Take 5 ml for every 10 kg of body weight.",
            "How much does a dog of 25 kg get?",
            "12.5 ml",
            "15 ml",
        ),
    ],
)
def test_more_of_one_is_more_of_the_other(
    passage: str, question: str, right: str, wrong: str
) -> None:
    good, bad = outcomes(passage, question, right, wrong)

    assert good == "supported"
    assert bad != "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The hall is 20 m long and has 300 seats.", "A hall 40 m long has 600 seats."),
        ("It took 3 hours for 12 km.", "The 24 km took 6 hours."),
        (
            "One litre covers 8 m². Two coats are needed on wood.",
            "Finishing 16 square metres of wood takes two litres.",
        ),
    ],
)
def test_what_is_not_told_for_the_other_is_no_proportion(passage: str, claim: str) -> None:
    assert outcomes(passage, "", claim) != ["supported"]
