"""Amounts of a text that was cut into its sentences are read as those of the text."""

from __future__ import annotations

import pytest

from groundgraph import Example, load
from groundgraph.text.quantities import judge_quantities
from groundgraph.types import Passage

CUT = [
    "Stall holders arrive at 6.",
    "The market opens at 8 and closes at 14.",
    "Ana sold 24 lamps there.",
    "Her brother Ben sold 18 lamps.",
]


def passages(texts: list[str]) -> list[Passage]:
    return [Passage(text, str(number)) for number, text in enumerate(texts, 1)]


def test_what_is_reckoned_over_sentences_names_the_passage_of_each() -> None:
    [found] = judge_quantities("", passages(CUT), ["Together Ana and Ben sold 42 lamps."])

    assert (found.outcome, found.explanation) == ("supported", "24 + 18 = 42 (passages 3 and 4).")
    assert [(place.passage, place.text) for place in found.evidence] == [
        ("3", CUT[2]),
        ("4", CUT[3]),
    ]


def test_the_order_in_which_sentences_are_given_decides_nothing() -> None:
    claims = ["Together Ana and Ben sold 42 lamps.", "The market closes at 15."]

    told = [judge_quantities("", own, claims) for own in (passages(CUT), passages(CUT)[::-1])]

    assert [[(j.outcome, j.score, j.explanation) for j in own] for own in told[:1]] == [
        [(j.outcome, j.score, j.explanation) for j in own] for own in told[1:]
    ]


@pytest.mark.parametrize("answer", ["Together they sold 42 lamps.", "The market closes at 15."])
def test_a_detector_says_the_same_of_a_text_and_of_its_sentences(answer: str) -> None:
    asked = "How many lamps were sold, and when does the market close?"
    whole, cut = load("fused").detect(
        [Example(answer, [" ".join(CUT)], question=asked), Example(answer, CUT, question=asked)]
    )
    assert whole.label == cut.label
    [one], [other] = whole.findings, cut.findings
    assert one.outcome == other.outcome
