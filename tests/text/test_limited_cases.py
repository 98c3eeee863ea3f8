from __future__ import annotations

import pytest

from groundgraph.text.asked.declaratives import statement
from groundgraph.text.passage_units import Unit
from groundgraph.text.short_answers.limited_cases import ruled


def said(question: str, told: str, answer: str = "Yes.") -> tuple[bool, int] | None:
    made = statement(question, answer)
    assert made is not None
    texts = ["The shop is in Faro.", told]
    found = ruled(made, [Unit("1", None, text, None) for text in texts])
    return None if found is None else found[:2]


@pytest.mark.parametrize(
    ("question", "told", "yes"),
    [
        ("Am I eligible at 17?", "Applicants must be at least 18 years old.", False),
        ("Am I eligible at 20?", "Applicants must be at least 18 years old.", True),
        ("Can I join at 17?", "You must be at least 18 to join.", False),
        (
            "Do I get free shipping on a $40 order?",
            "Free shipping applies to orders over $50.", False,
        ),
        (
            "Do I get free shipping on a $60 order?",
            "Free shipping applies to orders over $50.", True,
        ),
        ("Can I carry over 8 days?", "Up to 5 unused days may be carried over.", False),
        ("Can I carry over 3 days?", "Up to 5 unused days may be carried over.", True),
        ("Can I bring 3 pets?", "Guests may bring up to 2 pets.", False),
        ("I'm 22. Can I rent a car?", "Drivers must be at least 25 to rent a car.", False),
        ("I'm 26. Can I rent a car?", "Drivers must be at least 25 to rent a car.", True),
        ("Can I rent a car if I'm 22?", "Drivers must be at least 25 to rent a car.", False),
        ("My son is 7. Does he enter free?", "Children under 6 enter free.", False),
        (
            "My dog weighs 12 kg. Can it travel in the cabin?",
            "Dogs up to 10 kg may travel in the cabin.", False,
        ),
        (
            "My order comes to 35 euros. Is shipping free?",
            "Shipping is free for orders over 50 euros.", False,
        ),
        (
            "I received it 40 days ago. Can I return it?",
            "Returns are accepted within 30 days of delivery.", False,
        ),
        (
            "We are a group of 12. Do we get the discount?",
            "Groups of 10 or more get a discount.", True,
        ),
        ("I weigh 95 kg. Can I ride?", "Riders must weigh at most 90 kg.", False),
    ],
)  # fmt: skip
def test_a_limit_decides_the_case_of_a_question(question: str, told: str, *, yes: bool) -> None:
    assert said(question, told) == said(question, told, "No.") == (yes, 1)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Is the fee $60?", "The fee is over $50."),
        ("Did she score 57?", "The pass mark is 60."),
        ("Can I bring a 25 kg bag?", "Bags of up to 23 kg are free."),
        ("Can I arrive at 9?", "Guests over 18 may arrive at 10."),
        ("Did 30 people attend?", "Up to 50 people may attend."),
        ("Can I bring pets?", "Guests may bring up to 2 pets."),
    ],
)
def test_what_is_no_case_of_a_limit_is_left_open(question: str, told: str) -> None:
    assert said(question, told) is None
