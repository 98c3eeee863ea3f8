from __future__ import annotations

import pytest

from groundgraph import Example
from groundgraph.methods.fused.blocks import quantities
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.quantities import judge_quantities

SOLD = ["Ana sold 24 lamps in May.", "Ben sold 18 lamps in May."]


def measured(claim: str) -> dict[str, float]:
    [judged] = judge_quantities("", SOLD, [claim])
    return dict(zip(quantities.NAMES, quantities.ruling(judged).features, strict=True))


def test_a_sum_that_is_wrong_is_surely_wrong() -> None:
    found = measured("Together Ana and Ben sold 44 lamps.")

    assert found["quantities_wrong"] == found["quantities_score"] == 1.0
    assert found["quantities_doubtful"] == found["quantities_derived"] == 0.0


def test_a_sum_that_is_right_is_derived() -> None:
    found = measured("Together Ana and Ben sold 42 lamps.")

    assert found["quantities_derived"] == 1.0
    assert found["quantities_wrong"] == found["quantities_score"] == 0.0


@pytest.mark.parametrize(("amount", "derived"), [("two dozen", 1.0), ("24", 0.0)])
def test_a_told_amount_is_derived_only_where_it_is_written_otherwise(
    amount: str, derived: float
) -> None:
    found = measured(f"Ana sold {amount} lamps in May.")

    assert found["quantities_derived"] == derived


@pytest.mark.parametrize(
    ("claim", "settled"),
    [
        ("Ana sold more lamps than Ben.", 1.0),
        ("Ben sold more lamps than Ana.", 0.0),
        ("Together Ana and Ben sold 42 lamps.", 0.0),
    ],
)
def test_a_comparison_that_is_surely_right_is_settled(claim: str, settled: float) -> None:
    assert measured(claim)["quantities_settled"] == settled


@pytest.mark.parametrize(
    "claim", ["Ana sold 24 lamps.", "Ben sold 81 lamps in May.", "Ana sold more than Ben."]
)
def test_every_measure_lies_between_0_and_1(claim: str) -> None:
    assert all(0 <= number <= 1 for number in measured(claim).values())


def test_the_shift_reads_what_is_measured() -> None:
    assert set(quantities.SHIFT.names) <= set(quantities.NAMES)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("The hall seats 240 guests.", True),
        ("Ana Brook's cousin rented out a barn with 240 guests last spring.", False),
    ],
)
def test_an_amount_agrees_only_where_what_is_cited_holds_the_claim(claim: str, told: bool) -> None:
    [found] = judge_quantities("", ["The hall seats 240 guests on two floors."], [claim])

    telling = quantities.tell(found)

    assert ("agrees" in (telling.explanation if telling else "")) is told


def test_numbers_of_the_case_of_a_question_are_not_held_against_the_evidence() -> None:
    told = ["The warranty covers defects for 24 months after purchase."]
    question = "I bought the drill 18 months ago. Is it still under warranty?"
    [reading] = read([Example("Yes.", told, question=question)], SentenceSegmenter())
    [judged] = quantities.judge(reading, english_rarity())

    assert judged.outcome == "open"
    assert "18 months" not in judged.claim
