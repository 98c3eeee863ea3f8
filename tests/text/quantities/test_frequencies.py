"""How often something happens, told by a word and by a number."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

CLUB = "The chess club sits quarterly in the old mill; its library opens on Fridays."
LEAVES = "The gutters are cleared every four months."
HOW_OFTEN = "How often does the chess club meet?"


@pytest.mark.parametrize(
    ("passage", "question", "claim", "outcome"),
    [
        (CLUB, HOW_OFTEN, "The chess club has four meetings a year.", "supported"),
        (CLUB, HOW_OFTEN, "The chess club has six meetings a year.", "contradicted"),
        (LEAVES, "", "The gutters are cleared three times a year.", "supported"),
        (LEAVES, "", "The gutters are cleared twice a year.", "contradicted"),
        (CLUB, "", "The chess club has six members a year.", "open"),
        ("Take two drops every four hours.", "", "Take 8 drops a day.", "open"),
        (
            "The daily sales of the kiosk are small.",
            "",
            "The kiosk is cleaned twice a day.",
            "open",
        ),
        ("Rent is 300 euros monthly.", "", "Rent is raised twice a year.", "open"),
    ],
)
def test_a_word_tells_how_often(passage: str, question: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == outcome
