"""What is free in lists and tables of prices."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

LISTED = "Fees:\n- Name change: £25\n- Date change: free"
TABLE = "| Service | Price |\n|---|---|\n| Name change | £25 |\n| Date change | Free |"


@pytest.mark.parametrize("passage", [LISTED, LISTED.partition("\n")[2], TABLE])
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("A date change is free.", "supported"),
        ("There is no fee for a date change.", "supported"),
        ("A name change costs £25.", "supported"),
        ("The name change fee is £25.", "supported"),
        ("A name change is free.", "contradicted"),
        ("Name changes are free of charge.", "contradicted"),
        ("A date change costs £25.", "contradicted"),
    ],
)
def test_each_entry_has_its_own_price(passage: str, claim: str, expected: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == expected


@pytest.mark.parametrize(
    ("passages", "claim"),
    [
        (["- Delivery: £5\n- Returns: free", "Delivery is free from £50."], "Delivery is free."),
        (["- Room: £80\n- Breakfast: free"], "The room has free wifi."),
        (["- Lift pass: £40\n- Locker: free"], "A lift pass is not free."),
        (["Oslo\n- Parking: £5\n- Locker: £2", "Bergen\n- Parking: free"], "Parking is free."),
    ],
)
def test_what_may_be_free_is_left_open(passages: list[str], claim: str) -> None:
    [found] = judge_quantities("", passages, [claim])

    assert found.outcome != "contradicted"


def test_a_claim_that_tells_two_fields_is_not_held_against_either() -> None:
    told = "- Plan: Pro\n- Plan owner: Ana\n- Region: EU"
    [found] = judge_quantities("", [told], ["The owner of the Pro plan is Ana."])

    assert found.outcome == "supported"
