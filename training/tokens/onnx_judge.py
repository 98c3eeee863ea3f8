"""Writes what judges an answer beside its evidence: the trained layer and its heads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper

from training.minilm.source import EPSILON, WIDTH
from training.onnx_graph import MICROSOFT, Graph, linear, onnx_file
from training.tokens.network import TOP_COSINES
from training.tokens.onnx_parts import (
    HEAD,
    KEPT,
    LAYER,
    ONE,
    PRODUCER,
    in_heads,
    together,
    units,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.onnx_graph import Floats, Value
    from training.tokens.answers import Data


def judge(weights: Mapping[str, Floats], data: Data, steps: Floats) -> bytes:
    """Return the file that judges an answer."""
    graph = Graph(weights)
    n_rows = len(data.mean)
    named = [graph.constant("mean", data.mean), graph.constant("scale", data.scale)]
    rows = graph.op("Div", [graph.op("Sub", ["rows", named[0]], "centred"), named[1]], "scaled")
    bounds = [graph.constant(n, np.float32(v)) for n, v in (("low", -4), ("high", 4))]
    clipped = graph.op("Clip", [rows, *bounds], "clipped")
    rows = graph.op("Concat", [clipped, nearness(graph, steps)], "all_rows", axis=1)
    x = graph.op("Add", ["own", linear_exact(graph, rows, "enter")], "entered")
    both = graph.op("Concat", [_layer(graph, x), rows], "both", axis=1)
    hidden = gelu(graph, linear_exact(graph, both, "dense"), "hidden")
    logits = linear_exact(graph, hidden, "token")
    axis = graph.constant("axis0", np.array([0]))
    most = graph.op("ReduceMax", [hidden], "most", axes=[0], keepdims=1)
    mean = graph.op("ReduceMean", [hidden], "mean_hidden", axes=[0], keepdims=1)
    pooled = graph.op("Concat", [most, mean], "pooled", axis=1)
    response = graph.op("Squeeze", [linear_exact(graph, pooled, "response"), axis], "answer")
    # numpy would compute the last with threads that spin and take the cores from these.
    shapes = ((logits, ["tokens", 3]), (response, [1]), ("cosines", ["tokens", "shown"]))
    inputs: list[Value] = [("rows", TensorProto.FLOAT, ["tokens", n_rows]), *KEPT]
    outputs: list[Value] = [(name, TensorProto.FLOAT, [*shape]) for name, shape in shapes]
    return onnx_file(graph, "groundgraph-tokens-judge", PRODUCER, inputs, outputs)


def nearness(graph: Graph, steps: Floats) -> str:
    """Return 4 times the highest cosine to evidence, and to the top ones, less 2: ``(n, 2)``."""
    times(graph, units(graph, "own", steps), "unit", "cosines")
    length = graph.op("Shape", ["unit"], "length", start=1, end=2)
    count = graph.op("Min", [length, graph.constant("top", np.array([TOP_COSINES]))], "count")
    graph.split("TopK", ["cosines", count], ["tops", "which"], axis=1)
    most = graph.op("ReduceMax", ["tops"], "highest", axes=[1], keepdims=1)
    mean = graph.op("ReduceMean", ["tops"], "mean_top", axes=[1], keepdims=1)
    pair = graph.op("Concat", [most, mean], "pair", axis=1)
    wide = graph.op("Mul", [pair, graph.constant("four", np.float32(4))], "wider")
    return graph.op("Sub", [wide, graph.constant("two", np.float32(2))], "near")


def linear_exact(graph: Graph, x: str, name: str) -> str:
    """A small product in fp32."""
    kernel = graph.half(f"{name}.kernel", graph.weights[f"{name}.weight"].T)
    inputs = [x, kernel]
    return graph.op("Add", [graph.op("MatMul", inputs, f"{name}.product"),
                            graph.weight(f"{name}.bias")], f"{name}.out")  # fmt: skip


def gelu(graph: Graph, x: str, output: str) -> str:
    """Apply onnxruntime's Gelu."""
    return graph.op("Gelu", [x], output, domain=MICROSOFT)


def _layer(graph: Graph, x: str) -> str:
    """The trained layer: attention to evidence and answer, then the dense part."""
    found = attention(graph, x)
    x = norm(graph, x, linear(graph, found, f"{LAYER}output"), f"{LAYER}attended")
    wide = gelu(graph, linear(graph, x, f"{LAYER}wide"), f"{LAYER}active")
    return norm(graph, x, linear(graph, wide, f"{LAYER}narrow"), f"{LAYER}done")


def attention(graph: Graph, x: str) -> str:
    """Attend to evidence and answer, one head after another.

    What all heads attend to at once does not fit into a core's cache.
    """
    parts = together(graph, x, "parts", [f"{LAYER}{n}" for n in ("query", "key", "value")])
    rows = ["queries", "own.keys", "own.values"]
    in_heads(graph, parts, rows)
    inputs = [*rows, "keys", "values"]
    found = graph.op("Scan", inputs, "found", body=head(), num_scan_inputs=len(inputs))
    turned = graph.op("Transpose", [found], "found.turned", perm=[1, 0, 2])
    shape = graph.constant("found.shape", np.array([0, WIDTH]))
    return graph.op("Reshape", [turned, shape], "found.rows")


def head() -> Any:
    """Return one head's attention: query, own keys and values, and those of the evidence."""
    graph = Graph({})
    own = graph.op("Transpose", ["key"], "key.turned", perm=[1, 0])
    keys = graph.op("Concat", ["keys.evidence", own], "keys.all", axis=1)
    values = graph.op("Concat", ["values.evidence", "value"], "values.all", axis=0)
    scaled = {"domain": MICROSOFT, "alpha": HEAD**-0.5}
    scores = graph.op("FusedMatMul", ["query", keys], "scores", **scaled)
    graph.op("MatMul", [graph.op("Softmax", [scores], "weights", axis=-1), values], "head")
    rows, beside = ["tokens", HEAD], {"keys": [HEAD, "beside"], "values": ["beside", HEAD]}
    shapes = {"query": rows, "key": rows, "value": rows}
    shapes |= {f"{name}.evidence": shape for name, shape in beside.items()}
    value = helper.make_tensor_value_info
    inputs = [value(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]
    output = value("head", TensorProto.FLOAT, rows)
    return helper.make_graph(graph.nodes, "head", inputs, [output], graph.initializers)


def norm(graph: Graph, x: str, more: str, name: str) -> str:
    """Add and normalise."""
    inputs = [graph.op("Add", [x, more], f"{name}.sum"), graph.weight(f"{name}.weight"),
              graph.weight(f"{name}.bias")]  # fmt: skip
    return graph.op("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=EPSILON)


def times(graph: Graph, x: str, whole: str, output: str) -> str:
    """Multiply by whole numbers that are in steps."""
    name = f"{output}.whole"
    parts = [f"{name}.{part}" for part in ("x", "scale", "zero")]
    graph.split("DynamicQuantizeLinear", [x], parts, name)
    inputs = [parts[0], whole, parts[1], graph.constant(f"{output}.one", ONE), parts[2]]
    return graph.op("MatMulIntegerToFloat", inputs, output, domain=MICROSOFT)
