"""When something ends by the clock that starts then and lasts so long."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


def outcome(passage: str, question: str, claim: str) -> str:
    [found] = judge_quantities(question, [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "The film starts at 20:15 and runs for 135 minutes.",
            "When does the film end?",
            "At 22:30.",
            "At 22:15.",
        ),
        (
            "The ferry leaves at 23:40. The crossing takes 50 minutes.",
            "When does the ferry arrive?",
            "At 00:30.",
            "At 00:50.",
        ),
        (
            "The lecture starts at 14:00 and takes an hour and a half.",
            "",
            "The lecture is over at half past three.",
            "The lecture is over at half past four.",
        ),
    ],
)
def test_an_end_is_the_start_and_the_length(
    passage: str, question: str, right: str, wrong: str
) -> None:
    assert outcome(passage, question, right) == "supported"
    assert outcome(passage, question, wrong) != "supported"


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (
            "The exam starts at 9:00 and lasts three hours, with a break of 20 minutes.",
            "When does the exam end?",
            "At 12:00.",
        ),
        (
            "The concert begins at 7 pm; doors open 45 minutes before.",
            "When does the concert end?",
            "At 7:45 pm.",
        ),
        ("The film starts at 20:15 and runs for 135 minutes.", "", "The bar opens at 22:30."),
    ],
)
def test_what_may_be_but_a_part_is_no_end(passage: str, question: str, claim: str) -> None:
    assert outcome(passage, question, claim) != "supported"
