from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, Passage, save
from groundgraph.methods.fused.detector import ANSWER_NAMES, Fused
from groundgraph.specs import load

if TYPE_CHECKING:
    from pathlib import Path

Answers = Any  # of conftest.py, which cannot be imported


def test_what_cannot_be_checked_is_not_classified(fused: Fused, token_overlap: Any) -> None:
    hopeless = [Example("A claim.", (), question="q?"), Example("", (Passage("A passage."),))]

    replace(fused, tokens=token_overlap).detect(hopeless)

    assert token_overlap.seen == []


def test_a_verdict_shows_what_the_answer_was_judged_by(fused: Fused, test_answers: Answers) -> None:
    (verdict,) = fused.detect(test_answers.examples[:1])

    assert tuple(verdict.features) == ANSWER_NAMES


def test_claims_are_joined_to_the_passages_that_are_near(
    fused: Fused, test_answers: Answers
) -> None:
    (verdict,) = replace(fused, tau=0.4).detect(test_answers.examples[:1])

    assert {(e.source, e.target) for e in verdict.edges} == {
        ("p:a", "c:0"), ("p:a", "c:1"), ("p:b", "c:2"),
    }  # fmt: skip
    assert all(0.4 <= edge.weight <= 1 for edge in verdict.edges)


def test_a_claim_is_joined_to_a_record_whose_facts_hold_it_together(fused: Fused) -> None:
    record = '{"name": "Blue Fig", "city": "Lindholm", "stars": 4.5, "attributes": {"WiFi": "no"}}'
    passages = (Passage("The harbour was built in 1874.", "h"), Passage(record, "r"))
    said = "Blue Fig city Lindholm stars 4.5. A dragon guards some treasure."

    (verdict,) = fused.detect([Example(said, passages)])

    assert [(e.source, e.target) for e in verdict.edges] == [("p:r", "c:0")]
    for unit in verdict.findings[0].evidence:
        assert unit.score < fused.tau  # no fact alone is near enough


def test_marks_are_words_of_flagged_claims(fused: Fused, test_answers: Answers) -> None:
    verdicts = fused.detect(test_answers.examples)

    for example, made_up, verdict in zip(
        test_answers.examples, test_answers.made_up, verdicts, strict=True
    ):
        marked = [mark.span.of(example.answer) for mark in verdict.marks]
        assert all(text in made_up for text in marked)
        assert bool(marked) == bool(made_up)
        assert all(mark.span.start == 0 or not example.answer[mark.span.start - 1].isalnum()
                   for mark in verdict.marks)  # fmt: skip


def test_a_repeated_passage_changes_no_token_score(
    fused: Fused, test_answers: Answers, token_overlap: Any
) -> None:
    example = test_answers.examples[1]
    twice = replace(
        example,
        passages=(*example.passages, *(Passage(p.text, f"{p.id}-again") for p in example.passages)),
    )

    replace(fused, tokens=token_overlap).detect([example, twice])

    first, second = token_overlap.seen
    assert second.evidence == first.evidence


def test_a_fitted_detector_is_saved_and_judges_the_same(
    fused_as_shipped: Fused, test_answers: Answers, tmp_path: Path
) -> None:
    save(fused_as_shipped, tmp_path)

    again = load(tmp_path)

    assert again == fused_as_shipped
    examples = test_answers.examples[:3]
    assert again.detect(examples) == fused_as_shipped.detect(examples)


@pytest.mark.parametrize("question", ["What is Aldor100 known for?", "WHAT IS ALDOR100 KNOWN FOR?"])
def test_the_case_of_the_question_does_not_matter(
    fused_as_shipped: Fused, test_answers: Answers, question: str
) -> None:
    example = test_answers.examples[0]

    scores = [
        fused_as_shipped.detect([replace(example, question=q)])[0].hallucination_score
        for q in (question, question.lower())
    ]

    assert scores[0] == pytest.approx(scores[1], abs=1e-9)
