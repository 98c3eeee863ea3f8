"""MPNet's embeddings and layers as ONNX, from weights as Hugging Face's ``MPNetModel`` names them.

Matrices are 7-bit integers with a scale for each column, word embeddings 6-bit with one for each
row, position embeddings 8-bit with one for each column. The bias of the attention depends on how
far two tokens are apart; it is the same in all layers. onnxruntime makes that of all positions when
it loads the file, and a text takes its corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto

from training.mpnet.embeddings import quantise
from training.onnx_graph import (
    MICROSOFT,
    linear,
    multiplied,
    norm_weights,
    product,
    quantised,
    stacked,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.onnx_graph import Floats, Graph

EPSILON = 1e-5
FIRST_POSITION = 2
"""Rows of the position embeddings before that of the first token."""
FURTHEST = 128
"""Tokens that are this far apart or further share a bias."""
LOUD, PARTS = 4, 8
"""Channels of attended states that are up to 80 times as large as the others' deviation, told by
their weight in the normalisation; in how many parts each is multiplied."""
LOUD_UNITS = 128
"""Units of the wide layer that are multiplied apart from the others, told by their weights."""
BIAS = "encoder.relative_attention_bias.weight"


def embeddings(graph: Graph) -> str:
    """Sum the embeddings of words, positions and sides, and normalise."""
    prefix = "embeddings."
    codes, scales = quantise(graph.weights[f"{prefix}word_embeddings.weight"])
    rows = graph.op("Gather", [graph.constant("words.int8", codes), "input_ids"], "rows")
    kept = graph.constant("words.scale", scales)
    scale = graph.op("Gather", [kept, "input_ids"], "rows.scale")
    wide = graph.op("Cast", [rows], "rows.fp32", to=TensorProto.FLOAT)
    words = graph.op("Mul", [wide, scale], "words")
    every = graph.weights[f"{prefix}position_embeddings.weight"][FIRST_POSITION:]
    positions = graph.rounded("positions", every)
    slots = graph.op("Slice", [positions, graph.constant("zero", np.array([0])), _length(graph)],
                     "slots")  # fmt: skip
    kinds = graph.half("sides", graph.weights["sides.weight"])
    sides = graph.op("Gather", [kinds, "token_type_ids"], "sides.rows")
    placed = graph.op("Add", [words, slots], "placed")
    norm = f"{prefix}LayerNorm"
    return _normalised(graph, graph.op("Add", [placed, sides], "summed"), norm, norm)


def _length(graph: Graph) -> str:
    return graph.op("Shape", ["input_ids"], "length", start=1, end=2)


def attention_bias(graph: Graph) -> str:
    """Return what is added to the scores of each head, ``(1, heads, sequence, sequence)``."""
    size = len(graph.weights["embeddings.position_embeddings.weight"]) - FIRST_POSITION
    table = graph.weights[BIAS]
    offsets = np.arange(1 - size, size)
    by_offset = graph.constant("bias.by_offset", table[buckets(offsets, len(table))].T)
    places = np.arange(size, dtype=np.int32)
    columns = graph.constant("bias.columns", (places + size - 1)[None])
    index = graph.op("Sub", [columns, graph.constant("bias.rows", places[:, None])], "bias.index")
    whole = graph.op("Gather", [by_offset, index], "bias.heads", axis=1)
    every = graph.op("Unsqueeze", [whole, "zero"], "bias.every")
    start = graph.constant("bias.start", np.array([0, 0]))
    end = graph.op("Concat", ["length", "length"], "bias.end", axis=0)
    axes = graph.constant("bias.axes", np.array([2, 3]))
    return graph.op("Slice", [every, start, end, axes], "bias")


def buckets(offsets: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the bucket of each distance, of the key's place from the query's.

    Half of them are of keys that follow. In each half, half are of one distance each, and the rest
    of distances that grow with their logarithm.
    """
    half, exact = count // 2, count // 4
    away = np.abs(offsets)
    # In fp32, as the original does it: a distance at the edge of a bucket must fall to its side.
    grown = np.log(np.maximum(away, 1).astype(np.float32) / np.float32(exact))
    steps = grown / np.float32(np.log(FURTHEST / exact)) * np.float32(half - exact)
    far = np.minimum(exact + steps.astype(np.int64), half - 1)
    near: NDArray[np.int64] = np.where(away < exact, away, far)
    return near + np.where(offsets > 0, half, 0)


