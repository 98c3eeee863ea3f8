"""Results of tests beside the values that are normal."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

TESTS = """| Test | Result | Unit | Reference range |
|---|---|---|---|
| Haemoglobin | 13.8 | g/dL | 13.0–17.0 |
| Ferritin | 9 | µg/L | 15–150 |"""


@pytest.mark.parametrize("head", ["Reference range", "Range (by laboratory)"])
@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("Haemoglobin is 13.8 g/dL, within the reference range.", "supported"),
        ("Haemoglobin is 17.0 g/dL, within the reference range.", "contradicted"),
        ("The ferritin is 9 µg/L (reference range 15–150).", "supported"),
        ("The ferritin is 15 µg/L (reference range 9–150).", "contradicted"),
        ("Ferritin is 9 µg/L, which is below the normal range.", "supported"),
    ],
)
def test_a_value_told_before_those_that_are_normal_is_the_result(
    head: str, claim: str, outcome: str
) -> None:
    [found] = judge_quantities("", [TESTS.replace("Reference range", head)], [claim])

    assert found.outcome == outcome


def test_what_is_said_to_be_normal_is_held_against_the_range() -> None:
    claims = [
        "15–150 µg/L is the reference range of ferritin.",
        "The reference range of ferritin is 15–150 µg/L.",
        "The reference range of ferritin is 9–150 µg/L.",
    ]

    open_, right, wrong = (judge_quantities("", [TESTS], [claim])[0].outcome for claim in claims)

    assert (open_ != "contradicted", right, wrong) == (True, "supported", "contradicted")
