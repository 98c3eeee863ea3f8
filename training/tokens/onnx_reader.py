"""Writes what reads a window: the frozen layer, and what the judge asks of evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper

from training.onnx_graph import Graph, onnx_file
from training.tokens.lower import lower_graph
from training.tokens.onnx_parts import KEPT, LAYER, ONE, PRODUCER, in_heads, together, units

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.onnx_graph import Floats, Value


def reader(weights: Mapping[str, Floats], steps: Floats) -> bytes:
    """Return the file that reads windows."""
    graph = lower_graph()
    graph.weights = weights
    inner = [graph.constant(f"inner{i}", np.array([v])) for i, v in enumerate((1, -1))]
    zero = graph.constant("axis0", np.array([0]))
    one = graph.op("Squeeze", ["states", zero], "one")
    graph.op("Slice", [one, *inner, zero], "read")
    kinds = graph.constant("kinds", np.array([len(weights[f"{LAYER}side.weight"])]))
    branches = {
        "then_branch": branch(asked(weights, steps), "asked"),
        "else_branch": branch(said(), "said"),
    }
    condition = graph.op("Less", ["kind", kinds], "is_asked")
    names = [name for name, *_ in KEPT]
    graph.split("If", [condition], names, "kept", **branches)
    inputs: list[Value] = [
        ("input_ids", TensorProto.INT64, [1, "sequence"]),
        ("kind", TensorProto.INT64, [1]),
    ]
    return onnx_file(graph, "groundgraph-tokens-reader", PRODUCER, inputs, KEPT)


def asked(weights: Mapping[str, Floats], steps: Floats) -> Graph:
    """Return what an answer's tokens ask for: unit vectors, and the trained layer's memory."""
    graph = Graph(weights)
    vectors = units(graph, "read", np.float32(1) / steps)
    rounded(graph, graph.op("Transpose", [vectors], "turned", perm=[1, 0]), "unit.asked")
    names = [f"{LAYER}key", f"{LAYER}value"]
    both = together(graph, "read", "remembered", names)
    # What evidence and question add before the product is as much after it for each.
    sides = [weights[f"{LAYER}side.weight"] @ weights[f"{name}.weight"].T for name in names]
    each = graph.half("remembered.side", np.concatenate(sides, axis=1))
    own = graph.op("Gather", [each, "kind"], "remembered.beside")
    placed = graph.op("Add", [both, own], "remembered.placed")
    in_heads(graph, placed, ["keys.rows", "values.asked"])
    graph.op("Transpose", ["keys.rows"], "keys.asked", perm=[0, 2, 1])
    return graph


def said() -> Graph:
    """Return what is kept of an answer."""
    graph = Graph({})
    graph.op("Identity", ["read"], "own.said")
    return graph


def branch(graph: Graph, suffix: str) -> Any:
    """Return one side of an `If`; what it does not make is empty."""
    made = {name for node in graph.nodes for name in node.output}
    outputs = []
    for name, kind, shape in KEPT:
        if f"{name}.{suffix}" not in made:
            size = [each if isinstance(each, int) else 0 for each in shape]
            empty = np.zeros(size, np.int8 if kind == TensorProto.INT8 else np.float32)
            graph.op("Identity", [graph.constant(f"{name}.none", empty)], f"{name}.{suffix}")
        outputs.append(helper.make_tensor_value_info(f"{name}.{suffix}", kind, shape))
    return helper.make_graph(graph.nodes, suffix, [], outputs, graph.initializers)


def rounded(graph: Graph, x: str, output: str) -> str:
    """Round what is in steps to whole numbers of 8 bits."""
    zero = graph.constant(f"{output}.zero", np.array(0, np.int8))
    return graph.op("QuantizeLinear", [x, graph.constant(f"{output}.one", ONE), zero], output)
