"""Sums of money whose currency stands in a field or column of its own."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

SHELF = (
    '[{"name": "Alpha", "price": 30, "currency": "EUR", "stock": 4},'
    ' {"name": "Beta", "price": 45, "currency": "USD", "stock": 0}]'
)
INVOICE = (
    '{"invoice": {"number": "A-17", "currency": "GBP", "total": 120.5,'
    ' "lines": [{"item": "Desk", "price": 100}]}}'
)
TABLE = """| Role | Salary | Currency |
|---|---|---|
| Analyst | 52000 | CHF |
| Clerk | 41000 | EUR |"""
LIST = "Order 88\nTotal: 40\nCurrency: EUR\nItems: 3"


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (SHELF, "Alpha costs 30 euros.", "Alpha costs 30 dollars."),
        (SHELF, "The price of Beta is $45.", "The price of Beta is €45."),
        (INVOICE, "The total of the invoice is £120.50.", "The total of the invoice is $120.50."),
        (INVOICE, "The price of the desk is £100.", "The price of the desk is €100."),
        (
            TABLE,
            "The salary of the analyst is CHF 52,000.",
            "The salary of the analyst is €52,000.",
        ),
        (LIST, "The total is €40.", "The total is $40."),
    ],
)
def test_a_sum_is_in_the_currency_beside_it(passage: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [passage], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_a_currency_is_told_with_the_sum() -> None:
    [found] = judge_quantities("", [SHELF], ["Beta costs 45 euros."])

    assert "Beta, price: 45 USD" in found.explanation


def test_a_count_beside_a_currency_has_none() -> None:
    [found] = judge_quantities("", [SHELF], ["There are 4 of Alpha in stock."])

    assert found.outcome == "supported"
