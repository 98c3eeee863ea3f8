"""Tables with spanned cells, or names of columns in two rows, as records of one row of names."""

from __future__ import annotations

import pytest

from groundgraph.text.documents.markup import plain_text
from groundgraph.types import Span

PLANS = (
    '<table><tr><th rowspan="2">Plan</th><th colspan="2">Monthly price</th>'
    '<th colspan="2">Data</th></tr><tr><th>Contract</th><th>No contract</th><th>Domestic</th>'
    "<th>EU roaming</th></tr><tr><td>Mini</td><td>€9</td><td>€12</td><td>5 GB</td><td>2 GB</td>"
    "</tr></table>"
)
STORES = (
    "<table><tr><th>Region</th><th>Store</th><th>Sales</th></tr>"
    "<tr><td rowspan=2>North</td><td>Kiel</td><td>120</td></tr><tr><td>Bremen</td><td>95</td></tr>"
    '<tr><td colspan="2">Total</td><td>215</td></tr></table>'
)
TALKS = (
    "<table><tr><th>Day</th><th>Time</th><th>Talk</th></tr>"
    '<tr><td rowspan="2">Monday</td><td>9:00</td><td>Soil</td></tr><tr><td>11:00</td><td>Bees</td>'
    '</tr><tr><td rowspan="2">Tuesday</td><td>9:00</td><td>Rain</td></tr><tr><td>11:00</td>'
    "<td>Wind</td></tr></table>"
)
POOLS = (
    '<table><tr><th colspan="3">Opening hours 2025</th></tr><tr><th>Pool</th><th>Saturday</th>'
    "<th>Sunday</th></tr><tr><td>Halle</td><td>8-20</td><td>9-18</td></tr>"
    '<tr><td>Seebad</td><td colspan="2">closed</td></tr></table>'
)
BIKES = """Sales by quarter:
|  | Q1 |  | Q2 |  |
|---|---|---|---|---|
|  | Units | Revenue | Units | Revenue |
| Bikes | 120 | 96,000 | 150 | 118,500 |"""
REPEATED = """Fares in euros:
| Zone | Adult | Adult | Child | Child |
|---|---|---|---|---|
| Zone | Single | Return | Single | Return |
| A | 3 | 5 | 1 | 2 |"""
STAFF = """Our staff:
| # | Name | Salary |
|---|---|---|
| 1 | Ines | 52,000 |
| 2 | Bola | 48,000 |"""
STREETS = """Where to park:
| Street | Left |  |
|---|---|---|
| Elm | even | odd |
| Oak | odd | even |"""


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        (
            PLANS,
            [
                "Mini — Monthly price Contract: €9",
                "Mini — Monthly price No contract: €12",
                "Mini — Data Domestic: 5 GB",
                "Mini — Data EU roaming: 2 GB",
            ],
        ),
        (
            STORES,
            [
                "Kiel — Region: North",
                "Kiel — Sales: 120",
                "Bremen — Region: North",
                "Bremen — Sales: 95",
                "Total — Sales: 215",
            ],
        ),
        (
            TALKS,
            [
                "Monday 9:00 — Talk: Soil",
                "Monday 11:00 — Talk: Bees",
                "Tuesday 9:00 — Talk: Rain",
                "Tuesday 11:00 — Talk: Wind",
            ],
        ),
        (
            POOLS,
            [
                "Opening hours 2025",
                "Halle — Saturday: 8-20",
                "Halle — Sunday: 9-18",
                "Seebad — Saturday: closed",
                "Seebad — Sunday: closed",
            ],
        ),
        (
            BIKES,
            [
                "Sales by quarter:",
                "Bikes — Q1 Units: 120",
                "Bikes — Q1 Revenue: 96,000",
                "Bikes — Q2 Units: 150",
                "Bikes — Q2 Revenue: 118,500",
            ],
        ),
        (
            REPEATED,
            [
                "Fares in euros:",
                "A — Adult Single: 3",
                "A — Adult Return: 5",
                "A — Child Single: 1",
                "A — Child Return: 2",
            ],
        ),
        (
            STAFF,
            [
                "Our staff:",
                "Ines — #: 1",
                "Ines — Salary: 52,000",
                "Bola — #: 2",
                "Bola — Salary: 48,000",
            ],
        ),
        (
            STREETS,
            [
                "Where to park:",
                "Elm — Left: even",
                "Elm: odd",
                "Oak — Left: odd",
                "Oak: even",
            ],
        ),
    ],
)
def test_each_value_stands_under_all_that_heads_it(page: str, lines: list[str]) -> None:
    read = plain_text(page)

    assert read is not None
    assert [line for line in read.text.splitlines() if line] == lines


def test_values_are_found_where_they_stand_in_the_page() -> None:
    read = plain_text(PLANS)

    assert read is not None
    for value in ("€9", "€12", "5 GB", "2 GB"):
        at = read.text.index(value)
        assert read.original(Span(at, at + len(value))).of(PLANS) == value


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td rowspan=999>a</td><td>b</td></tr></table>",
        "<table><tr><th colspan=999>a</th></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>",
        "<table><tr><td colspan=0 rowspan=0>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
        "<table><tr><td>a</td><td rowspan=3>b</td></tr><tr></tr><tr><td>c</td></tr></table>",
        "<table>" + "<tr>" + "<td colspan=999 rowspan=999>a</td>" * 300 + "</tr></table>",
    ],
)
def test_spans_that_fit_no_table_are_read(page: str) -> None:
    read = plain_text(page)

    assert read is not None
    assert len(read.text) < 10 * len(page)
