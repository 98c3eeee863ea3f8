"""Tables and records as tools return them: ids, decimal commas, counted rows, differences."""

from __future__ import annotations

import json

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.reading import tables

PRICES = "| Item | Price |\n|---|---|\n| Brio | €39 |\n| Lumo | €55 |"
KETTLES = "The Brio kettle costs €39. The Lumo kettle costs €55."
ORDERS = json.dumps(
    [{"id": "A-1041", "placed_on": "2024-03-02"}, {"id": "A-1042", "placed_on": "2024-03-11"}]
)
NUMBERED = ORDERS.replace("A-", "")
SCREWS = "Product;Unit price\nWasher M6;0,05\nHex nut M6;12,50"
CENTS = json.dumps([{"name": "Lamp", "price_cents": 4599}, {"name": "Chair", "price_cents": 12900}])
HIRED = "name,hired\nInes,2019-04-01\nJonas,2021-09-15\nMei,2017-02-01"
LATENCY = "Test,p50 ms,p99 ms\nread,4,31\nwrite,9,88"
INVOICE = """pos,item,qty,amount
1,Hosting,1,240.00
2,Domain,3,36.00
3,Support hours,5,425.00"""
HOTELS = """| Hotel | Stars | Breakfast | Free rooms |
|---|---:|---|---:|
| Seeblick | 4 | included | 3 |
| Alpenhof | 3 | not included | 0 |
| Zur Post | 3 | included | 7 |
| Grand Lux | 5 | included | 1 |"""
STAFF = """| Employee | Department |
|---|---|
| Ana | Sales |
| Ben | IT |
| Cleo | Sales |"""
SHOPS = "| Shop | City |\n|---|---|\n| A1 | Kiel |\n| B2 | Kiel, Bonn |\n| C3 | Ulm |"
YEARS = "In 2020 the shop sold 23 lamps, in 2021 it sold 39 lamps, and in 2022 it sold 55 lamps."


def outcome(passage: str, claim: str) -> str:
    [found] = judge_quantities("", [passage], [claim])
    return found.outcome


@pytest.mark.parametrize(
    ("passage", "right", "wrong"),
    [
        (ORDERS, "A-1041 was placed on 2 March 2024.", "A-1041 was placed on 11 March 2024."),
        (
            NUMBERED,
            "Order 1041 was placed on 2 March 2024.",
            "Order 1041 was placed on 11 March 2024.",
        ),
        (SCREWS, "The Washer M6 costs €0.05.", "The Washer M6 costs €12.50."),
        (HIRED, "Ines was hired on 1 April 2019.", "Ines was hired on 15 September 2021."),
        (LATENCY, "The p99 of reads is 31 ms.", "The p99 of reads is 88 ms."),
        (INVOICE, "3 domains were billed.", "2 domains were billed."),
        (PRICES, "The Brio costs €39 instead of €55.", "The Brio costs €39 instead of €65."),
        (PRICES, "The Brio is cheaper (€39 vs. €55).", "The Brio is cheaper (€55 vs. €39)."),
        (KETTLES, "The Brio is cheaper (€39 vs. €55).", "The Brio is cheaper (€55 vs. €39)."),
        (PRICES, "The Brio costs €39, not €55.", "The Brio costs €55, not €39."),
        (PRICES, "The Brio is €16 cheaper.", "The Lumo is €16 cheaper."),
        (PRICES, "The Lumo is €16 more expensive.", "The Brio is €16 more expensive."),
        (KETTLES, "You pay €16 more for the Lumo.", "You pay €16 more for the Brio."),
        (HOTELS, "Two hotels have three stars.", "Three hotels have three stars."),
        (HOTELS, "Three hotels include breakfast.", "Two hotels include breakfast."),
        (STAFF, "Two employees are in Sales.", "Three employees are in Sales."),
    ],
)
def test_what_the_cells_say_is_told_from_what_they_do_not(
    passage: str, right: str, wrong: str
) -> None:
    assert outcome(passage, right) == "supported"
    assert outcome(passage, wrong) == "contradicted"


def test_cents_are_added() -> None:
    assert outcome(CENTS, "Together they cost €174.99.") == "supported"
    assert outcome(CENTS, "Together they cost €184.99.") != "supported"


@pytest.mark.parametrize(
    ("passage", "claim"),
    [
        (HOTELS, "Three of the four hotels have free rooms."),
        (HOTELS, "Three hotels have no free rooms."),
        (SHOPS, "One shop is in Kiel."),
        (SHOPS, "Three shops are closed in Kiel."),
        (YEARS, "In 2021, 16 more lamps were sold."),
        (PRICES, "The Lumo has a better lid, and the other one is €16 cheaper."),
        (PRICES, "In the sale it is €16 cheaper."),
        (PRICES, "A buyer of the Brio would pay €16 more."),
    ],
)
def test_what_is_not_sure_goes_against_nothing(passage: str, claim: str) -> None:
    assert outcome(passage, claim) != "contradicted"


def test_a_cell_is_no_number_of_rows() -> None:
    assert outcome(HOTELS, "Seven hotels are open.") != "supported"


def test_a_column_that_counts_the_rows_names_none() -> None:
    assert {cell.row for cell in tables(INVOICE).cells} == {"Hosting", "Domain", "Support hours"}
    league = "rank,team,points\n1,Kiel,40\n3,Ulm,31\n4,Bonn,30"
    assert {cell.row for cell in tables(league).cells} == {"1", "3", "4"}


def test_a_cell_with_a_decimal_comma_stands_where_it_is_written() -> None:
    [cell] = [cell for cell in tables(SCREWS).cells if cell.value == "12.50"]

    assert cell.span.of(SCREWS) == "12,50"
