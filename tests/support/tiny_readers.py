"""Readers of random weights, narrow ones, through the real export."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.onnx_graph import write
from training.reader.onnx_model import model

if TYPE_CHECKING:
    from pathlib import Path

    from training.onnx_graph import Floats

WIDTH, WIDE, POSITIONS, HEADS, BUCKETS = 48, 64, 514, 12, 32


def weights(seed: int = 0, layers: int = 1) -> dict[str, Floats]:
    """Return random weights, named as those of `training.reader.network.Reader`."""
    random = np.random.default_rng(seed)

    def matrix(*shape: int) -> Floats:
        return (random.standard_normal(shape) * 0.3).astype(np.float32)

    found: dict[str, Floats] = {"sides.weight": matrix(2, WIDTH)}

    def dense(name: str, rows: int, columns: int) -> None:
        found[f"{name}.weight"], found[f"{name}.bias"] = matrix(rows, columns), matrix(rows)

    def norm(name: str) -> None:
        found[f"{name}.weight"] = np.ones(WIDTH, np.float32)
        found[f"{name}.bias"] = np.zeros(WIDTH, np.float32)

    for name, size in (("word", 30522), ("position", POSITIONS)):
        found[f"encoder.embeddings.{name}_embeddings.weight"] = matrix(size, WIDTH)
    norm("encoder.embeddings.LayerNorm")
    found["encoder.encoder.relative_attention_bias.weight"] = matrix(BUCKETS, HEADS)
    for n in range(layers):
        prefix = f"encoder.encoder.layer.{n}."
        for part in "qkvo":
            dense(f"{prefix}attention.attn.{part}", WIDTH, WIDTH)
        dense(f"{prefix}intermediate.dense", WIDE, WIDTH)
        dense(f"{prefix}output.dense", WIDTH, WIDE)
        for part in ("attention", "output"):
            norm(f"{prefix}{part}.LayerNorm")
    for name, rows, columns in (("token", 3, WIDTH), ("look", 1, WIDTH),
                                ("dense", WIDTH, 2 * WIDTH + 2), ("claim", 3, WIDTH)):  # fmt: skip
        dense(name, rows, columns)
    return found


def save_reader(folder: Path, seed: int = 2, temperature: float = 1.0) -> Path:
    """Write a model of one layer and its sums, and return the folder."""
    return write(folder / "model.onnx", model(weights(seed), temperature)).parent
