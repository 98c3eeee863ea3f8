"""The frozen lower layers that the token model reads texts with.

The first layers of all-MiniLM-L6-v2, matrices as 7-bit integers as in `export_verifier.py`. The
training reads its texts with the very graph that is shipped, so that nothing differs.
"""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper
from safetensors.numpy import load_file

from export_minilm import MICROSOFT, SOURCE, Graph
from export_verifier import embeddings, layer

LAYERS = 3
"""Layers that the first stage reads; the second, and what is shipped, reads one less."""


def lower_graph(layers: int) -> Graph:
    """Return a graph from ``input_ids`` to the states after each layer, ``states_1`` and so on."""
    graph = Graph(load_file(SOURCE / "model.safetensors"))
    shape = graph.op("Shape", ["input_ids"], "shape")
    zero = helper.make_tensor("token_type_ids.value", TensorProto.INT64, [1], [0])
    graph.op("ConstantOfShape", [shape], "token_type_ids", value=zero)
    x = embeddings(graph)
    for number in range(layers):
        x = layer(graph, x, number)
        graph.op("Identity", [x], f"states_{number + 1}")
    return graph


def lower() -> bytes:
    """Return an ONNX file that gives the states after each of the last two layers."""
    graph = lower_graph(LAYERS)
    value = helper.make_tensor_value_info
    proto = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "groundgraph-tokens-lower",
            [value("input_ids", TensorProto.INT64, ["batch", "sequence"])],
            [
                value(name, TensorProto.FLOAT, ["batch", "sequence", 384])
                for name in (f"states_{LAYERS - 1}", f"states_{LAYERS}")
            ],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
        producer_name="groundgraph/scripts/token_lower.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))
