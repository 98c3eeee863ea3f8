"""Years beside the centuries that they lie in."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

YEAR = "The abbey was founded in 1147."
CENTURY = "The abbey was founded in the 12th century."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (YEAR, "The abbey was founded in the 12th century.", "supported"),
        (YEAR, "The abbey was founded in the twelfth century.", "supported"),
        (YEAR, "The abbey was founded in the mid-12th century.", "supported"),
        (YEAR, "The abbey was founded in the 11th century.", "contradicted"),
        (YEAR, "The abbey was founded in the early 12th century.", "contradicted"),
        (CENTURY, "The abbey was founded in the 1100s.", "supported"),
        (CENTURY, "The abbey was founded in 1147.", "open"),
        (CENTURY, "The abbey was founded in 1250.", "contradicted"),
        ("The abbey was founded in 1200.", "The abbey was founded in the 12th century.", "open"),
        ("The abbey dates from the 5th century BC.", "It dates from the 6th century.", "open"),
    ],
)
def test_a_year_is_of_its_century(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
