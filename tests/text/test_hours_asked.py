"""Questions for being open or there at some time, beside opening hours."""

from __future__ import annotations

import pytest

from groundgraph.text.asked.declaratives import statement
from groundgraph.text.short_answers.hours_asked import open_then
from groundgraph.types import Passage

LIBRARY = "Library hours: Monday to Friday 10am–5.30pm, Saturday 10am–1pm."
SHOP = "Opening hours\nMonday to Saturday: 9-18\nSunday: closed"
SURGERY = """| Day | Hours |
|---|---|
| Mon-Fri | 8.30 - 17.00 |
| Sat | 9.00 - 12.30 |
| Sun | closed |"""
POOL = "Pool hours: Mon-Fri 7-21, Sat 9-18, Sun closed."
MUSEUM = "The museum is open from 10:00 to 18:00, and shut on Mondays."
CAFE = "The café is open from 8 to 16, but not on Sundays."
DESK = "Our help line is staffed Monday-Friday 9am-5pm. Outside these hours leave a message."


def said(question: str, passage: str) -> str | None:
    made = statement(question, "Yes.")
    assert made is not None
    found = open_then(made, [Passage(passage)], whole=True)
    return None if found is None else found.instead


@pytest.mark.parametrize(
    ("passage", "question", "answer"),
    [
        (LIBRARY, "Is the library open at 5pm on Tuesdays?", "yes"),
        (LIBRARY, "Is the library open at 6pm on Tuesdays?", "no"),
        (LIBRARY, "Is the library open on Sundays?", "no"),
        (SHOP, "Are you there on Sunday?", "no"),
        (SHOP, "Can I come by on Saturday?", "yes"),
        (SHOP, "Are you closed on Sunday?", "yes"),
        (SHOP, "Are you closed on Monday?", "no"),
        (POOL, "Is the pool open on Sunday?", "no"),
        (POOL, "Is the pool open on Saturday?", "yes"),
        (SURGERY, "Are you open on Saturday afternoon?", "no"),
        (SURGERY, "Are you open on Saturday morning?", "yes"),
        (MUSEUM, "Is the museum open on Mondays?", "no"),
        (MUSEUM, "Is the museum shut on Mondays?", "yes"),
        (MUSEUM, "Is it closed on Tuesdays?", "no"),
        (MUSEUM, "Is it open at 7 pm on Fridays?", "no"),
        (CAFE, "Is the café open on Sundays?", "no"),
        (CAFE, "Is the café open on Saturdays?", "yes"),
        (DESK, "Is the help line staffed at 7pm on Friday?", "no"),
        (DESK, "Can I call the help line at 10am on Friday?", "yes"),
    ],
)
def test_hours_answer(passage: str, question: str, answer: str) -> None:
    assert said(question, passage) == answer


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        (LIBRARY, "Is the museum open at 6pm on Tuesdays?"),
        (LIBRARY, "Is the library open in August?"),
        (LIBRARY, "Can I return books on Sundays?"),
        ("Hours: Saturday 10am–1pm.", "Are you open on Sunday?"),
        ("Hours: Mon-Fri 9am-5pm; on Sundays ask the porter.", "Are you open on Sunday?"),
        (SHOP, "Are you only open on Saturday?"),
        ("On Sunday closed shops line the road.", "Are you open on Sunday?"),
    ],
)
def test_hours_leave_other_questions_open(passage: str, question: str) -> None:
    assert said(question, passage) is None
