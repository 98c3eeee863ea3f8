"""A Hugging Face token classifier as a reader, with random weights through the real loading."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from tiny_token_classifiers import modernbert
from transformers import AutoModelForTokenClassification, AutoTokenizer

import groundgraph
from groundgraph import Example, specs
from groundgraph.errors import InputError, ModelError
from groundgraph.methods.fused.detector import EXCHANGED, Fused
from groundgraph.parts.readers.transformers import TransformersReader
from groundgraph.types import FitOptions, Span
from groundgraph.types.readings import CutAnswer

if TYPE_CHECKING:
    from pathlib import Path

UNITS = ("The ferry leaves at 7:30.", "It carries 40 cars.", "The pier is new.")
SAID = "The ferry leaves at 7:30.  It has a casino."
CLAIMS = (Span(0, 25), Span(27, 43))
ANSWER = CutAnswer("When does it leave?", UNITS, SAID, CLAIMS, (0, 0, 1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return modernbert(tmp_path_factory.mktemp("modernbert"))


def reading(folder: Path, **fields: int) -> TransformersReader:
    return TransformersReader(str(folder), device="cpu", **fields)


def test_it_says_what_the_model_says_of_the_prompt_of_lettucedetect(folder: Path) -> None:
    prompt = (
        "Briefly answer the following question:\nWhen does it leave?\nBear in mind that your "
        "response should be strictly based on the following 2 passages:\n"
        "passage 1: The ferry leaves at 7:30. It carries 40 cars.\npassage 2: The pier is new.\n"
        "In case the passages do not contain the necessary information to answer the question, "
        'please reply with: "Unable to answer based on given passages."\noutput:'
    )
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForTokenClassification.from_pretrained(folder).eval()
    read = tokenizer(prompt, SAID, return_offsets_mapping=True, return_tensors="pt")
    offsets = read.pop("offset_mapping")[0].tolist()
    with torch.inference_mode():
        wrong = model(**read).logits[0].softmax(-1)[:, 1].tolist()
    own = [n for n, side in enumerate(read.sequence_ids(0)) if side == 1]
    words = [n for n in own if not SAID[slice(*offsets[n])].isspace()]
    first = [wrong[n] for n in words if offsets[n][1] <= 25]

    [found] = reading(folder).read([ANSWER])

    np.testing.assert_allclose(found.tokens[found.claim_of == 0, 1], first, atol=1e-5)
    np.testing.assert_allclose(found.claims[0, 1], max(first), atol=1e-5)
    assert (found.claims[:, 2] == 0).all()


def test_without_a_question_it_asks_for_a_summary(folder: Path) -> None:
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForTokenClassification.from_pretrained(folder).eval()
    read = tokenizer(
        "Summarize the following text:\nThe pier is new.\noutput:", "It.", return_tensors="pt"
    )
    with torch.inference_mode():
        wrong = model(**read).logits[0].softmax(-1)[:, 1]
    own = [n for n, side in enumerate(read.sequence_ids(0)) if side == 1]

    [found] = reading(folder).read([CutAnswer("", UNITS[2:], "It.", (Span(0, 3),))])

    np.testing.assert_allclose(found.tokens[:, 1], wrong[own].numpy(), atol=1e-5)


def test_a_token_starts_at_its_word_and_not_at_the_space_before(folder: Path) -> None:
    [found] = reading(folder).read([ANSWER])

    starts = {SAID[place] for place in found.starts.tolist()}
    assert not any(map(str.isspace, starts))
    assert 27 in found.starts.tolist()


def test_of_long_evidence_the_nearest_is_read(folder: Path) -> None:
    filling = tuple(f"Boat number {n} is painted." for n in range(200))
    long = ANSWER._replace(units=(*filling, *UNITS, *filling), passages=())
    part = reading(folder, max_tokens=700)

    [whole] = part.read([long])
    [other] = part.read([long._replace(units=(*filling, *filling))])

    assert not np.isnan(whole.claims).any()
    assert not np.allclose(whole.claims, other.claims)


def test_a_long_answer_is_read_in_parts_with_every_claim_in_one(folder: Path) -> None:
    sentence = "The ferry leaves at 7:30."
    spans = tuple(Span(n * 26, n * 26 + 25) for n in range(60))
    answer = CutAnswer("When?", UNITS, " ".join([sentence] * 60), spans)

    [found] = reading(folder, max_tokens=512).read([answer])

    assert not np.isnan(found.claims).any()
    assert set(found.claim_of.tolist()) == set(range(60))
    counts = np.bincount(found.claim_of)
    assert (counts == counts[0]).all()


@pytest.mark.parametrize("labels", [("hallucinated", "supported"), ("NOT_SUPPORTED", "SUPPORTED")])
def test_labels_are_read_by_name(tmp_path: Path, folder: Path, labels: tuple[str, str]) -> None:
    [first] = reading(folder).read([ANSWER])
    [named] = reading(modernbert(tmp_path, labels)).read([ANSWER])

    np.testing.assert_allclose(named.tokens[:, 0], first.tokens[:, 1], atol=1e-5)


@pytest.mark.parametrize("labels", [("O", "B-PER", "I-PER"), ("PERSON", "PLACE")])
def test_a_model_of_other_labels_is_refused(tmp_path: Path, labels: tuple[str, ...]) -> None:
    with pytest.raises(ModelError, match="labels, called"):
        reading(modernbert(tmp_path, labels)).read([ANSWER])


def test_a_folder_that_is_none_and_numbers_out_of_range_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such folder"):
        reading(tmp_path / "nowhere").read([ANSWER])
    with pytest.raises(InputError, match="max_tokens"):
        reading(tmp_path, max_tokens=8)


EXAMPLE = Example(
    "The ferry leaves at 9:45. It carries 40 cars.",
    ("The ferry leaves at 7:30. It carries 40 cars.", "The pier is new."),
    question="When does the ferry leave?",
)


def test_fused_reads_with_it_and_says_that_it_was_not_calibrated_so(folder: Path) -> None:
    shipped = groundgraph.load("fused")
    assert isinstance(shipped, Fused)
    exchanged = replace(shipped, reader=reading(folder))

    [own] = shipped.detect([EXAMPLE])
    [verdict] = exchanged.detect([EXAMPLE])

    assert EXCHANGED not in own.reason
    assert EXCHANGED in verdict.reason
    assert not verdict.calibrated
    assert verdict.features["reader_odds"] != own.features["reader_odds"]
    assert verdict.features["quantities_score"] == own.features["quantities_score"]


def test_a_fit_makes_it_the_reader_that_scores_are_calibrated_with(
    folder: Path, tmp_path: Path
) -> None:
    shipped = groundgraph.load("fused")
    assert isinstance(shipped, Fused)
    rows = [
        Example(
            f"The ferry leaves at {hour}. It carries {cars} cars.",
            (f"The ferry leaves at 7:{n + 10}. It carries 40 cars.", "The pier is new."),
            question="When does the ferry leave?",
            label=wrong,
        )
        for n in range(30)
        for hour, cars, wrong in ((f"7:{n + 10}", 40, False), (f"9:{n + 11}", 41 + n, True))
    ]
    fitted = replace(shipped, reader=reading(folder)).fit(rows, FitOptions(refit="calibration"))

    [verdict] = fitted.detect([EXAMPLE])
    assert EXCHANGED not in verdict.reason
    specs.save(fitted, tmp_path / "saved")
    loaded = specs.load(str(tmp_path / "saved"), trust=True)
    assert loaded == fitted
    assert specs.build(specs.describe(fitted), trust=True) == fitted
    [again] = loaded.detect([EXAMPLE])
    assert again.hallucination_score == verdict.hallucination_score


def test_a_spec_that_reaches_for_a_model_is_refused_until_it_is_trusted(folder: Path) -> None:
    spec = specs.describe(replace(groundgraph.load("fused"), reader=reading(folder)))  # type: ignore[type-var]

    with pytest.raises(groundgraph.GroundgraphError, match="trust"):
        specs.build(json.loads(json.dumps(spec)))
