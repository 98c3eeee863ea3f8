"""MPNet's first layers in torch: what they begin with, and their states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from tiny_mpnet import WIDTH, put_in_place

from training.loop import in_half
from training.mpnet.embeddings import english_rows, quantise, restore
from training.mpnet.network import FINE, WORDS, first_layers, rounded, states
from training.mpnet.vocabulary import SIZE, mpnet_of_bert
from training.onnx_graph import quantised

if TYPE_CHECKING:
    from transformers import MPNetModel

KERNEL = "encoder.layer.{}.output.dense.weight"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> MPNetModel:
    return put_in_place(monkeypatch)


def windows() -> tuple[torch.Tensor, torch.Tensor]:
    """Return embeddings of windows of 200, 3 and 120 tokens, and their mask."""
    mask = (torch.arange(200)[None] < torch.tensor([200, 3, 120])[:, None]).long()
    return torch.randn((3, 200, WIDTH), generator=torch.Generator().manual_seed(1)), mask


@pytest.mark.usefixtures("published")
def test_states_are_those_of_the_original() -> None:
    encoder = first_layers(2).eval()
    given, mask = windows()

    with torch.no_grad():
        found = states(encoder, given, mask, dropout=0.5)  # nothing is dropped but in training
        wanted = encoder(inputs_embeds=given, attention_mask=mask).last_hidden_state

    assert (found - wanted)[mask > 0].abs().max() < 1e-5


@pytest.mark.usefixtures("published")
def test_states_in_bf16_are_near_to_those_in_fp32() -> None:
    encoder = first_layers(2).eval()
    given, mask = windows()

    with torch.no_grad():
        wanted = states(encoder, given, mask)
        with in_half():
            found = states(encoder, given, mask)

    assert found.dtype == torch.bfloat16
    assert (found - wanted)[mask > 0].abs().mean() < 0.05


@pytest.mark.usefixtures("published")
def test_what_layers_add_is_dropped_in_training() -> None:
    encoder = first_layers(1).train()
    given, mask = windows()

    assert torch.equal(states(encoder, given, mask), states(encoder, given, mask))
    assert not torch.equal(states(encoder, given, mask, 0.5), states(encoder, given, mask, 0.5))


def test_the_first_layers_are_those_published(published: MPNetModel) -> None:
    found, theirs = first_layers(2).state_dict(), published.state_dict()

    assert len(found) < len(theirs)
    for name, value in found.items():
        if name == WORDS:
            continue
        each = theirs[name].numpy()
        np.testing.assert_allclose(value.numpy(), each, atol=float(np.abs(each).max()) / 120)
        if value.ndim < 2 or ".layer." not in name:
            np.testing.assert_array_equal(value.numpy(), each)


def test_word_embeddings_are_those_of_a_file_under_the_tokenizers_ids(
    published: MPNetModel,
) -> None:
    words = first_layers(1).embeddings.word_embeddings.weight

    rows = published.state_dict()[WORDS].numpy()[mpnet_of_bert()]
    english = english_rows()
    assert words.shape == (SIZE, WIDTH)
    np.testing.assert_array_equal(
        words.numpy(force=True)[english], restore(*quantise(rows[english]))
    )
    assert not words[torch.from_numpy(~english)].any()


@pytest.mark.usefixtures("published")
def test_words_and_the_bias_of_positions_stay_as_they_are() -> None:
    still = {name for name, value in first_layers(1).named_parameters() if not value.requires_grad}

    assert still == {WORDS, "encoder.relative_attention_bias.weight"}


def test_matrices_begin_as_few_integers() -> None:
    kernel = np.random.default_rng(0).standard_normal((9, 40)).astype(np.float32)

    first, later = (rounded(KERNEL.format(n), kernel) for n in (FINE - 1, FINE))

    whole, scales = quantised(kernel.T)  # as a file holds it
    np.testing.assert_allclose(first, (whole * scales).T, rtol=1e-6)
    assert max(len(np.unique(row)) for row in later) <= 63
    assert rounded("embeddings.position_embeddings.weight", kernel).tolist() == kernel.tolist()
    assert rounded("encoder.layer.0.output.dense.bias", kernel[0]).tolist() == kernel[0].tolist()
