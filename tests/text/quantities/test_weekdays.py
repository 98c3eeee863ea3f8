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


CLINIC = "Dr Osei sees patients on Mondays and Thursdays; Dr Brandt on Tuesdays and Fridays."
CLASSES = "Ana teaches on Mondays and Ben teaches on Tuesdays."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (CLINIC, "Dr Osei sees patients on Mondays.", "Dr Osei sees patients on Fridays."),
        (CLINIC, "Dr Brandt sees patients on Fridays.", "Dr Brandt sees patients on Mondays."),
        (CLASSES, "Ben teaches on Tuesdays.", "Ben teaches on Mondays."),
    ],
)
def test_days_are_those_of_whom_a_claim_names(passage: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]
