"""Two values of a table's row or column, told each of what the other is."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

PHONES = (
    "| Device | Loss excess | Damage excess |\n|---|---|---|\n"
    "| Nori 15 | £125 | £75 |\n| Nori 14 | £100 | £60 |"
)
BANK = (
    "channel,daily limit,fee\nMobile app,25000 euros,2 euros\n"
    "Online banking,50000 euros,9 euros\nBranch,250000 euros,25 euros"
)
SHEET = "Weight: 3 kg\nCapacity: 5 kg\nColour: red"


@pytest.mark.parametrize(
    ("passage", "right", "exchanged"),
    [
        (
            PHONES,
            "The Nori 15 has a loss excess of £125 and a damage excess of £75.",
            "The Nori 15 has a loss excess of £75 and a damage excess of £125.",
        ),
        (
            BANK,
            "Online banking costs 9 euros, the mobile app 2 euros.",
            "Online banking costs 2 euros, the mobile app 9 euros.",
        ),
        (
            SHEET,
            "Its weight is 3 kg and its capacity is 5 kg.",
            "Its weight is 5 kg and its capacity is 3 kg.",
        ),
    ],
)
def test_cells_that_a_claim_exchanges_are_contradicted(
    passage: str, right: str, exchanged: str
) -> None:
    [good], [bad] = (judge_quantities("", [passage], [claim]) for claim in (right, exchanged))

    assert good.outcome == "supported"
    assert (bad.outcome, bad.certainty) == ("contradicted", "certain")


@pytest.mark.parametrize(
    "claim",
    [
        "The loss and damage excesses of the Nori 15 are £125 and £75 respectively.",
        "The Nori 15 does not have a loss excess of £75 and a damage excess of £125.",
        "The excesses of the Nori 15 are £75 and £125.",
    ],
)
def test_nothing_is_exchanged_that_is_in_order_denied_or_unnamed(claim: str) -> None:
    [judged] = judge_quantities("", [PHONES], [claim])

    assert judged.outcome != "contradicted"
