"""Changes with a sign beside changes told in words."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

RESULTS = "Revenue rose 8% to €412 million, while net profit fell by a fifth to €24 million."
MONTHS = "Sales dropped 3.5 percent in May, after a 4 percent rise in April."
LOSS = "The net loss fell by 20%."
TWICE = "Turnout, which fell 4% last time, rose 4%."
LEVEL = "Unemployment fell to 8%."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (RESULTS, "Net profit: −20%", "supported"),
        (RESULTS, "Net profit: +20%", "contradicted"),
        (RESULTS, "Revenue (+8%)", "supported"),
        (RESULTS, "Revenue (-8%)", "contradicted"),
        (RESULTS, "Revenue: +9%", "open"),
        (MONTHS, "Sales in May: -3.5%", "supported"),
        (MONTHS, "Sales in April: -4%", "contradicted"),
        (LOSS, "Net loss: -20%", "supported"),
        (LOSS, "Net result: -20%", "open"),
        (TWICE, "Turnout: +4%", "supported"),
        (LEVEL, "Unemployment: -8%", "open"),
    ],
)
def test_a_sign_goes_the_way_that_a_word_tells(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
