"""Rows that a claim lists are held against those that have what it says of them."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

TRAILS = """| Trail | Length (km) | Difficulty | Open |
|---|---|---|---|
| Otter Loop | 6.2 | Easy | yes |
| Crag Ridge | 13.5 | Hard | no |
| Twin Tarns | 11.1 | Moderate | yes |
| Black Scar | 17.8 | Hard | yes |
| Fell Gate | 9.4 | Hard | yes |"""
TICKETS = """[{"id": "T-71", "status": "open", "priority": "high", "owner": null},
{"id": "T-72", "status": "closed", "priority": "high", "owner": "Lund"},
{"id": "T-73", "status": "open", "priority": "low", "owner": "Lund"},
{"id": "T-74", "status": "open", "priority": "high", "owner": "Mbeki"}]"""
STOCK = """sku,product,warehouse,qty_on_hand
A-101,Teapot,Leeds,0
A-102,Milk jug,Hull,12
A-103,Saucer set,Hull,0
A-104,Sugar bowl,Leeds,3"""
SHIPMENTS = """[{"shipment": "S-20", "dest": "Riga", "status": "delayed", "eta": "2025-07-09"},
{"shipment": "S-21", "dest": "Turku", "status": "delivered", "eta": "2025-06-28"},
{"shipment": "S-22", "dest": "Tallinn", "status": "delayed", "eta": "2025-07-05"}]"""
STAFF = """| Name | Boss | Joined |
|---|---|---|
| Hana | Viktor | 2019-02-01 |
| Bo | Hana | 2023-01-30 |
| Rosa | Hana | 2022-12-31 |
| Femi | Rosa | 2024-06-03 |"""
RUNNERS = """bib,name,sex,club,finish_time
14,Oskar Lind,M,Harrow,2:21:44
203,Femke Adebayo,F,Dune,2:39:08
215,Isolde Marche,F,Tarn,2:37:51"""
CAFES = """[{"name": "Beet Street", "vegan": true, "price": 14.5},
{"name": "Grill 9", "vegan": false, "price": 11.0},
{"name": "Sprout", "vegan": true, "price": 12.2}]"""
MUSEUMS = """| Museum | City |
|---|---|
| Lace House | Bruges |
| Canal Museum | Ghent |
| Toy Cabinet | Ghent |"""

WRONG = [
    (
        TRAILS,
        "How many trails are hard?",
        "Four are hard: Crag Ridge, Twin Tarns, Black Scar and Fell Gate.",
    ),
    (TICKETS, "Which open tickets have high priority?", "T-71, T-72 and T-74 are open and high."),
    (STOCK, "What is out of stock?", "The teapot and the sugar bowl are out of stock."),
    (SHIPMENTS, "Which are delayed?", "S-20 to Tallinn and S-22 to Riga are delayed."),
    (SHIPMENTS, "Which are delayed?", "S-20 and S-22 are delayed, until July 5 and July 9."),
    (STAFF, "Who reports to Hana?", "Three people report to Hana: Bo, Rosa and Femi."),
    (STAFF, "Who joined after 2022?", "Rosa and Femi joined after 2022."),
    (
        TRAILS,
        "Which are longer than 10 km?",
        "Above 10 km are Crag Ridge, Otter Loop and Black Scar.",
    ),
    (CAFES, "What is the cheapest vegan place?", "Grill 9 is the cheapest vegan place at 11.0."),
    (MUSEUMS, "How many are in Ghent?", "One of the three museums is in Ghent."),
]
RIGHT = [
    (TRAILS, "How many trails are hard?", "Three are hard: Crag Ridge, Black Scar and Fell Gate."),
    (TRAILS, "Which hard trails are open?", "Black Scar and Fell Gate; Crag Ridge is not open."),
    (TICKETS, "Which open tickets have high priority?", "T-71 and T-74."),
    (TICKETS, "Which open tickets are there?", "T-71, T-73 and T-74 are open; T-72 is closed."),
    (STOCK, "What is out of stock?", "The teapot (A-101) and the saucer set are sold out."),
    (SHIPMENTS, "Which are delayed?", "S-20 to Riga and S-22 to Tallinn are delayed."),
    (SHIPMENTS, "Which are delayed?", "S-22 and S-20 are delayed, until July 5 and July 9."),
    (STAFF, "Who reports to Hana?", "Two people report to Hana: Bo and Rosa."),
    (STAFF, "Who joined after 2022?", "Bo and Femi joined after 2022."),
    (STAFF, "Who is Femi's boss?", "Femi works for Rosa, who works for Hana."),
    (TRAILS, "Which are longer than 10 km?", "Over 10 km: Crag Ridge, Twin Tarns and Black Scar."),
    (TRAILS, "Which are hard?", "Crag Ridge, for example, is hard, unlike Twin Tarns."),
    (CAFES, "What is the cheapest vegan place?", "Sprout is the cheapest vegan place at 12.2."),
    (RUNNERS, "Who won the women's race?", "Isolde Marche of Tarn beat Femke Adebayo."),
    (MUSEUMS, "How many are in Ghent?", "Two of the three museums are in Ghent."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "question", "claim"), WRONG)
def test_a_row_that_does_not_meet_the_condition_is_wrong(
    passage: str, question: str, claim: str
) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == "contradicted"


@pytest.mark.parametrize(("passage", "question", "claim"), RIGHT)
def test_rows_that_meet_it_are_right(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome != "contradicted"
    assert all(check.lean >= 0 for check in found.checks)


def test_one_that_is_missing_speaks_against_the_claim() -> None:
    question = "Which trails are hard?"
    [found] = judge_quantities(question, [TRAILS], ["Crag Ridge and Black Scar are hard."])

    assert any(check.lean < 0 for check in found.checks)


def test_examples_need_not_be_all() -> None:
    question = "Which trails are hard?"
    claims = ["Hard trails include Crag Ridge and Black Scar."]
    [found] = judge_quantities(question, [TRAILS], claims)

    assert all(check.lean >= 0 for check in found.checks)


def test_the_first_of_some_wins() -> None:
    question = "Who won the women's race?"
    leans = [
        sum(check.lean for check in judge_quantities(question, [RUNNERS], [claim])[0].checks)
        for claim in ("Isolde Marche won.", "Femke Adebayo won.")
    ]

    assert leans[0] > leans[1]
