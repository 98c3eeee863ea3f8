"""Writes the reader as ONNX: the encoder's layers, and the heads for tokens and claims."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto

from groundgraph.parts.readers.outcomes import TEMPERATURE
from training.mpnet import onnx_layers as mpnet
from training.onnx_graph import Graph, onnx_file
from training.reader.network import OUTSIDE, WORST
from training.reader.restored import MADE_OF, layers_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.onnx_graph import Floats

PRODUCER = "groundgraph/training/reader"


def model(
    weights: Mapping[str, Floats],
    temperature: float = 1.0,
    about: Mapping[str, Any] | None = None,
) -> bytes:
    """Return the ONNX file of weights as `training.reader.network.Reader` names them.

    It reads windows of one length without padding: activations are quantised with one scale for
    all that is computed at once. In the last layer only the states of claims' tokens are computed,
    those from the first of side 1 on; ``tokens`` holds those alone.

    Args:
        weights: The weights.
        temperature: What the logits of claims are to be divided by; stands in the metadata.
        about: What they are made of; stands there too.
    """
    graph = Graph({n.removeprefix("encoder."): w for n, w in weights.items()})
    start = _first_of_claims(graph)
    x = _encoded(graph, start)
    tokens = _dense(graph, x, "token", "tokens")
    _claims(graph, x, tokens, graph.from_place("members", start, 2, "members.said"))
    names = ("input_ids", "token_type_ids")
    shape = ["batch", "sequence"]
    return onnx_file(
        graph,
        "groundgraph-reader",
        PRODUCER,
        [
            *((name, TensorProto.INT64, shape) for name in names),
            ("members", TensorProto.FLOAT, ["batch", "claims", "sequence"]),
        ],
        [
            ("tokens", TensorProto.FLOAT, ["batch", "said", 3]),
            ("claims", TensorProto.FLOAT, ["batch", "claims", 3]),
        ],
        {TEMPERATURE: f"{temperature:.4f}"}
        | ({MADE_OF: json.dumps(about, sort_keys=True)} if about else {}),
    )


def _encoded(graph: Graph, start: str) -> str:
    """Apply MPNet's layers, the last one for the states from a place on."""
    x, bias = mpnet.embeddings(graph), mpnet.attention_bias(graph)
    last = layers_of(graph.weights) - 1
    for number in range(last):
        x = mpnet.layer(graph, x, number, bias)
    return mpnet.layer(graph, x, last, bias, start)


def _first_of_claims(graph: Graph) -> str:
    """Return the first place of side 1: what stands on it ends each window."""
    along = graph.constant("along", np.array([1]))
    sides = graph.op("ReduceSum", ["token_type_ids", along], "sides.counts", keepdims=0)
    longest = graph.op("ReduceMax", [sides], "sides.most", axes=[0], keepdims=1)
    size = graph.op("Shape", ["token_type_ids"], "size", start=1, end=2)
    return graph.op("Sub", [size, longest], "start")


def _dense(graph: Graph, x: str, name: str, output: str) -> str:
    """Apply a dense layer in fp32; its matrix is stored at 8 bits."""
    kernel = graph.rounded(f"{name}.kernel", graph.weights[f"{name}.weight"].T)
    product = graph.op("MatMul", [x, kernel], f"{name}.product")
    return graph.op("Add", [product, graph.weight(f"{name}.bias")], output)


def _claims(graph: Graph, x: str, tokens: str, members: str) -> str:
    """Pool the states of each claim's tokens; two dense layers."""
    one = graph.constant("one", np.array(1, np.float32))
    far = graph.constant("far", np.array(OUTSIDE, np.float32))
    last = graph.constant("last", np.array([2]))
    others = graph.op("Sub", [one, members], "others")
    outside = graph.op("Mul", [others, far], "outside")
    counts = graph.op("ReduceSum", [members, last], "counts")
    sizes = graph.op("Max", [counts, one], "sizes")
    means = graph.op("MatMul", [graph.op("Div", [members, sizes], "shares"), x], "means")
    looks = graph.op(
        "Transpose", [_dense(graph, x, "look", "look.logits")], "looks", perm=[0, 2, 1]
    )
    seen = graph.op("Softmax", [graph.op("Add", [looks, outside], "looked")], "seen", axis=2)
    own = graph.op("Mul", [seen, members], "seen.own")
    pooled = [means, graph.op("MatMul", [own, x], "attended"), _worst(graph, tokens, outside)]
    joined = graph.op("Concat", pooled, "pooled", axis=2)
    active = graph.op("Tanh", [_dense(graph, joined, "dense", "wide")], "active")
    return _dense(graph, active, "claim", "claims")


def _worst(graph: Graph, tokens: str, outside: str) -> str:
    """Return the highest log-odds of a claim's tokens, for both classes that are not supported."""
    axis = graph.constant("classes", np.array([2]))
    starts = [graph.constant(f"class{n}", np.array([n])) for n in (0, 1, 3)]
    right = graph.op("Slice", [tokens, starts[0], starts[1], axis], "supported")
    wrong = graph.op("Slice", [tokens, starts[1], starts[2], axis], "not_supported")
    odds = graph.op("Transpose", [graph.op("Sub", [wrong, right], "odds")], "odds.rows",
                    perm=[0, 2, 1])  # fmt: skip
    of_token = graph.op("Unsqueeze", [odds, axis], "odds.of_claims")
    of_claim = graph.op("Unsqueeze", [outside, starts[1]], "outside.of_classes")
    summed = graph.op("Add", [of_token, of_claim], "odds.inside")
    worst = graph.op("ReduceMax", [summed], "worst.classes", axes=[3], keepdims=0)
    turned = graph.op("Transpose", [worst], "worst.claims", perm=[0, 2, 1])
    bounds = [graph.constant(name, np.array(b, np.float32))
              for name, b in (("least", -WORST), ("most", WORST))]  # fmt: skip
    return graph.op("Clip", [turned, *bounds], "worst")
