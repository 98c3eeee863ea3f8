"""Values of rows, columns and fields, each beside that of a neighbour."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

COMPOUNDS = """| | Compound A | Compound B | Compound C |
|:--|:-:|:-:|:-:|
| Melting point (°C) | -12 | 41 | 97 |
| Boiling point (°C) | 118 | 203 | 264 |
| Yield (%) | 64 | 81 | 37 |"""
MODELS = """| | Model A | Model B | Model C |
|:--|--:|--:|--:|
| Weight (kg) | 12 | 15.5 | 19 |
| Load (kg) | 80 | 120 | 150 |"""
TICKETS = """{"team": "Support", "tickets_closed": {"Jan": 311, "Feb": 287, "Mar": 342}}
{"team": "Billing", "tickets_closed": {"Jan": 98, "Feb": 120, "Mar": 104}}"""
SICK = """{"department": "Logistics", "sick_days": {"Q1": 212, "Q2": 147, "Q3": 131}}
{"department": "Sales", "sick_days": {"Q1": 98, "Q2": 102, "Q3": 85}}"""
CLIENTS = """[{"client": "Delmar Foods", "manager": "Yusuf Aydin", "backup": "Clare Roux"},
{"client": "Delta Freight", "manager": "Ines Prado", "backup": "Yusuf Aydin"}]"""
PORTS = """Environments
production: postgres 5432, redis 6379
staging: postgres 5433, redis 6380
dev: postgres 5434, redis 6381"""
MENU = """MAINS
Beef stew ........ 16.50
Mushroom risotto . 13.90
Sea bass ......... 21.00"""
LOANS = """LOAN PERIODS
Books ................ 28 days
Laptops .............. 4 hours, in-library only
DVDs ................. 7 days"""
PAIRS = [
    (
        COMPOUNDS,
        "Boiling point of compound B?",
        "Compound B boils at 203 °C.",
        "Compound B boils at 264 °C.",
    ),
    (COMPOUNDS, "Boiling point of C?", "Compound C boils at 264 °C.", "Compound C boils at 97 °C."),
    (MODELS, "How heavy is model B?", "Model B weighs 15.5 kg.", "Model B weighs 19 kg."),
    (
        TICKETS,
        "How many tickets did the support team close in March?",
        "Support closed 342 tickets in March.",
        "Support closed 287 tickets in March.",
    ),
    (
        SICK,
        "How many sick days did the Logistics department record in Q2?",
        "Logistics recorded 147 sick days in Q2.",
        "Logistics recorded 131 sick days in Q2.",
    ),
    (
        PORTS,
        "what port for staging redis",
        "Staging redis listens on port 6380.",
        "Staging has its redis on port 6379.",
    ),
    (MENU, "", "The mushroom risotto costs 13.90.", "The mushroom risotto costs 16.50."),
    (LOANS, "", "DVDs can be kept for 7 days.", "DVDs can be kept for 28 days."),
    (LOANS, "", "Laptops are lent for 4 hours.", "Laptops are lent for 28 days."),
]


@pytest.mark.parametrize(("passage", "question", "right", "wrong"), PAIRS)
def test_a_value_is_that_of_its_own_field(
    passage: str, question: str, right: str, wrong: str
) -> None:
    outcomes = [
        judge_quantities(question, [passage], [claim])[0].outcome for claim in (right, wrong)
    ]

    assert outcomes == ["supported", "contradicted"]


def test_a_record_is_called_what_its_first_field_says() -> None:
    claims = ["Yusuf Aydin is the manager of Delmar Foods.", "Ines Prado manages Delmar Foods."]
    question = "Who is the account manager for Delmar Foods?"

    right, wrong = [judge_quantities(question, [CLIENTS], [claim])[0] for claim in claims]

    assert right.outcome == "supported"
    assert wrong.outcome == "contradicted"
