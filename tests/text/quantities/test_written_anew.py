"""Dates of a claim that are written in another way than those of the evidence."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

ORDER = "order_id: 4411\nshipped: 2025-03-09\ndelivered: 2025-03-12"


@pytest.mark.parametrize(
    ("told", "claim", "expected"),
    [
        ("It expires on 2026-05-14.", "It expires on 14 May 2026.", "supported"),
        (
            "The certificate expires on 2026-05-14.",
            "The certificate expires on 14 June 2026.",
            "contradicted",
        ),
        (
            '{"name":"Priya Nair","renewal":"2026-02-28"}',
            "The renewal of Priya Nair is on 28 March 2026.",
            "contradicted",
        ),
        (ORDER, "The order was delivered on 12 March 2025.", "supported"),
        (ORDER, "The order was delivered on 9 March 2025.", "contradicted"),
    ],
)
def test_a_month_by_name_is_held_against_one_in_digits(
    told: str, claim: str, expected: str
) -> None:
    [judged] = judge_quantities("", [told], [claim])

    assert judged.outcome == expected


@pytest.mark.parametrize("told", ["between 1 May and 30 September", "1 May - 30 September"])
def test_a_month_within_bounds_that_a_cell_tells_is_not_contradicted(told: str) -> None:
    beach = f"Beach: Sandmouth\nDogs: banned {told}\nShowers: 20p"

    [judged] = judge_quantities("", [beach], ["Dogs are banned in August."])

    assert judged.outcome == "open"
