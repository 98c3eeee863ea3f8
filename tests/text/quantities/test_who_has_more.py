"""A difference that is right is not right of whoever has less."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ARCHIVES = (
    "Ms Adeyemi: MA, eleven years in municipal archives.",
    "Mr Holub: PhD, seven years at a university archive.",
)
CLUB = ("In 2019 the club had 85 members. In 2020 it had 73.",)


@pytest.mark.parametrize(
    ("evidence", "claim", "outcome"),
    [
        (ARCHIVES, "Ms Adeyemi has four more years in archives.", "supported"),
        (ARCHIVES, "Mr Holub has four more years in archives.", "open"),
        (ARCHIVES, "Mr Holub does not have four more years in archives.", "supported"),
        (CLUB, "The club had 12 fewer members in 2020.", "supported"),
    ],
)
def test_that_a_difference_is_given_to_the_one_that_has_more(
    evidence: tuple[str, ...], claim: str, outcome: str
) -> None:
    [found] = judge_quantities("Which of the candidates has more?", evidence, [claim])
    assert found.outcome == outcome, found.explanation


def test_that_a_difference_of_the_one_that_has_less_counts_against_a_claim() -> None:
    right, wrong = judge_quantities(
        "Which of the candidates has more?",
        ARCHIVES,
        ["Ms Adeyemi has four more years.", "Mr Holub has four more years."],
    )
    assert right.score < 0.5 < wrong.score
