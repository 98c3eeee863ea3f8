"""Tables whose columns only blanks part."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.tables.reading import tables
from groundgraph.text.quantities.tables.spaced import Form, cut, form_of

INCOME = """(in millions, except per share) 2023 2022
Revenue 4,120 3,870
Net income 512 498
Diluted EPS 2.31 2.20"""
BALANCE = """Consolidated balance sheet
 2023 2022
Current assets:
Cash and cash equivalents $ 1,204 $ 988
Receivables 431 402
Long-term debt (310) (290)
The debt is due in 2027."""
PEOPLE = """Name      Age  City
Ana        31  Porto
Ben Okoro  28  Leeds
Cara       45  Ghent"""


def read(text: str) -> list[tuple[str, str, str]]:
    found = tables(text)
    assert all(cell.span.of(text) == cell.value for cell in found.cells)
    return [(cell.row, cell.column, cell.value) for cell in found.cells]


def test_years_head_the_values_below() -> None:
    assert read(INCOME) == [
        ("Revenue", "2023", "4,120"),
        ("Revenue", "2022", "3,870"),
        ("Net income", "2023", "512"),
        ("Net income", "2022", "498"),
        ("Diluted EPS", "2023", "2.31"),
        ("Diluted EPS", "2022", "2.20"),
    ]


def test_currencies_brackets_and_lines_without_values_are_read() -> None:
    found = read(BALANCE)

    assert ("Cash and cash equivalents", "2023", "$ 1,204") in found
    assert ("Long-term debt", "2022", "(290)") in found
    assert len(found) == 6


def test_columns_two_blanks_apart_have_names() -> None:
    found = read(PEOPLE)

    assert ("Ben Okoro", "Age", "28") in found
    assert ("Cara", "City", "Ghent") in found


@pytest.mark.parametrize(
    "text",
    [
        "He arrived in 2012.  She came later.\nThey met in 2014.  It was late.",
        "It rose from 2012 to 2014\nand fell after that",
        "Prices of 2022 2023\nwere alike",
        "",
        "a  b",
    ],
)
def test_prose_is_no_table(text: str) -> None:
    assert not tables(text).cells


@pytest.mark.parametrize(
    ("table", "claim", "outcome"),
    [
        (INCOME, "Net income was $512 million in 2023, up from $498 million in 2022.", "supported"),
        (INCOME, "Revenue was 4,120 million in 2022.", "contradicted"),
        (INCOME, "Net income was lower in 2023 than in 2022.", "contradicted"),
        (BALANCE, "Receivables were 431 in 2023.", "supported"),
        (BALANCE, "Receivables were 402 in 2023.", "contradicted"),
        (PEOPLE, "Ben Okoro lives in Ghent.", "contradicted"),
        (PEOPLE, "Cara is the oldest.", "supported"),
    ],
)
def test_claims_are_held_against_the_right_cell(table: str, claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [table], [claim])

    assert found.outcome == outcome


def test_a_line_of_other_values_ends_a_table() -> None:
    head = form_of("2023 2022", None)

    assert head == Form("headed", 2)
    assert form_of("Revenue 12 14 16", head) is None
    assert cut("Current assets:", 0, Form("headed", 2)) == []


def test_an_invoice_has_rows_and_totals() -> None:
    invoice = (
        "Item            Qty   Price    Amount\n"
        "Chair             4   45.00    180.00\n"
        "Desk              1  230.00    230.00\n"
        "Subtotal                       410.00\n"
        "Total due                      492.00"
    )

    found = judge_quantities(
        "", [invoice], ["The total due is 492.00.", "The total due is 410.00."]
    )

    assert [each.outcome for each in found] == ["supported", "contradicted"]


DISKS = """Filesystem      Size  Used Avail Use% Mounted on
/dev/sda1        50G   31G   17G  65% /
/dev/sdb1       200G  188G   12G  94% /var"""
MEMORY = """              total        used        free      shared   available
Mem:           15Gi       9.2Gi       1.1Gi       312Mi       5.9Gi
Swap:         2.0Gi       1.8Gi       204Mi"""
OFFER = """Description         Qty   Unit price
Rack server R540    3      2,150.00
SFP+ module         12        38.50"""
GROWN_TOGETHER = """Name       Used Left
first       12G  4G  /a
second      31G 8G   /b"""


@pytest.mark.parametrize(
    ("text", "row", "cells"),
    [
        (DISKS, "/dev/sdb1", ["200G", "188G", "12G", "94%", "/var", "/dev/sdb1"]),
        (MEMORY, "Swap:", ["2.0Gi", "1.8Gi", "204Mi"]),
        (OFFER, "SFP+ module", ["12", "38.50", "SFP+ module"]),
        (GROWN_TOGETHER, "second", []),
    ],
)
def test_columns_stand_below_each_other(text: str, row: str, cells: list[str]) -> None:
    assert [value for name, _, value in read(text) if name == row] == cells


def test_heads_of_several_words_are_one() -> None:
    assert ("/dev/sda1", "Mounted on", "/") in read(DISKS)


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("The unit price of the SFP+ module is 38.50.", "supported"),
        ("The unit price of the SFP+ module is 2,150.00.", "contradicted"),
    ],
)
def test_prices_with_a_comma_stand_in_columns(claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [OFFER], [claim])

    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("/dev/sdb1 has 188 GB used.", "supported"),
        ("/dev/sdb1 has 12 GiB available.", "supported"),
        ("188 GB is used on /var.", "supported"),
        ("/dev/sdb1 has 12 GB used.", "open"),
        ("200 GB is used on /dev/sdb1.", "open"),
    ],
)
def test_sizes_are_told_by_their_letter(claim: str, outcome: str) -> None:
    [found] = judge_quantities("", [DISKS], [claim])

    assert found.outcome == outcome
