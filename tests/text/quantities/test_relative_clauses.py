"""What "which" and "who" take up is what is told of it: "more than the Basic, which costs 49"."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.written.model import read

PLANS = "The Pro costs 20 euros more than the Basic, which costs 49 euros."
HOTELS = "Our hotel, which has 40 rooms, is smaller than the Ritz, which has 120 rooms."
COUPLE = "Ana, who was born in 1950, is married to Leo, who was born in 1947."


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (PLANS, "The Basic costs 49 euros."),
        (PLANS, "The Pro costs 69 euros."),
        (HOTELS, "The Ritz has 120 rooms."),
        (HOTELS, "Our hotel has 40 rooms."),
        (COUPLE, "Leo was born in 1947."),
        ("Mia is 12 cm taller than her brother, who is 1.60 m.", "Mia is 1.72 m tall."),
        (
            "The tower is 12 m higher than the mast. The mast is 40 m high.",
            "The tower is 52 m high.",
        ),
    ],
)
def test_a_value_is_of_what_stands_before_the_pronoun(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome == "supported"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        (PLANS, "The Basic costs 69 euros."),
        (PLANS, "The Pro costs 29 euros."),
        (HOTELS, "Our hotel has 120 rooms."),
        (COUPLE, "Ana was born in 1947."),
        (
            "The tower is 12 m higher than the mast. The mast is 40 m high.",
            "The mast is 52 m high.",
        ),
    ],
)
def test_it_is_not_of_the_subject_of_the_sentence(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])

    assert found.outcome != "supported"


def test_a_letter_in_brackets_makes_a_name_of_a_number() -> None:
    assert read("A 401(k) has higher limits than 501(c) groups.").amounts == []
    assert len(read("We sold 401 (in May).").amounts) == 1
