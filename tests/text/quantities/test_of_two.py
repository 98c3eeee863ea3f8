"""Comparatives that leave out the other of two, and such as are denied."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

BUSES = "The red bus costs 4 euros, the blue bus 7 euros."
CASES = "The Marlin weighs 4.2 kg and holds 30 litres. The Pike weighs 3.6 kg and holds 35 litres."


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            BUSES,
            "Is the red bus cheaper than the blue bus?",
            "The blue bus is not cheaper than the red bus.",
            "The red bus is not cheaper than the blue bus.",
        ),
        (BUSES, "Which is cheaper?", "The red bus is cheaper.", "The blue bus is cheaper."),
        (CASES, "Which is heavier?", "The Marlin is heavier.", "The Pike is heavier."),
    ],
)
def test_one_of_two_is_held_against_the_other(
    passage: str, question: str, right: str, wrong: str
) -> None:
    found = [judge_quantities(question, [passage], [claim])[0] for claim in (right, wrong)]
    assert [each.outcome for each in found] == ["supported", "contradicted"]


def test_what_is_higher_of_whatever_is_left_open() -> None:
    [found] = judge_quantities("Which is better?", [BUSES], ["The red bus is better."])
    assert found.outcome == "open"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The Arno holds more than the Brenta.", "The Arno holds less than the Brenta."),
        (
            "The Brenta is 0.4 kg lighter than the Arno.",
            "The Brenta is 0.4 kg heavier than the Arno.",
        ),
    ],
)
def test_two_readings_that_alone_can_be_meant_decide(right: str, wrong: str) -> None:
    told = ["Flask Arno: 1.5-litre body, 0.9 kg.", "Flask Brenta: 1.1-litre body, 0.5 kg."]
    found = judge_quantities("", told, [right, wrong])

    assert [each.outcome for each in found] == ["supported", "contradicted"]


@pytest.mark.parametrize(
    ("passage", "question", "right", "wrong"),
    [
        (
            "| Item | Price |\n|---|---|\n| Brio | €39 |\n| Lumo | €55 |",
            "Which one is cheaper?",
            "The Brio is cheaper.",
            "The Lumo is the cheaper one.",
        ),
        (
            "Up the hill the Corsa took 9.8 seconds. The Polo took 10.3 seconds.",
            "Which car was faster?",
            "The Corsa was faster.",
            "The Polo was faster.",
        ),
    ],
)
def test_which_of_two_has_more_is_told_by_what_both_have(
    passage: str, question: str, right: str, wrong: str
) -> None:
    outcomes = [judge_quantities(question, [passage], [c])[0].outcome for c in (right, wrong)]
    assert outcomes == ["supported", "contradicted"]


def test_of_three_a_bare_comparative_tells_nothing() -> None:
    told = "The Oder is 840 km long, the Warta 808 km and the Bug 774 km."
    [judged] = judge_quantities("Which is longer?", [told], ["The Warta is longer."])
    assert judged.outcome == "open"
