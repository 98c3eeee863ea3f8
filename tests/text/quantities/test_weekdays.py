"""Days of the week on which something recurs."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

TOLD = [
    "The museum is open on Mondays, Wednesdays and Fridays.",
    "Bins are emptied on Mondays and Thursdays, bottles on the first Tuesday of the month.",
    "The ferry runs daily. The shuttle bus runs from Monday to Friday.",
]


@pytest.mark.parametrize(
    ("question", "claim", "outcome"),
    [
        ("", "The museum is open on Wednesdays.", "supported"),
        ("", "The museum is open on Tuesdays.", "contradicted"),
        ("", "The museum isn't open on Tuesdays.", "supported"),
        ("When is the museum open?", "On Tuesdays.", "contradicted"),
        ("", "The shuttle bus runs on weekends.", "contradicted"),
        ("", "The shuttle bus runs on Wednesdays.", "supported"),
        ("", "The ferry runs on Sundays.", "supported"),
        ("", "Bins are emptied on Tuesdays.", "open"),  # the sentence tells of two things
        ("", "The museum is closed on Mondays.", "open"),
    ],
)
def test_days_are_held_against_those_told_of_the_same(
    question: str, claim: str, outcome: str
) -> None:
    assert judge_quantities(question, TOLD, [claim])[0].outcome == outcome


def test_days_that_another_sentence_tells_of_go_against_none() -> None:
    told = "The shop closes at 18:30 on weekdays. On Saturdays it closes at noon."
    outcomes = [
        judge_quantities("", [told], [f"The shop closes at {time} on Saturday."])[0].outcome
        for time in ("noon", "18:30")
    ]
    assert outcomes == ["supported", "contradicted"]
