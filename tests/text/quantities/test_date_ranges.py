"""Ranges of dates whose year is told once."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        ("The trial ran from 12 January to 9 February 2023.", "The trial lasted four weeks.",
         "supported"),
        ("The trial ran from 12 January to 9 February 2023.", "The trial ran for six weeks.",
         "contradicted"),
        ("The trial ran from 12 January to 9 February 2023.", "The trial began on 12 January 2023.",
         "supported"),
        ("The fair was open from May 3 to May 17, 2024.", "The fair lasted two weeks.",
         "supported"),
        ("The show ran from 20 December to 3 January 2024.", "The show began on 20 December 2023.",
         "supported"),
    ],
)  # fmt: skip
def test_the_first_date_has_the_year_of_the_last(told: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [told], [claim])

    assert judged.outcome == outcome


def test_a_start_is_no_end() -> None:
    told = ["The sale is on until 30 June 2024."]
    claims = ["The sale ends on 30 June 2024.", "The sale starts on 30 June 2024."]

    assert [each.outcome for each in judge_quantities("", told, claims)] == ["supported", "open"]
