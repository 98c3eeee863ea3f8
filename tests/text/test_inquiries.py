from __future__ import annotations

import pytest

from groundgraph.text.inquiries import is_question, leaves_open, unlabelled
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import judge_statements
from groundgraph.types import Span


@pytest.mark.parametrize(
    "line", ["Q: Is it free?", "**Is it free?**", "2. Is it free?", "Is it free?"]
)
def test_a_question_is_known_without_its_label(line: str) -> None:
    assert is_question(line)
    assert unlabelled(line) == "Is it free?"


@pytest.mark.parametrize(
    ("told", "is_open"),
    [
        ("Is it free?\nA: No.", True),
        ("Q1: Is it free?\nA1: Yes.", False),
        ("Why is it free?", False),
        ("It is free.", False),
    ],
)
def test_only_a_yes_settles_a_question(told: str, *, is_open: bool) -> None:
    assert leaves_open(told, Span(0, len(told.partition("\n")[0]))) is is_open


@pytest.mark.parametrize(
    ("told", "claim"),
    [
        ("Is the shop selling bread? No.", "The shop is not selling bread."),
        ("Does the shop sell bread? No.", "The shop sells bread."),
        ("Can I cancel after check-in? No.", "I can cancel after check-in."),
        ("Are all rooms heated? No, two of them are not.", "All rooms are heated."),
    ],
)
def test_what_is_asked_is_not_told(told: str, claim: str) -> None:
    judged = [
        judge("", [told], [claim])[0] for judge in (judge_statements, judge_scope, judge_quantities)
    ]

    assert {each.outcome for each in judged} == {"open"}


def test_a_pronoun_reaches_what_a_question_names() -> None:
    told = "Did Anna Reyes found the club? No, Omar Said founded it."

    [judged] = judge_statements("", [told], ["Omar Said founded the club."])

    assert judged.outcome == "supported"
