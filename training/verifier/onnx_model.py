"""Writes the verifier as ONNX: the encoder's layers, and a head of two dense layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto

from training.onnx_graph import Graph, embeddings, encoder_layer, onnx_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.onnx_graph import Floats

PRODUCER = "groundgraph/scripts/export_verifier.py"


def head(graph: Graph, x: str, kernels: Mapping[str, Floats]) -> str:
    """Join [CLS] and the mean of the hypothesis's tokens; two dense layers."""
    axis, last = (graph.constant(f"axis{n}", np.array([n])) for n in (1, 2))
    row = graph.op("Gather", [x, graph.constant("first", np.array([0]))], "cls_row", axis=1)
    first = graph.op("Squeeze", [row, axis], "cls")
    column = graph.op("Unsqueeze", ["token_type_ids", last], "column")
    keep = graph.op("Cast", [column], "keep", to=TensorProto.FLOAT)
    total = graph.op("ReduceSum", [graph.op("Mul", [x, keep], "kept"), axis], "total", keepdims=0)
    count = graph.op("ReduceSum", [keep, axis], "count", keepdims=0)
    mean = graph.op("Div", [total, count], "mean")
    pooled = graph.op("Concat", [first, mean], "pooled", axis=1)
    names = {n: graph.constant(n, np.ascontiguousarray(k)) for n, k in kernels.items()}
    wide = graph.op("Gemm", [pooled, names["dense.weight"], names["dense.bias"]], "wide", transB=1)
    active = graph.op("Tanh", [wide], "active")
    inputs = [active, names["output.weight"], names["output.bias"]]
    return graph.op("Gemm", inputs, "logits", transB=1)


def model(weights: Mapping[str, Floats], layers: int, temperature: float) -> bytes:
    """Return the ONNX file; logits are divided by the temperature."""
    inside = {n[len("encoder.") :]: w for n, w in weights.items() if n.startswith("encoder.")}
    kernels = {n: w for n, w in weights.items() if n.startswith(("dense.", "output."))}
    for name in ("output.weight", "output.bias"):
        kernels[name] = (kernels[name] / temperature).astype(np.float32)
    graph = Graph(inside)
    graph.op("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    x = embeddings(graph)
    for number in range(layers):
        x = encoder_layer(graph, x, number, "mask")
    head(graph, x, kernels)
    names = ("input_ids", "token_type_ids", "attention_mask")
    inputs = [(name, TensorProto.INT64, ["batch", "sequence"]) for name in names]
    outputs = [("logits", TensorProto.FLOAT, ["batch", 3])]
    return onnx_file(graph, "groundgraph-verifier", PRODUCER, inputs, outputs)
