"""To which side claims lean of several rows of a table, or of the row that has the most."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

PLANS = """| Plan | Projects | Storage | Phone support |
|---|---|---|---|
| Seed | 1 | 2 GB | no |
| Tree | 10 | 80 GB | yes |
| Forest | 25 | 500 GB | no |"""
CREW = """| Crew | Ship | Rank |
|---|---|---|
| Fernandes | Gannet | cook |
| Ivanov | Petrel | mate |
| Dlamini | Petrel | cook |
| Okafor | Dunlin | mate |"""
CHAIRS = """| Model | Load | Warranty |
|---|---|---|
| Ida | 90 kg | 24 months |
| Olga | 120 kg | 60 months |
| Vera | 150 kg | 36 months |"""

SIZES = """| Size | Chest cm | In stock |
|---|---|---|
| S | 92 | 14 |
| M | 100 | 0 |
| L | 108 | 6 |"""
PAY = """code,text,Jan,Feb
100,basic pay,2800,2950
210,shift bonus,220,160
330,travel,75,75"""
BUSES = """| Stop | Mon–Fri | Sat | Sun |
|---|---|---|---|
| Hospital | 5:51 | 6:21 | 8:21 |
| Fairground | 6:03 | – | 8:33 |"""
ORDERS = """order | garment | cloth | due
201 | coat | loden | 4 Nov
202 | suit | flannel | 28 Nov
203 | waistcoat | tweed | 31 Oct"""


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        (SIZES, "Size M is sold out.", "Size L is sold out."),
        (SIZES, "Size L is in stock.", "Size M is in stock."),
        (
            PAY,
            "The shift bonus went down from January to February.",
            "The shift bonus went up from January to February.",
        ),
        (PAY, "Basic pay rose.", "Basic pay fell."),
        (BUSES, "On Sat no bus calls at the Fairground.", "On Sun no bus calls at the Fairground."),
        (ORDERS, "The suit has to be finished last.", "The suit has to be finished first."),
        (PLANS, "Only Tree comes with phone support.", "Only Forest comes with phone support."),
        (PLANS, "Only one of the plans has phone support.", "All plans have phone support."),
        (PLANS, "The plan with the most storage has no phone support.", "Only Seed has support."),
        (
            CREW,
            "Dlamini and Ivanov are on the same ship.",
            "Dlamini and Okafor are on the same ship.",
        ),
        (CREW, "Two of the crew are on the Petrel.", "Two of the crew are on the Gannet."),
        (
            CHAIRS,
            "The chair for the lightest load is guaranteed for 24 months.",
            "The chair for the lightest load is guaranteed for 60 months.",
        ),
        (CHAIRS, "The chair with the longest warranty is Olga.", "The longest warranty is Ida's."),
    ],
)
def test_claims_of_rows_lean_to_what_the_table_says(told: str, right: str, wrong: str) -> None:
    one, other = judge_quantities("", [told], [right, wrong])
    assert one.score < other.score
    assert one.outcome != "contradicted"
    assert other.outcome != "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "One of the two cooks is on the Petrel.",
        "One can be cook on the Petrel.",
        "Three more of them came from another ship.",
    ],
)
def test_numbers_of_other_things_say_nothing_of_rows(claim: str) -> None:
    [found] = judge_quantities("", [CREW], [claim])
    assert found.outcome != "contradicted"
    assert all(check.lean >= 0 for check in found.checks)
