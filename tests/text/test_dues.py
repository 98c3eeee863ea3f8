"""Yes or no to what is needed, paid or allowed."""

from __future__ import annotations

import pytest

from groundgraph.text.asked.declaratives import statement
from groundgraph.text.passage_units import Unit
from groundgraph.text.short_answers.dues import says_due


@pytest.mark.parametrize(
    ("question", "told", "yes"),
    [
        ("Do I have to pay for towels?", "Towels are included in the price.", False),
        ("Is there a charge for parking?", "Parking is €4 per day.", True),
        ("Does the audio guide cost anything?", "The audio guide is free of charge.", False),
        ("Must I register?", "Registration is voluntary.", False),
        ("Do we need to register?", "Registration is mandatory.", True),
        ("Can cats stay?", "Cats are not allowed.", False),
        ("Do Polish visitors need a visa?", "Polish visitors enter visa-free.", False),
        ("Do I have to pay for towels?", "Towels are free for members.", None),
        ("Do I have to pay for towels?", "Bathrobes are included in the price.", None),
        ("Do I have to pay for towels?", "Towels are included in the price for members.", None),
        ("Can dogs stay?", "Dogs are welcome in the garden.", None),
        (
            "Do Polish visitors need a visa?",
            "Polish visitors enter without a visa until 2027.",
            None,
        ),
    ],
)
def test_a_sentence_answers_that_says_it_of_all(question: str, told: str, yes: bool | None) -> None:
    made = statement(question, "No.")

    assert made is not None
    found = says_due(made, [Unit("1", None, told, None)])
    assert (found and found.yes) is yes
