"""Names that only a number tells from others: "George V", "George VI"."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

KINGS = "George V died in 1936 and was succeeded by Edward VIII."
WAR = "He was wounded in World War I and decorated."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (KINGS, "George V died in 1936.", "supported"),
        (KINGS, "George the Fifth died in 1936.", "supported"),
        (KINGS, "George VI died in 1936.", "contradicted"),
        (KINGS, "George the Sixth died in 1936.", "contradicted"),
        (KINGS, "Edward VII succeeded George V.", "contradicted"),
        (KINGS, "Edward VIII was a nephew of George III.", "open"),
        (WAR, "He was wounded in World War II and decorated.", "contradicted"),
        (WAR, "He was wounded in World War I.", "open"),
        ("Malcolm X was born in Omaha.", "Malcolm was born in Omaha.", "open"),
    ],
)
def test_a_number_tells_one_ruler_from_another(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
