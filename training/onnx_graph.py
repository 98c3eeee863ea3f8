"""Writes ONNX files node by node, so that the same weights and versions give the same bytes.

Matrices are stored as 7-bit integers with a scale for each column, so that processors with and
without VNNI give the same sums; activations are quantised as they come. What is small is stored as
fp16 behind a Cast, which onnxruntime folds when it loads the file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from groundgraph.checksums import write_sums

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MICROSOFT = "com.microsoft"
LEVELS = 63
"""7 bits, symmetric."""
Value = tuple[str, int, "Sequence[Any]"]
"""Name, type and shape of an input or output."""


@dataclass
class Graph:
    """Nodes and weights of the graph being written."""

    weights: Mapping[str, Floats]
    nodes: list[Any] = field(default_factory=list)
    initializers: list[Any] = field(default_factory=list)

    def op(self, kind: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        """Add a node and return the name of its output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def split(
        self,
        kind: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        name: str = "",
        **attributes: Any,
    ) -> None:
        """Add a node of several outputs."""
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=name, **attributes))

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """Store a value and return its name."""
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def from_place(self, x: str, start: str, axis: int, output: str) -> str:
        """Keep what stands from a place on along an axis."""
        end = self.constant(f"{output}.end", np.array([np.iinfo(np.int64).max]))
        axes = self.constant(f"{output}.axes", np.array([axis]))
        return self.op("Slice", [x, start, end, axes], output)

    def half(self, name: str, value: Floats) -> str:
        """Store a value as fp16; onnxruntime folds the Cast when it loads the file."""
        stored = self.constant(f"{name}.fp16", value.astype(np.float16))
        return self.op("Cast", [stored], name, to=TensorProto.FLOAT)

    def rounded(self, name: str, value: Floats) -> str:
        """Store a matrix as 8-bit integers with a scale for each column, folded like `half`."""
        scale = np.maximum(np.abs(value).max(0) / 127, 1e-9).astype(np.float32)
        whole = self.constant(f"{name}.int8", np.rint(value / scale).astype(np.int8))
        wide = self.op("Cast", [whole], f"{name}.wide", to=TensorProto.FLOAT)
        return self.op("Mul", [wide, self.constant(f"{name}.scale", scale)], name)

    def weight(self, name: str) -> str:
        """Store a weight as fp16."""
        return self.half(name, self.weights[name])

    def matmul(self, x: str, layer: str) -> str:
        """Multiply with a layer's matrix in fp32; its bias is left out."""
        kernel = self.half(f"{layer}.kernel", self.weights[f"{layer}.weight"].T)
        return self.op("MatMul", [x, kernel], f"{layer}.product")


def onnx_file(
    graph: Graph,
    name: str,
    producer: str,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    metadata: Mapping[str, str] | None = None,
) -> bytes:
    """Return a graph as a checked ONNX file.

    Args:
        graph: What it computes.
        name: Of the graph.
        producer: Who writes it. It is a part of the bytes, and so of the hashes that model cards
            and `groundgraph.parts` hold: it stays as it is in the shipped files.
        inputs: What it is given.
        outputs: What it returns.
        metadata: What else is to be known of it.
    """
    value = helper.make_tensor_value_info
    proto = helper.make_model(
        helper.make_graph(
            graph.nodes,
            name,
            [value(*each) for each in inputs],
            [value(*each) for each in outputs],
            graph.initializers,
        ),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=8,
        producer_name=producer,
    )
    helper.set_model_props(proto, metadata or {})
    onnx.checker.check_model(proto)
    return bytes(proto.SerializeToString(deterministic=True))


def write(path: Path, content: bytes) -> Path:
    """Write a file of a model and the sums of its folder, and print its size and hash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    write_sums(path.parent)
    print(f"    {path}: {len(content):,} bytes, sha256 {sha256(content)}", flush=True)
    return path


def sha256(content: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def norm_weights(graph: Graph, layer: str) -> list[str]:
    """Store what a LayerNormalization is given beside its input."""
    return [graph.weight(f"{layer}.weight"), graph.weight(f"{layer}.bias")]


def quantised(kernel: Floats) -> tuple[NDArray[np.int8], Floats]:
    """Return the integers of a matrix ``(in, out)``, in [-63, 63], and the scale of each column.

    What integers and scales give together has the same integers again, where each column has one
    of ±63.
    """
    scale = np.maximum(np.abs(kernel).max(0) / LEVELS, 1e-9).astype(np.float32)
    return np.clip(np.rint(kernel / scale), -LEVELS, LEVELS).astype(np.int8), scale


def product(graph: Graph, x: str, name: str, kernel: Floats, bias: Floats) -> str:
    """Multiply with a matrix of shape ``(in, out)`` and add the bias."""
    return multiplied(graph, x, name, *quantised(kernel), bias)


def multiplied(
    graph: Graph, x: str, name: str, whole: NDArray[np.int8], scale: Floats, bias: Floats | None
) -> str:
    """Multiply with a matrix of integers, and add the bias where there is one."""
    inputs = [x, graph.constant(f"{name}.kernel.int8", whole)]
    inputs += [graph.constant(f"{name}.kernel.scale", scale), ""]
    inputs += [] if bias is None else [graph.half(f"{name}.bias", bias)]
    return graph.op("DynamicQuantizeMatMul", inputs, f"{name}.product", domain=MICROSOFT)


def linear(graph: Graph, x: str, layer: str) -> str:
    """Apply a dense layer."""
    kernel, bias = (graph.weights[f"{layer}.{part}"] for part in ("weight", "bias"))
    return product(graph, x, layer, kernel.T, bias)


def stacked(graph: Graph, layers: Sequence[str]) -> tuple[Floats, Floats]:
    """Return kernel ``(in, out)`` and bias of dense layers whose outputs stand side by side."""
    kernel = np.concatenate([graph.weights[f"{name}.weight"].T for name in layers], axis=1)
    return kernel, np.concatenate([graph.weights[f"{name}.bias"] for name in layers])
