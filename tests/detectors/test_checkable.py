from __future__ import annotations

from dataclasses import replace

import pytest

from groundgraph import Example, Passage, Span
from groundgraph.detectors.checkable import (
    EMPTY_ANSWER,
    NO_PASSAGES,
    claims_of,
    evidence_groups,
    obstacle,
    unverifiable,
)

CHECKABLE = Example("It rained.", (Passage("Rain fell."),))


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (CHECKABLE, ""),
        (replace(CHECKABLE, answer="\x00"), ""),
        (replace(CHECKABLE, answer=" \n\u2003"), EMPTY_ANSWER),
        (replace(CHECKABLE, passages=()), NO_PASSAGES),
        (replace(CHECKABLE, passages=(Passage(""), Passage("\t", "b"))), NO_PASSAGES),
        (replace(CHECKABLE, passages=(Passage(""), Passage("Rain.", "b"))), ""),
        (Example(""), EMPTY_ANSWER),
    ],
)
def test_an_obstacle_is_a_missing_answer_or_missing_evidence(example: Example, reason: str) -> None:
    assert obstacle(example) == reason


def test_an_unverifiable_verdict_has_a_reason_and_no_score() -> None:
    verdict = unverifiable("the answer is empty")

    assert (verdict.label, verdict.hallucination_score) == ("unverifiable", None)
    assert verdict.reason == "the answer is empty"


def test_claims_are_slices() -> None:
    claims = claims_of("It rained. We left.", [Span(0, 10), Span(11, 19)])

    assert [claim.text for claim in claims] == ["It rained.", "We left."]


def test_answers_of_the_same_evidence_share_a_group() -> None:
    other = replace(CHECKABLE, passages=(Passage("Snow fell."),))
    again = Example("It snowed.", (Passage("Rain fell."),), "What fell?")

    groups = evidence_groups([CHECKABLE, other, again, other])

    assert groups[0] == groups[2] != groups[1] == groups[3]
