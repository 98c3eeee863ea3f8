"""On which side of an exception or a turn a claim puts what the evidence says."""

from __future__ import annotations

import pytest

from groundgraph.text.scope import judge_scope

LAB = "The lab opens to students from 8 to 18, except during exams."
ROAD = "Until the new bridge opens, trucks over 12 tonnes must use the mountain road."
CARD = "Entry is free under 18. Adults pay 9 euros unless they hold a city card."
WRONG = [
    (LAB, "Students may use the lab from 8 to 18, including during exams."),
    (ROAD, "After the new bridge opens, trucks over 12 tonnes must use the mountain road."),
    (CARD, "Adults pay 9 euros for entry if they hold a city card."),
]
RIGHT = [
    (LAB, "Students may use the lab from 8 to 18, but not during exams."),
    (ROAD, "Trucks over 12 tonnes must use the mountain road before the new bridge opens."),
    (CARD, "Adults pay 9 euros for entry if they don't hold a city card."),
    ("Trucks over 12 t cannot use the bridge.", "Trucks of up to 12 t can use the bridge."),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "claim"), WRONG)
def test_the_other_side_is_contradicted(passage: str, claim: str) -> None:
    [found] = judge_scope("", [passage], [claim])

    assert found.outcome == "contradicted", found


@pytest.mark.parametrize(("passage", "claim"), RIGHT)
def test_the_same_side_is_not(passage: str, claim: str) -> None:
    [found] = judge_scope("", [passage], [claim])

    assert found.outcome != "contradicted", found.explanation
    assert not any(check.outcome == "contradicted" for check in found.checks)


SALES = "Items may be returned within 30 days. Sale items cannot be returned, only exchanged."
SHOP = "The museum shop does not accept cards. The museum cafe accepts cards."


@pytest.mark.parametrize(
    ("told", "claim", "outcome"),
    [
        (SALES, "Sale items can be returned within 30 days.", "contradicted"),
        (SALES, "Yes, sale items can be returned within 30 days.", "contradicted"),
        (SALES, "Items can be returned within 30 days.", "open"),
        (SALES, "Sale items can be exchanged.", "open"),
        (SHOP, "The museum shop accepts cards on weekdays.", "contradicted"),
        (SHOP, "The museum cafe accepts cards on weekdays.", "open"),
        ("Staff may not park here on Fridays.", "Staff may park here on Mondays.", "open"),
    ],
)
def test_what_is_denied_as_a_whole_is_denied_in_every_case(
    told: str, claim: str, outcome: str
) -> None:
    [found] = judge_scope("", [told], [claim])

    assert found.outcome == outcome
