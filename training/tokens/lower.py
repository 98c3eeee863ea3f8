"""What the token model reads texts with before its trained layers: frozen.

The first layer of all-MiniLM-L6-v2, its matrices as 7-bit integers. The training reads its texts
with the very graph that is shipped, so that nothing differs.
"""

from __future__ import annotations

from onnx import TensorProto, helper

from training.minilm import source
from training.onnx_graph import Graph, embeddings, encoder_layer, onnx_file

PRODUCER = "groundgraph/scripts/token_lower.py"
FROZEN = 1
"""Layers of the encoder that are kept as they are; the trained ones start as those after them."""


def lower_graph() -> Graph:
    """Return a graph from ``input_ids`` to ``states``, those after the last frozen layer."""
    graph = Graph(source.weights())
    shape = graph.op("Shape", ["input_ids"], "shape")
    zero = helper.make_tensor("token_type_ids.value", TensorProto.INT64, [1], [0])
    graph.op("ConstantOfShape", [shape], "token_type_ids", value=zero)
    x = embeddings(graph)
    for number in range(FROZEN):
        x = encoder_layer(graph, x, number)
    graph.op("Identity", [x], "states")
    return graph


def lower() -> bytes:
    """Return an ONNX file that gives ``states``."""
    inputs = [("input_ids", TensorProto.INT64, ["batch", "sequence"])]
    outputs = [("states", TensorProto.FLOAT, ["batch", "sequence", source.WIDTH])]
    return onnx_file(lower_graph(), "groundgraph-tokens-lower", PRODUCER, inputs, outputs)
