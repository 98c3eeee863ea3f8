"""The weights of an exported reader, to begin another run with.

What was rounded for the file stays rounded: matrices and word embeddings have the same integers
again when they are exported once more.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from groundgraph.errors import InputError
from groundgraph.parts.readers.outcomes import FILE
from training import loop
from training.mpnet.onnx_layers import BIAS, FIRST_POSITION, buckets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MADE_OF = "made_of"
"""What a reader was made of, in the file's metadata, as JSON: the steps of the run, and what its
checkpoint says of it."""
_LAYER = "encoder.layer."
_HEADS = ("token", "look", "dense", "claim")
_LOUD = ".loud"
_BUCKETS = 32


def layers_of(names: Iterable[str]) -> int:
    """Return how many layers the encoder has whose weights have these names."""
    return len({n.split(_LAYER)[1].split(".")[0] for n in names if _LAYER in n})


def begun(path: Path) -> tuple[dict[str, Any], str]:
    """Return a checkpoint, or what is restored of an exported folder, and the file's SHA-256.

    Raises:
        InputError: As of `restored`.
    """
    if path.is_dir():
        return restored(path), loop.digest(path / FILE)
    return loop.read(path), loop.digest(path)


def restored(folder: Path) -> dict[str, Any]:
    """Return the file of a folder as `training.loop.read` returns a checkpoint.

    Raises:
        InputError: When the file is not a reader that this command exported with what it was
            made of.
    """
    proto = onnx.load(folder / FILE)
    said = {each.key: each.value for each in proto.metadata_props}
    about = json.loads(said[MADE_OF]) if MADE_OF in said else None
    if about is None:
        raise InputError(f"{folder / FILE} does not say what it was made of")
    held = {i.name: numpy_helper.to_array(i) for i in proto.graph.initializer}
    encoder = _embeddings(held)
    for number in range(layers_of(held)):
        encoder |= _layer(held, f"{_LAYER}{number}.")
    weights = {f"encoder.{name}": weight for name, weight in encoder.items()} | _heads(held)
    model = {
        name: torch.from_numpy(np.ascontiguousarray(weight, np.float32))
        for name, weight in weights.items()
    }
    return {"model": model, "made_of": about["made_of"], "step": about["step"], "others": []}


def _embeddings(held: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    positions = held["positions.int8"] * held["positions.scale"]
    before = np.zeros((FIRST_POSITION, positions.shape[1]), np.float32)
    by_offset = held["bias.by_offset"].T
    size = (len(by_offset) + 1) // 2
    table = np.zeros((_BUCKETS, by_offset.shape[1]), np.float32)
    table[buckets(np.arange(1 - size, size), _BUCKETS)] = by_offset
    return {
        "embeddings.word_embeddings.weight": held["words.int8"] * held["words.scale"],
        "embeddings.position_embeddings.weight": np.concatenate([before, positions]),
        **_norm(held, "embeddings.LayerNorm"),
        BIAS: table,
    }


def _layer(held: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, Floats]:
    attention, first, second = (
        f"{prefix}{name}" for name in ("attention.attn.", "intermediate.dense", "output.dense")
    )
    own = f"{attention}q.kernel.int8" in held  # of the last layer, where few states are computed
    apart, together = ("q", "kv") if own else ("", "qkv")
    found: dict[str, Floats] = {}
    for names, place in ((apart, f"{attention}q"), (together, f"{attention}parts")):
        if names:
            kernels = np.split(_kernel(held, place), len(names), axis=1)
            biases = np.split(held[f"{place}.bias.fp16"], len(names))
            for name, kernel, bias in zip(names, kernels, biases, strict=True):
                found |= {f"{attention}{name}.weight": kernel.T, f"{attention}{name}.bias": bias}
    width = len(held[f"{first}.shares"])
    both = (f"{first}{_LOUD}", first)
    into = np.concatenate([_kernel(held, name)[:width] for name in both], axis=1)
    out = np.concatenate([_kernel(held, name) for name in (f"{second}{_LOUD}", second)])
    return {
        **found,
        f"{attention}o.weight": _kernel(held, f"{attention}o").T,
        f"{attention}o.bias": held[f"{attention}o.bias.fp16"],
        **_norm(held, f"{prefix}attention.LayerNorm"),
        f"{first}.weight": into.T,
        f"{first}.bias": np.concatenate([held[f"{name}.bias.fp16"] for name in both]),
        f"{second}.weight": out.T,
        f"{second}.bias": held[f"{second}.bias.fp16"],
        **_norm(held, f"{prefix}output.LayerNorm"),
    }


def _heads(held: Mapping[str, NDArray[Any]]) -> dict[str, Floats]:
    found: dict[str, Floats] = {"sides.weight": held["sides.fp16"]}
    for name in _HEADS:
        kernel = held[f"{name}.kernel.int8"] * held[f"{name}.kernel.scale"]
        found |= {f"{name}.weight": kernel.T, f"{name}.bias": held[f"{name}.bias.fp16"]}
    return found


def _kernel(held: Mapping[str, NDArray[Any]], name: str) -> Floats:
    whole: Floats = held[f"{name}.kernel.int8"] * held[f"{name}.kernel.scale"]
    return whole


def _norm(held: Mapping[str, NDArray[Any]], name: str) -> dict[str, Floats]:
    return {f"{name}.{part}": held[f"{name}.{part}.fp16"] for part in ("weight", "bias")}
