"""MPNet's embeddings and layers as ONNX, from weights as Hugging Face's ``MPNetModel`` names them.

Matrices are 7-bit integers with a scale for each column, word embeddings 6-bit with one for each
row. The bias of the attention depends on how far two tokens are apart; it is the same in all
layers. onnxruntime makes that of all positions when it loads the file, and a text takes its corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto

from training.mpnet.embeddings import quantise
from training.onnx_graph import MICROSOFT, linear, norm_weights, product, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from training.onnx_graph import Graph

EPSILON = 1e-5
FIRST_POSITION = 2
"""Rows of the position embeddings before that of the first token."""
FURTHEST = 128
"""Tokens that are this far apart or further share a bias."""
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
    positions = graph.half("positions", every)
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


def layer(graph: Graph, x: str, number: int, bias: str) -> str:
    """Apply one of the layers."""
    prefix = f"encoder.layer.{number}."
    context = _attention(graph, x, f"{prefix}attention.attn.", bias)
    projected = linear(graph, context, f"{prefix}attention.attn.o")
    attended = graph.op("Add", [projected, x], f"{prefix}attended.sum")
    attended = _normalised(graph, attended, f"{prefix}attention.LayerNorm", f"{prefix}attended")
    inner = linear(graph, attended, f"{prefix}intermediate.dense")
    active = graph.op("Gelu", [inner], f"{prefix}active", domain=MICROSOFT)
    outer = linear(graph, active, f"{prefix}output.dense")
    summed = graph.op("Add", [outer, attended], f"{prefix}hidden.sum")
    return _normalised(graph, summed, f"{prefix}output.LayerNorm", f"{prefix}hidden")


def _attention(graph: Graph, x: str, prefix: str, bias: str) -> str:
    parts = [f"{prefix}{part}" for part in "qkv"]
    together = product(graph, x, f"{prefix}parts", *stacked(graph, parts))
    graph.split("Split", [together], parts, f"{prefix}split", axis=2)
    inputs = [*parts, "", "", bias]
    heads = graph.weights[BIAS].shape[1]
    return graph.op(
        "MultiHeadAttention", inputs, f"{prefix}context", domain=MICROSOFT, num_heads=heads
    )


def _normalised(graph: Graph, x: str, norm: str, output: str) -> str:
    inputs = [x, *norm_weights(graph, norm)]
    return graph.op("LayerNormalization", inputs, output, axis=-1, epsilon=EPSILON)
