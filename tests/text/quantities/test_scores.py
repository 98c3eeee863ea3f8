"""Who beat whom, and by how much."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

BEATEN = "Rovers were beaten 1-4 at home by City on Saturday, their heaviest defeat this season."
DOWN = "Ostrava's women went down 24–27 at home to Zubří on Saturday."


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (BEATEN, "City beat Rovers by three goals.", "City beat Rovers by four goals."),
        (BEATEN, "City beat Rovers 4-1.", "Rovers beat City 4-1."),
        (DOWN, "Zubří beat Ostrava by three goals.", "Ostrava beat Zubří by three goals."),
    ],
)
def test_a_defeat_told_with_its_score_tells_winner_and_margin(
    passage: str, right: str, wrong: str
) -> None:
    outcomes = [judge_quantities("", [passage], [claim])[0].outcome for claim in (right, wrong)]

    assert outcomes == ["supported", "contradicted"]
