from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny_rerankers import (
    LONG,
    PAIRS,
    POSITIONS,
    prompt_tokens,
)

from groundgraph import InputError, ModelError
from groundgraph.parts.rerankers import best_window, cross_encoder
from groundgraph.parts.rerankers import mxbai as mxbai_module
from groundgraph.parts.rerankers.cross_encoder import CrossEncoderReranker
from groundgraph.parts.rerankers.mxbai import MxbaiReranker


def damaged(folder: str, copy: Path, name: str) -> str:
    """Copy a model with one weight that is no number."""
    from safetensors.torch import load_file, save_file

    copy.mkdir()
    for file in Path(folder).iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    weights = load_file(copy / "model.safetensors")
    weights[name].view(-1)[0] = math.nan
    save_file(weights, copy / "model.safetensors", metadata={"format": "pt"})
    return str(copy)


@pytest.mark.parametrize("name", ["one_logit", "two_labels", "mxbai"])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_the_batch_does_not_change_a_score(
    name: str, size: int, request: pytest.FixtureRequest
) -> None:
    part = request.getfixturevalue(name)
    pairs = [*PAIRS, ("who", LONG)]

    found = replace(part, batch_size=size).relevance(pairs)

    assert found == pytest.approx(part.relevance(pairs), abs=1e-4)


@pytest.mark.parametrize("name", ["one_logit", "mxbai"])
@pytest.mark.parametrize("pair", [("who saw a dog?", LONG * 6), (LONG * 6, "a dog")])
def test_what_is_too_long_counts_by_its_best_window(
    name: str, pair: tuple[str, str], request: pytest.FixtureRequest
) -> None:
    part: Any = request.getfixturevalue(name)
    scores = part.relevance([pair])
    loaded = (cross_encoder._classifier if name == "one_logit" else mxbai_module._qwen2)(
        part.model, part.device
    )
    taken = 3 if name == "one_logit" else prompt_tokens(loaded.tokenizer)
    reader = best_window.reader_for(part.model, loaded, part.max_tokens, taken)
    seen = best_window._pieces(*pair, reader)
    alone = [part.relevance([piece])[0] for piece in seen]

    assert len(seen) > 1
    assert " ".join(piece[len(pair[0]) < len(pair[1])] for piece in seen) == max(pair, key=len)[:-1]
    assert scores == pytest.approx([max(alone)], abs=1e-4)


def test_fewer_tokens_than_the_model_reads_can_be_asked_for(
    one_logit: CrossEncoderReranker,
) -> None:
    loaded = cross_encoder._classifier(one_logit.model, "cpu")
    whole, fewer = (
        best_window._pieces("who", LONG, best_window.reader_for("tiny", loaded, most, 3))
        for most in (512, POSITIONS // 2)
    )

    assert len(fewer) > len(whole) > 1


@pytest.mark.parametrize("name", ["one_logit", "mxbai"])
def test_a_limit_without_room_for_the_texts_is_refused(
    name: str, request: pytest.FixtureRequest
) -> None:
    part = replace(request.getfixturevalue(name), max_tokens=10)

    with pytest.raises(InputError, match="max_tokens of at least"):
        part.relevance(PAIRS)


@pytest.mark.parametrize("kind", [CrossEncoderReranker, MxbaiReranker])
def test_a_model_that_is_not_there_is_an_error(kind: Any, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="none cannot be loaded"):
        kind(str(tmp_path / "none"), device="cpu").relevance(PAIRS)


def test_weights_that_are_not_finite_are_an_error(
    one_logit: CrossEncoderReranker, mxbai: MxbaiReranker, tmp_path: Path
) -> None:
    classifier = damaged(one_logit.model, tmp_path / "bert", "classifier.bias")
    writer = damaged(mxbai.model, tmp_path / "qwen", "model.norm.weight")

    for part in (replace(one_logit, model=classifier), replace(mxbai, model=writer)):
        with pytest.raises(ModelError, match="not finite"):
            part.relevance(PAIRS)
