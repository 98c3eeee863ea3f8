"""Rows and records that a question points at by one of their values."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

TALKS = """{"day": "Saturday", "sessions": [
{"time": "09:30", "speaker": "Colin Frost", "title": "Fonts that last", "room": "Birch"},
{"time": "10:30", "speaker": "Amara Diallo", "title": "Colour for everyone", "room": "Cedar"},
{"time": "10:30", "speaker": "Jun Ito", "title": "Maps on paper", "room": "Birch"}]}"""
TICKETS = """{"tickets": [
 {"id": 4468, "title": "Printer is offline", "status": "closed", "owner": "beate"},
 {"id": 4471, "title": "VPN drops after sleep", "status": "waiting", "owner": "rahul"}]}"""
STAFF = """| Name | Role | Office | Manager |
|---|---|---|---|
| Mara Voss | Analyst | Leeds | Tom Berg |
| Eli Noor | Engineer | York | Ana Ruiz |"""


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (TALKS, "In which room is the talk by Amara Diallo?", "It is in Cedar.", "It is in Birch."),
        (TALKS, "What is Jun Ito's talk called?", "Maps on paper.", "Fonts that last."),
        (TICKETS, "Status of ticket 4471?", "Waiting.", "Closed."),
        (TICKETS, "Who owns ticket 4471?", "Rahul.", "Beate."),
        (STAFF, "Who is the engineer's manager?", "Ana Ruiz.", "Tom Berg."),
    ],
)
def test_a_value_of_another_row_is_wrong(
    passage: str, question: str, right: str, wrong: str
) -> None:
    found = [judge_quantities(question, [passage], [claim])[0] for claim in (right, wrong)]

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "question", "claim"),
    [
        (TALKS, "Who speaks in the same room as Colin Frost?", "Jun Ito."),
        (TALKS, "Who speaks after Colin Frost?", "Amara Diallo."),
        (TALKS, "Who speaks in Birch?", "Jun Ito."),
        (TICKETS, "Which ticket is not Rahul's?", "Printer is offline."),
    ],
)
def test_what_may_be_of_another_row_is_not_refuted(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome != "contradicted"
