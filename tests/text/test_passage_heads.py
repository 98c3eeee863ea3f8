"""Passages about other things of a kind than a claim, or its question, names."""

from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.conflicts.judge import find_conflicts
from groundgraph.text.passage_heads import asked_of, passage_heads
from groundgraph.text.quantities import judge_quantities
from groundgraph.text.statements import judge_statements

PHONES = (
    "The X200 Pro is our flagship. Its battery holds 5,200 mAh and charges at 90 W.",
    "The X200 is the smaller sister. Its battery holds 4,500 mAh and charges at 45 W.",
)
BOOKS = (
    "Handbook of Lichens, 2019 edition. Published in March 2019 with 412 pages.",
    "Handbook of Lichens, 2024 edition. Published in September 2024 with 530 pages.",
)
BRANCHES = (
    "York branch, 12 Coney Street. Manager: Priya Shah. Opened 2011.",
    "Leeds branch, 4 Albion Place. Manager: Owen Clarke. Opened 2015.",
)
DRUGS = ("Drug A: take with food.", "Drug B: take fasting.")
BATTERY = "What is the battery capacity of the X200?"
EDITION = "When was the 2024 edition published?"
MANAGER = "Who is the manager of the Leeds branch?"


@pytest.mark.parametrize(
    ("told", "asked", "named"),
    [
        (PHONES, BATTERY, {1}),
        (PHONES, "Does the X200 Pro charge at 90 W?", {0}),
        (PHONES, "How do they charge?", set()),
        (BOOKS, EDITION, {1}),
        (BRANCHES, MANAGER, {1}),
        (
            ("Drug A: take with food.", "Drug B: take fasting."),
            "Which drug is taken fasting?",
            set(),
        ),
        (("Rain fell in May.", "Mars has two moons."), "How many moons has Mars?", set()),
    ],
)
def test_what_is_asked_names_passages(told: tuple[str, ...], asked: str, named: set[int]) -> None:
    found = asked_of(passage_heads(told), asked)
    assert (set() if found is None else found.own) == named


@pytest.mark.parametrize(
    ("told", "asked", "right", "wrong"),
    [
        (PHONES, BATTERY, "It holds 4,500 mAh.", "It holds 5,200 mAh."),
        (PHONES, BATTERY, "The X200 charges at 45 W.", "The X200 charges at 90 W."),
        (BOOKS, EDITION, "It was published in September 2024.", "It was published in March 2019."),
        (BOOKS, EDITION, "It has 530 pages.", "It has 412 pages."),
        (BRANCHES, MANAGER, "It opened in 2015.", "It opened in 2011."),
    ],
)
def test_values_of_another_thing_are_wrong(
    told: tuple[str, ...], asked: str, right: str, wrong: str
) -> None:
    found = judge_quantities(asked, told, [right, wrong])
    assert found[0].outcome != "contradicted"
    assert found[1].outcome == "contradicted"


def test_what_a_claim_names_itself_counts_and_comparisons_name_both() -> None:
    claims = ["The X200 Pro holds 5,200 mAh.", "The bigger sister holds 5,200 mAh."]
    for judged in judge_quantities(BATTERY, PHONES, claims):
        assert judged.outcome != "contradicted"


def test_names_of_another_thing_are_wrong() -> None:
    claims = ["The manager is Owen Clarke.", "The manager is Priya Shah."]
    right, wrong = judge_statements(MANAGER, BRANCHES, claims)
    assert (right.outcome == "contradicted", wrong.outcome == "contradicted") == (False, True)
    [york] = judge_statements(MANAGER, BRANCHES, ["Priya Shah manages the York branch."])
    assert york.outcome != "contradicted"
    [both] = judge_statements(MANAGER, BRANCHES, ["It is not Priya Shah."])
    assert both.outcome != "contradicted"


@pytest.mark.parametrize("told", [PHONES, BOOKS, BRANCHES])
def test_passages_about_two_things_do_not_disagree(told: tuple[str, ...]) -> None:
    passages = [Passage(text, str(number)) for number, text in enumerate(told)]
    assert not find_conflicts("", passages, [told[0].partition(". ")[2]])