def layer(graph: Graph, x: str, number: int, bias: str, start: str = "") -> str:
    """Apply one of the layers.

    Args:
        graph: That is written.
        x: States of all tokens.
        number: Of the layer.
        bias: Of the attention, as `attention_bias` gives it.
        start: The first token whose state is asked for; "" for all. Others are attended to alone.
    """
    prefix = f"encoder.layer.{number}."
    asked = graph.from_place(x, start, 1, f"{prefix}asked") if start else x
    near = graph.from_place(bias, start, 2, f"{prefix}bias") if start else bias
    context = _attention(graph, asked, x, f"{prefix}attention.attn.", near)
    projected = linear(graph, context, f"{prefix}attention.attn.o")
    attended = graph.op("Add", [projected, asked], f"{prefix}attended.sum")
    attended = _normalised(graph, attended, f"{prefix}attention.LayerNorm", f"{prefix}attended")
    outer = _inner(graph, attended, prefix)
    summed = graph.op("Add", [outer, attended], f"{prefix}hidden.sum")
    return _normalised(graph, summed, f"{prefix}output.LayerNorm", f"{prefix}hidden")


def _attention(graph: Graph, asked: str, x: str, prefix: str, bias: str) -> str:
    queries, *others = [f"{prefix}{part}" for part in "qkv"]
    parts = others if asked != x else [queries, *others]
    if asked != x:
        queries = linear(graph, asked, queries)
    together = product(graph, x, f"{prefix}parts", *stacked(graph, parts))
    graph.split("Split", [together], parts, f"{prefix}split", axis=2)
    inputs = [queries, *others, "", "", bias]
    heads = graph.weights[BIAS].shape[1]
    return graph.op(
        "MultiHeadAttention", inputs, f"{prefix}context", domain=MICROSOFT, num_heads=heads
    )


def _inner(graph: Graph, x: str, prefix: str) -> str:
    """Apply the two dense layers between which a state is wide, loud units apart from the others.

    Activations are quantised with one scale for a product, of which a few loud ones leave little to
    the others.
    """
    first, second = f"{prefix}intermediate.dense", f"{prefix}output.dense"
    norm = graph.weights[f"{prefix}attention.LayerNorm.weight"]
    into, into_scale = quantised(graph.weights[f"{first}.weight"].T)
    channels = loudest(norm[None], LOUD)
    units = loudest(norm[:, None] * into * into_scale, LOUD_UNITS)
    others = np.setdiff1d(np.arange(len(into_scale)), units)
    wider = _in_parts(graph, x, channels, len(norm), first)
    into = np.concatenate([into, np.repeat(into[channels], PARTS - 1, axis=0)])
    out, out_scale = quantised(graph.weights[f"{second}.weight"].T)
    biases = graph.weights[f"{first}.bias"], graph.weights[f"{second}.bias"]
    made = []
    for name, own, bias in ((".loud", units, None), ("", others, biases[1])):
        inner = multiplied(graph, wider, f"{first}{name}", into[:, own], into_scale[own],
                           biases[0][own])  # fmt: skip
        active = graph.op("Gelu", [inner], f"{first}{name}.active", domain=MICROSOFT)
        made.append(multiplied(graph, active, f"{second}{name}", out[own], out_scale, bias))
    return graph.op("Add", made, f"{second}.sum")


def loudest(rows: Floats, count: int) -> NDArray[np.int64]:
    """Return the columns of the highest absolute values, at most half of them, in their order."""
    falling = np.argsort(-np.abs(rows).max(0), kind="stable")
    return np.sort(falling[: min(count, rows.shape[1] // 2)])


def _in_parts(graph: Graph, x: str, channels: NDArray[np.int64], width: int, name: str) -> str:
    """Replace each loud channel by equal parts, the further ones behind the others."""
    shares = np.ones(width, np.float32)
    shares[channels] = 1 / PARTS
    quiet = graph.op("Mul", [x, graph.constant(f"{name}.shares", shares)], f"{name}.quiet")
    index = graph.constant(f"{name}.channels", np.repeat(channels, PARTS - 1))
    parts = graph.op("Gather", [quiet, index], f"{name}.parts", axis=2)
    return graph.op("Concat", [quiet, parts], f"{name}.wider", axis=2)


def _normalised(graph: Graph, x: str, norm: str, output: str) -> str:
    inputs = [x, *norm_weights(graph, norm)]
    return graph.op("LayerNormalization", inputs, output, axis=-1, epsilon=EPSILON)
