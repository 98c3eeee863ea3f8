"""An amount of those that something does not hold of, and that of the group beside."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

FLOOD = "The flood reached 900 farms. By June, water had been pumped out of all but 70 of them."
TICKETS = "All but four of the tickets were used."
TRIAL = "55% of the coached pupils passed, against 41% in the usual lessons."
TYRES = "Drivers on new tyres stopped in 31 m, compared with 44 m on worn ones."
GOALS = "The Otters scored 14 goals versus 9 for the Herons."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (
            FLOOD,
            "By June, 830 farms had been pumped out.",
            "By June, 70 farms had been pumped out.",
        ),
        (TICKETS, "All but four of the tickets were used.", "Four of the tickets were used."),
        (TICKETS, "Four of the tickets were not used.", "Only four tickets were used."),
        (TRIAL, "41% passed in the usual lessons.", "55% passed in the usual lessons."),
        (TRIAL, "55% of the coached pupils passed.", "41% of the coached pupils passed."),
        (TYRES, "Drivers on worn tyres stopped in 44 m.", "Drivers on worn tyres stopped in 31 m."),
        (GOALS, "The Herons scored 9 goals.", "The Herons scored 14 goals."),
    ],
)
def test_an_amount_is_of_its_group_alone(passage: str, right: str, wrong: str) -> None:
    assert (outcome(passage, right), outcome(passage, wrong)) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        ("The path is paved, apart from 2 km of gravel.", "2 km of the path are gravel."),
        ("All bags but for two heavy ones were loaded.", "Two bags were heavy."),
        ("The board voted 9 to 2 against the plan of 3 million.", "9 voted against the plan."),
    ],
)
def test_what_is_told_of_the_exceptions_is_right(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"
