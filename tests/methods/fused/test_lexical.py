from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labelling import labelled

from groundgraph import Example, FitOptions, Passage, save
from groundgraph.methods.fused.blocks import shape
from groundgraph.methods.fused.lexical import Lexical
from groundgraph.methods.fused.reading import read
from groundgraph.methods.fused.rules import QUICK
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.specs import load

if TYPE_CHECKING:
    from pathlib import Path

Answers = Any  # of conftest.py, which cannot be imported


def test_a_verdict_shows_the_answers_own_features(lexical: Lexical, test_answers: Answers) -> None:
    verdict = lexical.detect(test_answers.examples)[1]

    assert tuple(verdict.features) == (*shape.ANSWER_NAMES, *QUICK.names)
    assert verdict.features["claims"] == 3
    assert verdict.edges == ()


def test_evidence_is_shown_with_the_share_of_the_claims_words_that_it_holds(
    lexical: Lexical, test_answers: Answers
) -> None:
    findings = lexical.detect(test_answers.examples)[0].findings

    (about_people,) = [f for f in findings if f.claim.text.startswith("About")]
    assert {e.passage_id for e in about_people.evidence} == {"b"}
    assert all(0 < e.score <= 1 for e in about_people.evidence)


def test_a_fitted_detector_is_saved_and_judges_the_same(
    lexical: Lexical, test_answers: Answers, tmp_path: Path
) -> None:
    save(lexical, tmp_path)

    again = load(tmp_path)

    assert again == lexical
    assert again.detect(test_answers.examples) == lexical.detect(test_answers.examples)


def test_fit_needs_no_recipe(many: Answers, one_thread: None) -> None:
    fitted = Lexical().fit(
        labelled(many.examples, many.labels),
        FitOptions(calibration="none", threshold="balanced_accuracy", refit="trees"),
    )

    assert fitted.head is not None
    assert fitted.head.answer_decision.policy == "balanced_accuracy"
    verdicts = fitted.detect(many.examples[:20])
    assert [v.label == "hallucinated" for v in verdicts] == many.labels[:20]
    assert not any(v.calibrated for v in verdicts)


def test_other_notations_of_a_word_are_words_of_the_evidence() -> None:
    given = Passage('{"stars": 4, "wifi": true, "price": 120, "currency": "EUR"}', "1")
    answer = "It is a four-star hotel with Wi-Fi at 120 euros a night."

    [reading] = read([Example(answer, [given])], SentenceSegmenter())

    assert {"four", "wi", "fi", "euro"} <= reading.evidence.index.stems
    assert reading.evidence.index.postings["euro"] == reading.evidence.index.postings["eur"]


def test_views_can_be_read_again(lexical: Lexical, test_answers: Answers) -> None:
    assert lexical.rarity is not None
    readings = [*read(test_answers.examples[:2], lexical.segmenter, lexical.rarity)]

    measured = lexical.measure(readings, lexical.rarity)

    assert len([*measured.views()]) == len([*measured.views()]) == len(readings)
