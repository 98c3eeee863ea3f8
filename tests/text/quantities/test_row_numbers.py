"""A number of another row, or of another field of the right one, is wrong."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

MODULES = """Name                     Stmts   Miss  Cover
---------------------------------------------
quill/auth.py              120     30    75%
quill/render.py            310     62    80%
quill/export.py             50     24    52%"""
PORTS = """[{"name": "grafana", "image": "grafana:10", "ports": "0.0.0.0:3300->3000/tcp"},
{"name": "prom", "image": "prom:v2", "ports": "0.0.0.0:9095->9090/tcp"}]"""
TICKETS = """[{"ticket": 5511, "subject": "New laptop",
"assignee": "Goran Petek", "opened_by": "Ilse Brandt"},
{"ticket": 5512, "subject": "Badge reader offline",
"assignee": "Goran Petek", "opened_by": "Wanjiru Maina"}]"""
SETTINGS = """server request timeout s: 30
server workers: 8
session store: redis
session ttl minutes: 45"""
LEVELS = """[{"station": "Mill Bridge", "level_m": 3.06, "flood_threshold_m": 2.9},
{"station": "Sluice 4", "level_m": 2.15, "flood_threshold_m": 2.2}]"""
BUDGET = """Department,Budget,Actual
Marketing,52000,49870
Facilities,31000,33420
IT,78000,77960"""

WRONG = [
    (MODULES, "Which has the worst coverage?", "quill/render.py is the worst, at 52%."),
    (PORTS, "What port is grafana on?", "Grafana is on host port 9095."),
    (TICKETS, "Who is ticket 5512 assigned to?", "Ticket 5512 is assigned to Wanjiru Maina."),
    (SETTINGS, "How long are sessions kept?", "Sessions expire after 30 minutes."),
    (LEVELS, "", "Sluice 4 stands at 3.06 m."),
    (BUDGET, "", "IT spent 78,000 against a budget of 77,960."),
]
RIGHT = [
    (MODULES, "Which has the worst coverage?", "quill/export.py is the worst, at 52%."),
    (MODULES, "", "quill/render.py covers 80%, 28 points more than quill/export.py with 52%."),
    (PORTS, "What port is grafana on?", "Grafana is on host port 3300."),
    (TICKETS, "Who is ticket 5512 assigned to?", "Ticket 5512 is assigned to Goran Petek."),
    (TICKETS, "Who opened ticket 5512?", "Ticket 5512 was opened by Wanjiru Maina."),
    (SETTINGS, "How long are sessions kept?", "Sessions expire after 45 minutes."),
    (SETTINGS, "What is the timeout?", "A request times out after 30 seconds."),
    (LEVELS, "", "Mill Bridge is at 3.06 m, above its 2.90 m threshold."),
    (LEVELS, "", "Mill Bridge is at 3.06 m, and Sluice 4 at 2.15 m."),
    (BUDGET, "", "Facilities spent 33,420 against a budget of 31,000."),
    (BUDGET, "", "IT had a budget of 78,000 and spent 77,960."),
]


@pytest.mark.parametrize(("passage", "question", "claim"), WRONG)
def test_it_is_told_of_another(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome == "contradicted"


@pytest.mark.parametrize(("passage", "question", "claim"), RIGHT)
def test_its_own_is_right(passage: str, question: str, claim: str) -> None:
    [found] = judge_quantities(question, [passage], [claim])

    assert found.outcome != "contradicted"


def test_what_is_told_outside_of_the_table_may_be_of_anything() -> None:
    told = '{"stars": 3.5, "reviews": [{"by": "Ann", "stars": 5.0}, {"by": "Bo", "stars": 3.5}]}'
    [found] = judge_quantities("", [told], ["Ann reviewed the place, which has 3.5 stars."])

    assert found.outcome != "contradicted"


def test_the_right_cell_is_shown() -> None:
    claim = "Ticket 5512 is assigned to Wanjiru Maina."
    [found] = judge_quantities("", [TICKETS], [claim])

    assert "assignee: Goran Petek" in found.explanation
