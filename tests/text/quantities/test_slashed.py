"""Dates with slashes, whose order other dates of the same evidence may tell."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

OFFERS = "Applications close on 31/10/2025. Offers are sent on 02/03/2026."
TABLE = "| Step | Date |\n|---|---|\n| Applications close | 31/10/2025 |\n| Offers | 02/03/2026 |"
AMERICAN = "Applications close on 10/31/2025. Offers are sent on 02/03/2026."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (OFFERS, "Offers are sent on 2 March 2026.", "supported"),
        (OFFERS, "Offers are sent on 02/03/2026.", "supported"),
        (OFFERS, "Offers go out on 3 February 2026.", "contradicted"),
        (OFFERS, "Offers are sent on 03/02/2026.", "contradicted"),
        (TABLE, "Offers are sent on 2 March 2026.", "supported"),
        (AMERICAN, "Offers are sent on 3 February 2026.", "supported"),
        (AMERICAN, "Offers are sent on 2 March 2026.", "contradicted"),
    ],
)
def test_a_day_above_twelve_tells_the_order(passage: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome
    assert found.claim == claim
