from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
import tiny_verifiers
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.errors import ModelError
from groundgraph.parts.huggingface import (
    Loaded,
    check_folder,
    in_batches,
    load_classifier,
    token_limit,
    token_starts,
    without_marks,
)

if TYPE_CHECKING:
    from pathlib import Path

LABELS = ("neutral", "entailment")


@pytest.fixture(scope="module")
def roberta(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder = tiny_verifiers.roberta(tmp_path_factory.mktemp("roberta"), LABELS)
    return load_classifier(str(folder), "cpu", "a test")


@pytest.mark.parametrize("model", ["/no/such folder", "./none", "../none", "~/none"])
def test_a_folder_that_is_not_there_is_told_from_a_name_of_the_hub(model: str) -> None:
    with pytest.raises(ModelError, match="cannot be loaded: there is no such folder"):
        check_folder(model)


def test_names_of_the_hub_and_folders_that_are_there_pass(tmp_path: Path) -> None:
    for model in ("cross-encoder/ms-marco-MiniLM-L6-v2", "t5-small", str(tmp_path)):
        check_folder(model)


def test_special_tokens_in_a_text_are_taken_apart_where_they_stand(roberta: Loaded) -> None:
    plain = without_marks(roberta.tokenizer)

    assert plain("a</s>b <<s>s> <b>") == "a /s>b < s>s> <b>"
    assert plain("no [SEP] of ours") == "no [SEP] of ours"


@settings(deadline=None)
@given(st.lists(st.sampled_from(["<s>", "</s>", "<", "s", ">", "/", "<mask>", "pad", " "])))
def test_no_text_keeps_a_special_token_or_changes_its_length(
    roberta: Loaded, parts: list[str]
) -> None:
    text = "".join(parts)

    plain = without_marks(roberta.tokenizer)(text)

    assert len(plain) == len(text)
    assert not any(mark in plain for mark in roberta.tokenizer.all_special_tokens)


def test_token_starts_point_at_the_text_and_leave_special_tokens_out(roberta: Loaded) -> None:
    starts = token_starts(roberta.tokenizer, "roberta")

    assert starts("the red cup")[0] == 0
    assert starts("ab") == [0, 1]
    assert starts("") == []
    assert len(starts("a" * 500)) == 500  # above the model's limit, and not cut


def test_a_tokenizer_without_offsets_is_refused() -> None:
    with pytest.raises(ModelError, match=r"some/model.*fast tokenizer"):
        token_starts(SimpleNamespace(is_fast=False), "some/model")


def test_positions_that_are_the_paddings_own_are_not_counted(roberta: Loaded) -> None:
    assert roberta.model.config.max_position_embeddings == tiny_verifiers.POSITIONS + 2
    assert token_limit(roberta) == tiny_verifiers.POSITIONS


def test_the_lower_of_the_models_and_the_tokenizers_limit_counts(roberta: Loaded) -> None:
    limited = SimpleNamespace(model_max_length=32)

    assert token_limit(roberta._replace(tokenizer=limited)) == 32


def test_a_t5_has_no_limit(tmp_path: Path) -> None:
    loaded = load_classifier(str(tiny_verifiers.t5(tmp_path, LABELS)), "cpu", "a test")

    assert token_limit(loaded) is None


def test_a_tokenizer_that_cannot_pad_is_refused(tmp_path: Path) -> None:
    tiny_verifiers.roberta(tmp_path, LABELS)
    path = tmp_path / "tokenizer_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "pad_token": None}))

    with pytest.raises(ModelError, match="no padding token"):
        load_classifier(str(tmp_path), "cpu", "a test")


@settings(deadline=None)
@given(st.lists(st.text(max_size=5), min_size=1, max_size=20), st.integers(0, 6))
def test_batches_hold_items_of_like_length_and_rows_keep_their_order(
    texts: list[str], size: int
) -> None:
    batches: list[list[str]] = []

    def compute(batch: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        batches.append(batch)
        return np.array([[len(text), sum(map(ord, text))] for text in batch], np.float64)

    found = in_batches(texts, [len(text) for text in texts], size, compute)

    assert found.tolist() == [[len(text), sum(map(ord, text))] for text in texts]
    assert max(map(len, batches)) <= max(1, size)
    lengths = [len(text) for batch in batches for text in batch]
    assert lengths == sorted(lengths, reverse=True)
