"""What a claim reckons itself: its sum of its own parts, a change from one value to another."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_CABIN = "Cabin hire 240 GBP. Linen 36 GBP. Cleaning 55 GBP. The pool is closed."
_ORDER = "Desk 180 EUR. Chair 95 EUR. Delivery 20 EUR. A voucher takes 30 EUR off the goods."
_HEATING = "Statement for flat 3B: heating 2021: 640. Heating 2022: 832. Water 2021: 210."
_VAN = "Van and driver 180 per day; each helper 110 per day. Asked for: one day, two helpers."


@pytest.mark.parametrize(
    ("told", "claim", "right", "wrong"),
    [
        (
            _CABIN,
            "Cabin 240 GBP, linen 36 GBP and cleaning 55 GBP, so {} GBP in all.",
            "331",
            "321",
        ),
        (
            _ORDER,
            "Desk 180 EUR plus chair 95 EUR, less the 30 EUR voucher, makes {} EUR.",
            "245",
            "255",
        ),
        (_HEATING, "Heating went up from 640 to 832, a rise of {} per cent.", "30", "23"),
        (_HEATING, "Heating went from 640 to 832, which is up by {}.", "192", "182"),
    ],
)
def test_it_is_held_against_its_own_parts(told: str, claim: str, right: str, wrong: str) -> None:
    good, bad = (judge_quantities("", [told], [claim.format(each)])[0] for each in (right, wrong))
    assert good.outcome == "supported"
    assert bad.outcome == "contradicted"


@pytest.mark.parametrize(
    "claim",
    [
        "The desk is 180 EUR and the chair 95 EUR, so with delivery 295 EUR in all.",
        "The cabin is 240 GBP rather than 36 GBP, so 500 GBP in all.",
    ],
)
def test_a_sum_may_have_more_than_is_told_before_it(claim: str) -> None:
    [found] = judge_quantities("", [_CABIN, _ORDER], [claim])
    assert found.outcome != "contradicted"


def test_a_right_sum_of_its_own_parts_is_not_another_sum() -> None:
    [found] = judge_quantities(
        "", [_VAN], ["The van is 180 and two helpers are 220, so 400 in all."]
    )
    assert found.outcome != "contradicted"


@pytest.mark.parametrize("share", ["a quarter", "a third"])
def test_a_thing_numbered_is_no_operand(share: str) -> None:
    told = (
        "Scope 1 emissions were 640 t in the base year and 480 t last year. Scope 2 emissions fell."
    )
    [found] = judge_quantities("", [told], [f"Scope 1 emissions have come down by {share}."])
    assert "− 1)" not in found.explanation
    assert found.outcome != ("contradicted" if share == "a quarter" else "supported")


RATE = "Crash rate fell from 1.8% to 0.6%."


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("The crash rate dropped by two thirds, from 1.8% to 0.6%.", "supported"),
        ("The crash rate dropped by half, from 1.8% to 0.6%.", "contradicted"),
        ("The crash rate dropped by two thirds.", "supported"),
        ("The crash rate fell by half.", "contradicted"),
        ("The crash rate fell by 1.2 percentage points.", "supported"),
        ("The crash rate fell by 1.2%.", "open"),  # points, as some put it
    ],
)
def test_a_share_falls_by_a_share_of_itself_or_in_points(claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [RATE], [claim])
    assert found.outcome == outcome
