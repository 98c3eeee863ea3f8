"""What a flagged claim is told as where evidence holds none of its words."""

from __future__ import annotations

import pytest

import groundgraph

PASSAGES = ["The frame has a five-year warranty. The battery is covered for 24 months."]


def test_a_claim_of_which_evidence_holds_no_word_is_unsupported() -> None:
    answer = "The battery is covered for 60 months. Theft is insured by Zurich Mutual."

    verdict = groundgraph.check(
        question="How long is the warranty?", passages=PASSAGES, answer=answer
    )

    told = [(finding.outcome, finding.explanation) for finding in verdict.findings]
    assert [outcome for outcome, _ in told] == ["contradicted", "unsupported"]
    assert told[1][1].startswith("The evidence does not mention")


@pytest.mark.parametrize("answer", ["No.", "No. It was launched in 2014."])
def test_no_denies_what_the_evidence_has_another_of(answer: str) -> None:
    verdict = groundgraph.check(
        question="Was the Orvo lamp launched in 2016?",
        passages=["The Orvo lamp was launched by Brellin in 2014."],
        answer=answer,
    )

    assert {finding.outcome for finding in verdict.findings} == {"supported"}


@pytest.mark.parametrize(
    ("question", "answer", "why"),
    [
        (
            "How many workers does Brellin have?",
            "430",
            "Where the answer says “430”, the evidence says “340 people”.",
        ),
        (
            "Does Brellin lease its branch in Oslo?",
            "Yes",
            "The evidence says otherwise: “A branch in Lyon is planned by Brellin.” (passage 2).",
        ),
        ("Who manages Brellin?", "A lawyer", "The evidence does not mention “lawyer”."),
    ],
)
def test_the_words_of_a_short_answer_are_blamed_before_those_of_its_question(
    question: str, answer: str, why: str
) -> None:
    passages = ["Brellin employs 340 people in Graz.", "A branch in Lyon is planned by Brellin."]

    verdict = groundgraph.check(question=question, passages=passages, answer=answer)

    assert [finding.explanation for finding in verdict.findings] == [why]
