"""Which came first or last, by the dates of what did the same."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

JOINED = ("Maria joined the firm in 2015, Tom in 2018, Ines in 2021.",)
RELEASED = ("The Alpha was released in 2015. The Beta was shown in 2012 and released in 2018.",)


@pytest.mark.parametrize(
    ("question", "evidence", "right", "wrong"),
    [
        ("Who joined first?", JOINED, "Maria joined first.", "Tom joined first."),
        ("Who joined last?", JOINED, "Ines joined last.", "Maria joined last."),
        ("Who joined first?", JOINED, "Maria joined first.", "Ines joined first."),
    ],
)
def test_that_dates_lean_to_who_was_first(
    question: str, evidence: tuple[str, ...], right: str, wrong: str
) -> None:
    held, against = judge_quantities(question, evidence, [right, wrong])
    assert held.score < 0.5
    assert held.score < against.score


def test_that_what_did_something_else_is_not_held_against_it() -> None:
    [found] = judge_quantities("Which was released first?", RELEASED, ["Alpha was released first."])
    assert found.score <= 0.5
