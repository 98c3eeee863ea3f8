"""What sentences tell of ranges."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.ranged import ranged_cells

DOSES = (
    "Oral suspension 100 mg/5 ml. 6–12 months: 2.5 ml three times a day. 1–3 years: 5 ml three"
    " times a day. 4–6 years: 7.5 ml three times a day."
)
TIERS = "Delays of 15-29 minutes: 25% of a ticket. 30-59 minutes: 50%. 60-119 minutes: 100%."


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("A 5-year-old takes 7.5 ml three times a day.", "supported"),
        ("A 5-year-old takes 5 ml three times a day.", "contradicted"),
        ("A two-year-old takes 2.5 ml three times a day.", "contradicted"),
    ],
)
@pytest.mark.parametrize("lines", [False, True])
def test_a_claim_falls_into_a_range(claim: str, outcome: str, lines: bool) -> None:
    told = DOSES.replace(". ", "\n").rstrip(".") if lines else DOSES
    [judged] = judge_quantities("", [told], [claim])
    assert judged.outcome == outcome


def test_tiers_that_begin_in_a_sentence_are_left_to_it() -> None:
    assert not list(ranged_cells(TIERS, [], 0))
    [(found, span)] = ranged_cells(DOSES, [], 3)
    assert [cell.table for cell in found] == [3, 3, 3]
    assert all(cell.span.of(DOSES) == cell.value for cell in found)
    assert span.of(DOSES).startswith("6–12 months")
    assert not list(ranged_cells(DOSES, [span], 0))
