"""Lists of things bought, with what comes off and on top of them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_ORDER = "Order: 3 x notebook A5 at 4.20; 2 x fountain pen at 18.50; 1 x ink 7.00. Delivery 4.50."
_TOOLS = "Quote: 2 × drill at 120.00; 4 × clamp at 15.00 each. Trade customers get 5% off. In EUR."
_TABLE = (
    "Table 4: 3 x soup at 6.00 each; 3 x curry at 12.50 each; 2 x lassi at 4.00 each. "
    "A 12 per cent service charge is added."
)


@pytest.mark.parametrize(
    ("told", "claim", "right", "wrong"),
    [
        (_ORDER, "With delivery the order comes to {}.", "61.10", "56.60"),
        (_ORDER, "The total is {}.", "61.10", "56.60"),
        (_ORDER, "The goods come to {}.", "56.60", "57.10"),
        (_TOOLS, "With the trade discount the tools cost {} EUR.", "285", "300"),
        (_TOOLS, "The tools cost {} EUR before the discount.", "300", "270"),
        (_TABLE, "With service the bill comes to {}.", "71.12", "63.50"),
    ],
)
def test_what_is_bought_is_added_up(told: str, claim: str, right: str, wrong: str) -> None:
    good, bad = (judge_quantities("", [told], [claim.format(each)])[0] for each in (right, wrong))
    assert good.outcome == "supported"
    assert bad.outcome != "supported"


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("The shelf holds 3 x 12 jars and 2 x 10 tins.", "The jars come to 56."),
        ("2 x lamp at 35.00. The rug is sold out.", "The order comes to 105.00."),
    ],
)
def test_what_is_no_receipt_comes_to_nothing(told: str, claim: str) -> None:
    [found] = judge_quantities("", [told], [claim])
    assert found.outcome != "supported"
