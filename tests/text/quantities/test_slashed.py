"""Dates with slashes, whose order other dates of the same evidence may tell."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

OFFERS = "Applications close on 31/10/2025. Offers are sent on 02/03/2026."
TABLE = "| Step | Date |\n|---|---|\n| Applications close | 31/10/2025 |\n| Offers | 02/03/2026 |"
ALONE = "The certificate expires on 03/11/2026."
AMERICAN = "Applications close on 10/31/2025. Offers are sent on 02/03/2026."


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        (OFFERS, "Offers are sent on 2 March 2026.", "supported"),
        (OFFERS, "Offers are sent on 02/03/2026.", "supported"),
        (OFFERS, "Offers are sent on 3 February 2026.", "contradicted"),
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


@pytest.mark.parametrize(
    ("passage", "claim", "outcome"),
    [
        ("All dates are DD/MM/YYYY. " + ALONE, "It expires on 3 November 2026.", "supported"),
        ("All dates are dd/mm/yy. " + ALONE, "It expires on 11 March 2026.", "contradicted"),
        (ALONE + " (MM/DD/YYYY)", "It expires on 11 March 2026.", "supported"),
        (ALONE, "It expires on 3 November 2026.", "open"),
        (ALONE, "It expires on 11 March 2026.", "open"),
        (ALONE, "It expires on 12 March 2026.", "contradicted"),
        (ALONE, "It expires on 03/11/2026.", "supported"),
        (ALONE, "It expires on 04/11/2026.", "open"),
        ("It expires on 3 November 2026.", "It expires on 03/11/2026.", "open"),
        (ALONE.replace("03", "11"), "It expires on 11 November 2026.", "supported"),
    ],
)
def test_a_note_tells_the_order_and_both_are_open_without_one(
    passage: str, claim: str, outcome: str
) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == outcome


def test_a_date_behind_dob_is_that_of_a_birth() -> None:
    told = "Mrs Quill (DOB 17/11/1947) was admitted on 12 Feb 2024."

    [found] = judge_quantities("", [told], ["Mrs Quill was born on 17 November 1947."])

    assert found.outcome == "supported"
