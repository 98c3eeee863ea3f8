from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, ModelError, Passage, save
from groundgraph.detectors.egc import EGC
from groundgraph.detectors.fused import ANSWER_NAMES, Fused
from groundgraph.parts.encoders import MiniLM
from groundgraph.specs import load

if TYPE_CHECKING:
    from pathlib import Path

Answers = Any  # of conftest.py, which cannot be imported


def test_a_text_that_answers_share_is_encoded_once(
    fused: Fused, test_answers: Answers, bag_of_words: Any
) -> None:
    first = test_answers.examples[0]
    others = [
        replace(first, id="same"),
        replace(first, answer=test_answers.examples[1].answer),
        replace(first, question=""),
        replace(first, passages=first.passages[::-1]),
    ]

    replace(fused, encoder=bag_of_words).detect([first, *others])

    assert sorted(bag_of_words.seen) == sorted(set(bag_of_words.seen))


def test_what_cannot_be_checked_is_not_encoded(fused: Fused, bag_of_words: Any) -> None:
    hopeless = [Example("A claim.", (), "q?"), Example("", (Passage("A passage."),))]

    replace(fused, encoder=bag_of_words).detect(hopeless)

    assert bag_of_words.seen == []


def test_a_verdict_shows_the_measures_of_the_evidence_graph(
    fused: Fused, test_answers: Answers
) -> None:
    (verdict,) = fused.detect(test_answers.examples[:1])

    assert tuple(verdict.features) == ANSWER_NAMES
    # EGC over the same nodes: every sentence is a claim.
    egc = EGC(encoder=fused.encoder, tau=fused.tau, min_tokens=0)
    (of_egc,) = egc.detect(test_answers.examples[:1])
    shared = ["coverage", "support", "agreement", "connectivity"]
    assert [verdict.features[n] for n in shared] == [of_egc.features[n] for n in shared]
    assert of_egc.hallucination_score == pytest.approx((1 - verdict.features["egc"]) * 0.75)
    assert verdict.edges == of_egc.edges
    assert verdict.edges


def test_a_fitted_detector_is_saved_and_judges_the_same(
    fused_on_minilm: Fused, test_answers: Answers, tmp_path: Path
) -> None:
    save(fused_on_minilm, tmp_path)

    again = load(tmp_path)

    assert again == fused_on_minilm
    examples = test_answers.examples[:3]
    assert again.detect(examples) == fused_on_minilm.detect(examples)


def test_another_encoder_than_the_one_fitted_with_is_refused(
    fused: Fused, test_answers: Answers
) -> None:
    with pytest.raises(ModelError, match="the encoder is not the one that it was fitted with"):
        replace(fused, encoder=MiniLM()).detect(test_answers.examples[:1])
