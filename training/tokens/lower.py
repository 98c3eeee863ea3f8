"""What the token model reads texts with before its trained layers: frozen.

The first layer of all-MiniLM-L6-v2, matrices as 7-bit integers as in `export_verifier.py`. The
training reads its texts with the very graph that is shipped, so that nothing differs.
"""

from __future__ import annotations

import onnx
from onnx import TensorProto, helper
from safetensors.numpy import load_file

from training.minilm.export import MICROSOFT, SOURCE, Graph
from training.verifier.export import embeddings, layer

FROZEN = 1
"""Layers of the encoder that are kept as they are; the trained ones start as those after them."""


def lower_graph() -> Graph:
    """Return a graph from ``input_ids`` to ``states``, those after the last frozen layer."""
    graph = Graph(load_file(SOURCE / "model.safetensors"))
    shape = graph.op("Shape", ["input_ids"], "shape")
    zero = helper.make_tensor("token_type_ids.value", TensorProto.INT64, [1], [0])
    graph.op("ConstantOfShape", [shape], "token_type_ids", value=zero)
    x = embeddings(graph)
    for number in range(FROZEN):
        x = layer(graph, x, number)
    graph.op("Identity", [x], "states")
    return graph


def lower() -> bytes:
    """Return an ONNX file that gives ``states``."""
    graph = lower_graph()
    value = helper.make_tensor_value_info
    proto = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "groundgraph-tokens-lower",
            [value("input_ids", TensorProto.INT64, ["batch", "sequence"])],
            [value("states", TensorProto.FLOAT, ["batch", "sequence", 384])],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
        producer_name="training/tokens/lower.py",
    )
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))
