"""Several amounts of a claim that one sentence of the evidence tells in the same order."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.quantities import judge_quantities

WORK = Passage(
    "Working from abroad is limited to 20 days a year and must be approved two weeks ahead.", "1"
)
STUDY = Passage("In the study, 14% of patients had nausea and 3% had headaches.", "2")

SALES = Passage("Sales of bicycles grew by 12% and sales of helmets by 30% last year.", "4")


def outcome(claim: str, passage: Passage) -> str:
    [judged] = judge_quantities("", [passage], [claim])
    return judged.outcome


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Working abroad is possible for 20 days a year if it is approved 14 days ahead.", WORK),
        ("Working abroad is possible for 20 days a year, approved two weeks ahead.", WORK),
        ("Nausea occurred in 14% and headaches in 3%.", STUDY),
        ("Helmet sales went up 30% last year and bicycle sales 12%.", SALES),
    ],
)
def test_amounts_in_the_order_of_the_sentence_agree(claim: str, passage: Passage) -> None:
    assert outcome(claim, passage) == "supported"


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Working abroad is possible for 14 days a year if it is approved 20 days ahead.", WORK),
        ("Working abroad is possible for 20 days a year if it is approved 10 days ahead.", WORK),
        ("3% had nausea and 14% had headaches.", STUDY),
    ],
)
def test_others_do_not(claim: str, passage: Passage) -> None:
    assert outcome(claim, passage) != "supported"


def test_a_value_less_the_difference_is_that_of_the_other_thing() -> None:
    told = Passage("The tower is 96 metres tall, 12 metres taller than the cathedral.", "3")

    assert outcome("The cathedral is 84 metres tall.", told) == "supported"
    assert outcome("The tower is 84 metres tall.", told) != "supported"


def test_changes_told_side_by_side_are_not_reckoned_with() -> None:
    told = Passage("Self-reported burnout fell by 28% and sick days by 17% in the trial.", "5")

    assert outcome("Sick days dropped by 17%.", told) == "supported"
    assert outcome("Burnout, as reported, dropped by 28%.", told) == "supported"
    assert outcome("Sick days dropped by 28%.", told) != "supported"


def test_the_value_of_another_in_a_list_is_not_told_alongside() -> None:
    told = Passage(
        "Transfers: domestic free; SEPA 0.20; worldwide 15.00 plus 0.1% of the sum.", "6"
    )

    assert outcome("A worldwide transfer costs 15.00 plus 0.1% of the sum.", told) == "supported"
    assert outcome("A worldwide transfer costs 0.20 plus 0.1% of the sum.", told) != "supported"
