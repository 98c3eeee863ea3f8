from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from tiny_rerankers import (
    PAIRS,
    save_cross_encoder,
)
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    BertConfig,
    BertModel,
)

from groundgraph import ModelError
from groundgraph.parts.rerankers.cross_encoder import CrossEncoderReranker

if TYPE_CHECKING:
    from pathlib import Path


def logits(part: CrossEncoderReranker, pair: tuple[str, str]) -> list[float]:
    """Return what transformers gives for one pair alone, without padding."""
    tokenizer = AutoTokenizer.from_pretrained(part.model)
    model = AutoModelForSequenceClassification.from_pretrained(part.model).eval()
    with torch.inference_mode():
        # In lists, because an empty second text given alone counts as none.
        read = tokenizer(*([text] for text in pair), return_tensors="pt")
        found: list[float] = model(**read).logits[0].tolist()
    return found


def test_the_score_of_a_single_output_is_its_logit(one_logit: CrossEncoderReranker) -> None:
    expected = [logits(one_logit, pair)[0] for pair in PAIRS]

    assert np.ptp(expected) > 0.1
    assert one_logit.relevance(PAIRS) == pytest.approx(expected, abs=1e-5)


def test_the_score_of_two_labels_is_the_log_odds_of_the_relevant_one(
    two_labels: CrossEncoderReranker,
) -> None:
    expected = [relevant - other for relevant, other in (logits(two_labels, p) for p in PAIRS)]

    assert np.ptp(expected) > 0.1
    assert two_labels.relevance(PAIRS) == pytest.approx(expected, abs=1e-5)


def test_the_relevant_label_can_be_named(two_labels: CrossEncoderReranker) -> None:
    turned = replace(two_labels, relevant="not_relevant")

    assert turned.relevance(PAIRS) == pytest.approx(-two_labels.relevance(PAIRS))


@pytest.mark.parametrize(
    ("labels", "named"),
    [
        (("good", "bad"), None),
        (("good", "bad"), "relevant"),
        (("yes", "relevant"), None),
        (("entailment", "neutral", "contradiction"), None),
    ],
)
def test_labels_of_no_known_meaning_are_refused(
    labels: tuple[str, ...], named: str | None, tmp_path: Path
) -> None:
    part = CrossEncoderReranker(save_cross_encoder(tmp_path, labels), named, device="cpu")

    with pytest.raises(ModelError, match=f"has the labels {', '.join(labels)}"):
        part.relevance(PAIRS)


def test_the_second_of_two_nameless_labels_is_the_relevant_one(tmp_path: Path) -> None:
    model = save_cross_encoder(tmp_path, ("LABEL_0", "LABEL_1"))
    irrelevant, relevant = logits(CrossEncoderReranker(model), PAIRS[0])

    (score,) = CrossEncoderReranker(model, device="cpu").relevance(PAIRS[:1])

    assert score == pytest.approx(relevant - irrelevant, abs=1e-5)


def test_a_model_without_a_fitted_classifier_is_refused(
    one_logit: CrossEncoderReranker, tmp_path: Path
) -> None:
    model = save_cross_encoder(tmp_path, ("LABEL_0",))
    BertModel(BertConfig.from_pretrained(model)).save_pretrained(model)

    with pytest.raises(ModelError, match="lacks the weights classifier"):
        CrossEncoderReranker(model, device="cpu").relevance(PAIRS)


def test_a_tokenizer_that_cannot_pad_is_refused(tmp_path: Path) -> None:
    model = save_cross_encoder(tmp_path, ("LABEL_0",))
    settings = json.loads((tmp_path / "tokenizer_config.json").read_text())
    settings["pad_token"] = None
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(settings))

    with pytest.raises(ModelError, match="no padding token"):
        CrossEncoderReranker(model, device="cpu").relevance(PAIRS)
