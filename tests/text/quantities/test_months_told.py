"""Months that tables write in digits or cut short."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

DIGITS = "month,visitors\n2023-06,3900\n2023-07,5100\n2023-08,5400\n2023-02,1200"
SHORT = "| Month | Visitors |\n|---|---|\n| Jul 2023 | 5,100 |\n| Aug 2023 | 5,400 |"
SEASONS = "season,goals\n2007-08,31\n2008-09,42\n2009-10,27"


@pytest.mark.parametrize("table", [DIGITS, SHORT])
@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("In August it had 5,400 visitors.", "supported"),
        ("In August it had 5,100 visitors.", "contradicted"),
        ("August 2023 had the most visitors.", "supported"),
        ("July had the most visitors.", "contradicted"),
        ("July 2023 had most visitors.", "contradicted"),
    ],
)
def test_a_month_is_known_however_it_is_written(table: str, claim: str, outcome: str) -> None:
    [judged] = judge_quantities("", [table], [claim])
    assert judged.outcome == outcome


def test_values_of_two_months_make_a_ratio() -> None:
    claims = [f"August had {n} times as many visitors as February." for n in ("4.5", "3.5")]
    right, wrong = judge_quantities("", [DIGITS], claims)
    assert right.outcome == "supported"
    assert wrong.outcome != "supported"


def test_a_year_and_the_next_are_no_month() -> None:
    claims = ["In 2008-09 it scored 42 goals.", "In August it scored 31 goals."]
    right, wrong = judge_quantities("", [SEASONS], claims)
    assert right.outcome == "supported"
    assert wrong.outcome == "open"


def test_most_people_are_no_extreme() -> None:
    [judged] = judge_quantities("", [SHORT], ["Most visitors came by train in July."])
    assert judged.outcome == "open"
