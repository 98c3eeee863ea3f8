"""Questions for yes or no beside fields of data, and what the fields are of."""

from __future__ import annotations

import json

import pytest

from groundgraph.text.asked.declaratives import statement
from groundgraph.text.passage_units import Unit
from groundgraph.text.short_answers.polar_answers import says_yes
from groundgraph.text.structured import facts

ORDER = {
    "order_id": "A-4471",
    "status": "delivered",
    "refunded": False,
    "delivered_at": "2024-05-06T15:30:00Z",
    "shipping_cost": 0,
}
TICKET = {"ticket": 512, "state": "closed", "escalated": False, "resolved_at": "2024-02-03"}
SHELF = [
    {"name": "Alpha", "stock": 4, "shipping_cost": 0},
    {"name": "Beta", "stock": 0, "shipping_cost": 5},
]


def answered(question: str, data: object) -> bool | None:
    made = statement(question, "Yes.")
    assert made is not None
    units = [Unit("1", None, fact.text, fact) for fact in facts(json.dumps(data)) or ()]
    said = says_yes(made, units)
    return None if said is None else said.yes


@pytest.mark.parametrize(
    ("data", "question", "yes"),
    [
        (ORDER, "Has the order been delivered?", True),
        (ORDER, "Was my order refunded?", False),
        (ORDER, "Is shipping free?", True),
        (TICKET, "Is the ticket closed?", True),
        (TICKET, "Is the ticket still open?", False),
        (TICKET, "Has the ticket been resolved?", True),
        (SHELF, "Is Alpha in stock?", True),
        (SHELF, "Is Beta in stock?", False),
        (SHELF, "Is shipping free for Alpha?", True),
        (SHELF, "Is shipping free for Beta?", False),
    ],
)
def test_a_field_answers_for_its_record(data: object, question: str, yes: bool) -> None:
    assert answered(question, data) is yes


@pytest.mark.parametrize(
    ("data", "question"),
    [
        (ORDER, "Has the invoice been delivered?"),
        (ORDER, "Is the tour free?"),
        (TICKET, "Has the customer been informed?"),
        (SHELF, "Is Gamma in stock?"),
    ],
)
def test_a_field_of_something_else_answers_nothing(data: object, question: str) -> None:
    assert answered(question, data) is None


@pytest.mark.parametrize(
    ("line", "question", "yes"),
    [
        ("Area: Mezzanine — Sprinklers: no — Doors: 2", "Is the mezzanine sprinklered?", False),
        ("Area: Loading bay — Sprinklers: yes — Doors: 4", "Is the mezzanine sprinklered?", None),
        ("Room: Terrace | Heated: no | Lit: yes", "Is the terrace heated?", False),
        ("Room: Terrace, Heated: no, Lit: yes", "Is the terrace lit?", True),
        ("Site: Quay / Fenced: ✗ / Guarded: ✓", "Is the quay guarded?", True),
        ("Site: Quay / Fenced: ✗ / Guarded: ✓", "Is the quay fenced?", False),
        ("The terrace is lit: no lamp is broken.", "Is the terrace lit?", True),
    ],
)
def test_a_field_in_a_line_says_yes_or_no(line: str, question: str, yes: bool | None) -> None:
    made = statement(question, "Yes.")
    assert made is not None
    said = says_yes(made, [Unit("1", None, line, None)])
    assert (None if said is None else said.yes) is yes
