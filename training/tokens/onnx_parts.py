"""What the two ONNX files of the token model share.

`onnx_reader` is run on each window of evidence or answer alone, `onnx_judge` on an answer beside
the windows of its evidence. Evidence's unit vectors are kept as 7-bit integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto

from training.minilm.source import HEADS, WIDTH
from training.onnx_graph import product, stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.onnx_graph import Floats, Graph, Value
    from training.tokens.answers import Data

PRODUCER = "groundgraph/scripts/export_token_model.py"
HEAD = WIDTH // HEADS
STEPS = 63
"""Two products of 8 bits and 7 fit into 16, which processors without VNNI add them in."""
ONE = np.array(1, np.float32)
"""The scale of what is in steps."""
LAYER = "layers.0."
"""The trained layer's weights."""

KEPT: list[Value] = [
    ("own", TensorProto.FLOAT, ["tokens", WIDTH]),
    ("unit", TensorProto.INT8, [WIDTH, "shown"]),
    ("keys", TensorProto.FLOAT, [HEADS, HEAD, "beside"]),
    ("values", TensorProto.FLOAT, [HEADS, "beside", HEAD]),
]
"""What is kept of a window, and given to the judge: of an answer ``own``, else the rest."""


def in_heads(graph: Graph, x: str, names: Sequence[str]) -> None:
    """Split ``(n, 384 * parts)`` into parts of shape ``(12, n, 32)`` with names of their own."""
    shape = graph.constant(f"{x}.shape", np.array([0, -1, HEAD]))
    split = graph.op("Reshape", [x, shape], f"{x}.split")
    turned = graph.op("Transpose", [split], f"{x}.turned", perm=[1, 0, 2])
    graph.split("Split", [turned], names, f"{x}.parts", axis=0)


def unit_steps(data: Data) -> Floats:
    """Return what a step of each channel of unit vectors is worth, ``(384,)``."""
    some = slice(None, None, max(1, len(data.evidence) // 100_000))
    states: Floats = data.evidence[some].astype(np.float32)
    unit = states / np.linalg.norm(states, axis=1, keepdims=True)
    return np.asarray(np.abs(unit).max(0) / STEPS, np.float32)


def together(graph: Graph, x: str, output: str, names: Sequence[str]) -> str:
    """Apply dense layers in one product; their outputs stand side by side."""
    return product(graph, x, output, *stacked(graph, names))


def units(graph: Graph, x: str, factor: Floats) -> str:
    """Return unit vectors whose channels are multiplied by ``factor``."""
    unit = graph.op("LpNormalization", [x], "unit_vectors", axis=-1, p=2)
    return graph.op("Mul", [unit, graph.constant("unit.factor", factor)], "unit.scaled")
