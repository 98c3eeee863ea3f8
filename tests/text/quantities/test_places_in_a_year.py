"""Rows and columns that a superlative names by their place in the year."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

QUARTERS = (
    "quarter,revenue_k,refunds\n2022-Q1,88.1,14\n2022-Q2,91.6,9\n2022-Q3,79.4,22\n2022-Q4,95.0,17"
)
MONTHS = "month,guests,beds\n2023-05,210,80\n2023-06,340,90\n2023-07,505,90"
HALVES = "| Half | Births |\n|---|---|\n| H1 2021 | 412 |\n| H2 2021 | 388 |\n"


@pytest.mark.parametrize(
    ("table", "right", "wrong"),
    [
        (QUARTERS, "Refunds were lowest in the second quarter.",
         "Refunds were lowest in the final quarter."),
        (QUARTERS, "Sales were highest in the last quarter of the year.",
         "Sales were highest in the third quarter of the year."),
        (MONTHS, "Guests were highest in July.", "Guests were highest in May."),
        (HALVES, "Births were highest in the first half of 2021.",
         "Births were highest in the second half of 2021."),
    ],
)  # fmt: skip
def test_a_row_is_named_by_its_place(table: str, right: str, wrong: str) -> None:
    found = judge_quantities("", [table], [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_a_place_in_two_years_names_no_row() -> None:
    table = "quarter,orders\n2021-Q1,50\n2021-Q2,70\n2022-Q1,90\n2022-Q2,40"
    [found] = judge_quantities("", [table], ["Orders were highest in the first quarter."])

    assert found.outcome == "open"
