"""How many of each thing a list or table has."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

STOCK = '[{"name": "Bolt", "qty": 40}, {"name": "Nut", "qty": 12}]'
ORDER = """{"order": "88213", "items": [{"name": "Kettle", "qty": 2}, {"name": "Toaster",
"qty": 1}]}"""
LISTED = "Stock:\n- Bolts: 40\n- Nuts: 12"
TABLE = "| Item | Quantity | Price |\n|---|---|---|\n| Bolt | 40 | $3 |\n| Washer | 7 | $2 |"


@pytest.mark.parametrize(
    ("passage", "claim", "expected"),
    [
        (STOCK, "There are 40 bolts.", "supported"),
        (STOCK, "There are 12 bolts.", "contradicted"),
        (STOCK, "The box holds 40 bolts and 12 nuts.", "supported"),
        (STOCK, "Each of the 12 nuts takes one bolt.", "open"),
        (ORDER, "Your order has two kettles.", "supported"),
        (ORDER, "Your order contains two kettles and one toaster.", "supported"),
        (ORDER, "Your order contains 3 kettles.", "contradicted"),
        (ORDER, "It contains one kettle and two toasters.", "contradicted"),
        (LISTED, "We have 12 nuts in stock.", "supported"),
        (LISTED, "There are 12 bolts.", "contradicted"),
        (TABLE, "There are 7 washers.", "supported"),
        (TABLE, "There are 12 washers.", "contradicted"),
        (TABLE, "You get 3 washers for $6.", "supported"),
    ],
)
def test_things_are_counted_by_their_row(passage: str, claim: str, expected: str) -> None:
    [found] = judge_quantities("", [passage], [claim])

    assert found.outcome == expected
