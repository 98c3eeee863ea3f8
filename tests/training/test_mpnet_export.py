"""A reader of MPNet's layers as ONNX says what torch says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from onnx import numpy_helper
from torch import nn
from transformers import MPNetConfig, MPNetModel

from groundgraph.parts.onnx import session
from training import onnx_graph
from training.mpnet import onnx_layers
from training.mpnet.embeddings import quantise, restore
from training.mpnet.vocabulary import SIZE
from training.onnx_graph import LEVELS, Graph, quantised, write
from training.reader.export import weights_of
from training.reader.network import Reader
from training.reader.onnx_model import model
from training.reader.restored import layers_of

if TYPE_CHECKING:
    from pathlib import Path

    from training.onnx_graph import Floats

WIDTH, LAYERS = 48, 2


def encoder(layers: int = LAYERS) -> MPNetModel:
    config = MPNetConfig(
        vocab_size=SIZE, hidden_size=WIDTH, num_hidden_layers=layers, num_attention_heads=4,
        intermediate_size=300, max_position_embeddings=514, layer_norm_eps=1e-5,
        relative_attention_num_buckets=32, initializer_range=0.2,
    )  # fmt: skip
    return MPNetModel(config, add_pooling_layer=False)


@pytest.fixture(scope="module")
def reader() -> Reader:
    torch.manual_seed(0)
    made = Reader(encoder(), WIDTH)
    made.sides = nn.Embedding(2, WIDTH)
    with torch.no_grad():
        words = made.encoder.embeddings.word_embeddings.weight
        words.copy_(torch.from_numpy(restore(*quantise(words.numpy()))))
        for layer in made.encoder.encoder.layer:  # as in MPNet: a channel louder than the others
            layer.attention.LayerNorm.weight[7] = 20.0
    return made.eval()


def window(size: int) -> dict[str, Any]:
    """Return what an exported file is given: a window with two claims in its second half."""
    half = size // 2
    members = np.zeros((1, 2, size), np.float32)
    members[0, 0, half : half + 2] = members[0, 1, half + 2 : size - 1] = 1
    return {
        "input_ids": np.random.default_rng(size).integers(0, SIZE, (1, size)),
        "token_type_ids": (np.arange(size) >= half).astype(np.int64)[None],
        "members": members,
    }


def said(reader: Reader, read: dict[str, Any]) -> list[Floats]:
    ids, types, members = (torch.from_numpy(value) for value in read.values())
    with torch.no_grad():
        words = reader.encoder.get_input_embeddings()(ids)
        given = words + reader.get_submodule("sides")(types)
        states = reader.encoder(inputs_embeds=given).last_hidden_state
        tokens = reader.token(states)
        claims = reader.claims(states, tokens, members)
    return [tokens[:, types[0] == 1].numpy(), claims.numpy()]


def exported(reader: Reader, folder: Path) -> Any:
    return session(write(folder / "model.onnx", model(weights_of(reader.state_dict()))), 1)


@pytest.fixture
def in_fp32(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write matrices, and what else is shortened, as they are."""

    def whole(kernel: Floats) -> tuple[Floats, Floats]:
        return kernel, np.ones(kernel.shape[1], np.float32)

    def multiplied(graph: Graph, x: str, name: str, kernel: Floats, _: Any, bias: Any) -> str:
        found = graph.op("MatMul", [x, graph.constant(f"{name}.kernel", kernel)], f"{name}.plain")
        added = graph.constant(f"{name}.bias", np.zeros(1, np.float32) if bias is None else bias)
        return graph.op("Add", [found, added], f"{name}.product")

    for module in (onnx_graph, onnx_layers):
        monkeypatch.setattr(module, "quantised", whole)
        monkeypatch.setattr(module, "multiplied", multiplied)
    for name in ("half", "rounded"):
        monkeypatch.setattr(Graph, name, Graph.constant)


@pytest.mark.usefixtures("in_fp32")
def test_in_fp32_the_file_says_what_torch_says(reader: Reader, tmp_path: Path) -> None:
    written = exported(reader, tmp_path)

    for size in (7, 150, 512):
        found = written.run(["tokens", "claims"], window(size))
        for own, wanted in zip(found, said(reader, window(size)), strict=True):
            np.testing.assert_allclose(own, wanted, atol=2e-5)


def test_the_file_is_near_to_what_torch_says(reader: Reader, tmp_path: Path) -> None:
    written = exported(reader, tmp_path)

    for size in (7, 150, 512):
        found = written.run(["tokens", "claims"], window(size))
        for own, wanted in zip(found, said(reader, window(size)), strict=True):
            assert np.abs(own - wanted).mean() < 0.05


def test_the_number_of_layers_is_that_of_the_weights() -> None:
    weights = weights_of(encoder(1).state_dict())

    assert layers_of(weights) == 1
    assert layers_of(weights_of(Reader(encoder(3), WIDTH).state_dict())) == 3


def test_a_distance_has_the_bucket_that_it_has_in_the_original() -> None:
    offsets = np.arange(-511, 512)

    wanted = encoder(1).encoder.relative_position_bucket(torch.from_numpy(offsets))

    np.testing.assert_array_equal(onnx_layers.buckets(offsets, 32), wanted.numpy())


@given(arrays(np.float32, (6, 4), elements=st.floats(-4, 4, width=32)))
def test_restored_matrices_have_the_same_integers(kernel: np.ndarray) -> None:
    whole, scale = quantised(kernel)

    again, _ = quantised(whole * scale)

    assert np.abs(whole).max() <= LEVELS
    assert np.array_equal(whole, again)


def test_a_reader_of_restored_matrices_is_written_with_the_same_integers(reader: Reader) -> None:
    weights = weights_of(reader.state_dict())
    matrices = {n: value for n, value in weights.items() if ".layer." in n and value.ndim == 2}
    restored = {name: np.multiply(*quantised(value.T)).T for name, value in matrices.items()}

    first, second = (integers(model(each)) for each in (weights, weights | restored))

    # Beside the layers: words, positions, heads; the last one's queries stand apart.
    assert len(first) == 6 + 6 * LAYERS + 1
    for name, value in first.items():
        np.testing.assert_array_equal(value, second[name])


def integers(content: bytes) -> dict[str, Any]:
    graph = onnx.load_from_string(content).graph
    return {
        each.name: numpy_helper.to_array(each)
        for each in graph.initializer
        if each.data_type == onnx.TensorProto.INT8
    }
