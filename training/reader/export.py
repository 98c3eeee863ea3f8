"""Exports a reader as the ONNX file that `groundgraph.parts.readers.minilm` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError
from training import loop
from training.onnx_graph import write
from training.reader.finish import last
from training.reader.onnx_model import model

if TYPE_CHECKING:
    from pathlib import Path

    from training.onnx_graph import Floats

FILE = "model.onnx"


def export(work: Path, folder: Path) -> list[Path]:
    """Write the model of the last checkpoint, or of the copy of the run that was finished.

    Raises:
        InputError: When there is none, or it is of an encoder other than MiniLM.
    """
    path = last(work)
    if not path.is_file():
        raise InputError(f"found no {path}: python -m training reader makes it")
    content = loop.read(path)
    if init := content["made_of"]["recipe"]["init"]:
        raise InputError(f"{path} began with {init}; only MiniLM's layers are exported")
    return [write(folder / FILE, model(weights_of(content["model"])))]


def weights_of(state: dict[str, object]) -> dict[str, Floats]:
    """Return a model's tensors as arrays in fp32."""
    return {name: np.asarray(value, np.float32) for name, value in state.items()}
