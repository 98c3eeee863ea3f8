"""The change that comes back of a note, and a discount that is spoken of."""

from __future__ import annotations

import pytest

from groundgraph.text.quantities import judge_quantities

_BREAD = "Till receipt\nBread 3.20\nCheese 6.15\nTOTAL 9.35 EUR\nThank you"
_TABLE = "Subtotal 61.00. Tip 6.10. Total to pay 67.10."
_TILL = "The shopping came to a total of 13.55. She handed over a 20 note."
_LAMP = "The lamp is listed at 240 EUR. Members receive 15% off the list price. Delivery is 30 EUR."


@pytest.mark.parametrize(
    ("told", "question", "right", "wrong"),
    [
        (_BREAD, "How much change does she get from a twenty?", "10.65 EUR.", "11.65 EUR."),
        (_TABLE, "What do I get back if I pay with a 100?", "32.90", "39.00"),
        (_TILL, "How much change was she due?", "She was due 6.45.", "She was due 9.85."),
    ],
)
def test_change_is_what_a_total_leaves_of_a_note(
    told: str, question: str, right: str, wrong: str
) -> None:
    good, bad = (judge_quantities(question, [told], [each])[0] for each in (right, wrong))
    assert (good.outcome, bad.outcome) == ("supported", "contradicted")


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What change do I get from a 50?", "You get 5.00 back."),  # below the total
        ("What did the meal come to?", "It came to 32.90."),
        ("Did the tip change?", "The tip was 32.90."),
    ],
)
def test_no_change_is_asked_or_left(question: str, claim: str) -> None:
    [found] = judge_quantities(question, [_TABLE], [claim])
    assert found.outcome == "open"


@pytest.mark.parametrize(("value", "outcome"), [("204", "supported"), ("270", "open")])
def test_with_a_discount_nothing_is_added(value: str, outcome: str) -> None:
    question = "What does the lamp cost with the member discount?"
    [found] = judge_quantities(question, [_LAMP], [f"With the discount it comes to {value} EUR."])
    assert found.outcome == outcome
