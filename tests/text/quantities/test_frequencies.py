"""How often something is, told by times and by what lies between them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

SENSOR = "The sensor reports every 15 minutes, the gateway to the cloud every 6 hours."
SHUTTLE = "The shuttle leaves the terminal every 20 minutes."
BUS = "The bus runs every 20 minutes, at night once an hour."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right"),
    [
        (SENSOR, "The sensor reports four times an hour."),
        (SENSOR, "The gateway reports four times a day."),
        (SHUTTLE, "The shuttle leaves three times an hour."),
        ("The scheduler asks twice a minute.", "The scheduler asks every 30 seconds."),
        (BUS, "At night a bus comes every 60 minutes."),
    ],
)
def test_as_often_in_other_words_agrees(passage: str, right: str) -> None:
    assert outcome(passage, right) == "supported"


def test_another_frequency_than_the_only_one_differs() -> None:
    assert outcome(SHUTTLE, "The shuttle leaves the terminal twice an hour.") == "contradicted"


def test_beside_several_none_is_contradicted() -> None:
    assert outcome(BUS, "The bus runs twice an hour.") != "contradicted"
