from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import Example
from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.blocks import short_answers
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import claim_rows, read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load
from groundgraph.types import Turn

if TYPE_CHECKING:
    from groundgraph.text.short_answers.slots import Found

TOLD = ["The battery is covered for 24 months, the motor for 60 months. The bag is not covered."]


def judged(answer: str, question: str) -> tuple[Found | None, ...]:
    [reading] = read([Example(answer, TOLD, question=question)], SentenceSegmenter())
    return short_answers.judge(reading, english_rarity())


def row(answer: str, question: str | list[Turn]) -> dict[str, float]:
    [reading] = read([Example(answer, TOLD, question=question)], SentenceSegmenter())
    [found] = short_answers.judge(reading, english_rarity())
    ruling = short_answers.ruling(found)
    return dict(zip(short_answers.NAMES, ruling.features, strict=True))


def test_yes_and_no_agree_with_the_evidence_or_are_denied() -> None:
    assert row("No.", "Is the bag covered?")["short_answer_agrees"] == 1
    assert row("Yes.", "Is the bag covered?")["short_answer_denied"] == 1


def test_a_value_is_found_or_another_one_is() -> None:
    asked = "How long is the motor covered?"

    assert row("60 months", asked)["short_answer_found"] > 0
    assert row("24 months", asked)["short_answer_other"] > 0


@pytest.mark.parametrize("asked", ["When was Ann Orr born?", "When was the founder of Tolm born?"])
def test_the_time_of_another_event_of_the_sentence_is_of_another(asked: str) -> None:
    told = ["Ann Orr (born 1952) is the founder of Tolm, which began in 1987."]
    found: list[Found | None] = []
    for answer in ("1952", "1987"):
        [reading] = read([Example(answer, told, question=asked)], SentenceSegmenter())
        found += short_answers.judge(reading, english_rarity())
    right, wrong = found

    assert right
    assert right.lead > 0
    assert wrong
    assert wrong.instead == "1952"
    ruled = [short_answers.ruling(each).overrules for each in found]
    assert ruled == ["", "wrong"]


def test_a_sentence_that_says_its_question_again_is_looked_up_with_less_weight() -> None:
    asked = "How long is the motor covered?"

    alone, whole = (
        row(said, asked) for said in ("24 months", "The motor is covered for 24 months.")
    )
    assert 0 < whole["short_answer_other"] < alone["short_answer_other"]
    assert row("It is covered for 60 months.", asked)["short_answer_found"] > 0


def test_what_repeats_the_question_behind_a_yes_is_judged_as_the_yes_is() -> None:
    question = "Is the bag covered?"
    [first, second] = judged("Yes, the bag is covered.", question)
    assert first is second is not None

    [_, other] = judged("Yes, the bag is covered for life.", question)
    assert other is None


def test_the_words_of_the_last_turn_count_twice() -> None:
    turns = [
        Turn("user", "How long is the battery covered?"),
        Turn("assistant", "24 months."),
        Turn("user", "And the motor?"),
    ]

    alone = row("24 months", "How long is the motor covered?")["short_answer_other"]
    assert row("24 months", turns)["short_answer_other"] > alone


def test_sentences_of_their_own_are_not_looked_up() -> None:
    assert set(row("The bag is covered for life.", "Is the bag covered?").values()) == {0.0}


def test_a_sentence_that_only_says_its_question_again_is_a_yes_or_no() -> None:
    denies = row("The bag is covered.", "Is the bag covered?")
    agrees = row("It is not covered.", "Is the bag covered?")

    assert agrees["short_answer_agrees"] > 0.8
    assert denies["short_answer_denied"] > 0.8


def test_words_that_the_question_gave_are_none_that_the_answer_says_unseen() -> None:
    question = "Is the rucksack insured by the warranty?"
    rows = [
        claim_rows(reading, english_rarity())
        for reading in read(
            [
                Example("No.", TOLD, question=question),
                Example("The rucksack is not insured by the warranty.", TOLD, question=question),
            ],
            SentenceSegmenter(),
        )
    ]
    unseen = 1  # of `lexical.NAMES`

    assert [float(found[0, unseen]) for found in rows] == [0.0, 3.0]


def test_shifts_are_joined_and_held_to_what_is_measured() -> None:
    joined = Shift(("a",), (1.0,), 0.5) + Shift(("b", "c"), (2.0, -1.0))

    assert (joined.names, joined.weights, joined.share) == (("a", "b", "c"), (1.0, 2.0, -1.0), 0.5)
    assert joined.among(("c", "a")) == Shift(("a", "c"), (1.0, -1.0), 0.5)


@pytest.mark.parametrize("name", ["fused", "lexical"])
def test_the_shipped_heads_are_shifted(name: str) -> None:
    detector = load(name)
    right, wrong = detector.detect(
        [Example(a, TOLD, question="Is the bag covered?") for a in ("No.", "Yes.")]
    )

    assert right.hallucination_score is not None
    assert wrong.hallucination_score is not None
    assert right.hallucination_score < wrong.hallucination_score
    assert "the evidence says no" in wrong.findings[0].explanation


def test_a_detector_of_another_language_looks_nothing_up() -> None:
    shipped = load("lexical")
    assert isinstance(shipped, Lexical)
    other = Lexical(rarity=shipped.rarity, head=shipped.head, english_only=False)

    [verdict] = other.detect([Example("No.", TOLD, question="Is the bag covered?")])

    assert "short_answer_agrees" not in verdict.features
    assert np.isfinite(verdict.hallucination_score or 0.0)
