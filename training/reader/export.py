"""Exports a reader as the ONNX file that `groundgraph.parts.readers.minilm` reads, and its card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError
from groundgraph.parts.readers.outcomes import FILE
from training import loop
from training.onnx_graph import write
from training.reader.average import averaged
from training.reader.card import Made, card
from training.reader.encoding import Items, minilm
from training.reader.exported import Said, best_temperature
from training.reader.finish import last
from training.reader.network import Windows
from training.reader.onnx_model import model
from training.reader.order import Order
from training.reader.recipe import SHOWN_ROWS, Averaging, Recipe
from training.reader.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from training.onnx_graph import Floats
    from training.reader.network import Batch

AS_TRAINED = Averaging()
_BATCHES, _BATCH_TOKENS = 12, 4096


def export(work: Path, folder: Path, averaging: Averaging = AS_TRAINED) -> list[Path]:
    """Write the model of the last checkpoint, or of the copy of the run that was finished.

    Matrices are rounded so that layers give what they gave (`rounding`). The temperature of its
    claims is fitted on what the file says of the corpora left out; that stands in the card too.

    Args:
        work: Of the run.
        folder: Of the model.
        averaging: With which other weights its own are averaged.

    Raises:
        InputError: When there is no checkpoint, it began with an encoder of a folder, or cannot
            be averaged as is asked.
    """
    checkpoint = averaged(checkpoint_of(work), averaging)
    checkpoint["model"] = rounded(checkpoint["model"], _given(work, checkpoint))
    path = write_model(checkpoint, folder)
    said = Said.of(folder, work)
    best = best_temperature(said.of_corpora(said.corpora()))
    temperature = averaging.temperature or best
    write_model(checkpoint, folder, temperature)
    made = Made(path.read_bytes(), checkpoint, (temperature, best), said.at(temperature))
    text = card(work, made)
    (folder / "MODEL_CARD.md").write_text(text, encoding="utf-8")
    print(text)
    return [path, folder / "MODEL_CARD.md"]


def checkpoint_of(work: Path) -> dict[str, Any]:
    """Return what is to be exported.

    Raises:
        InputError: When there is no checkpoint, or it began with an encoder of a folder.
    """
    path = last(work)
    if not path.is_file():
        raise InputError(f"found no {path}: python -m training reader makes it")
    content = loop.read(path)
    if init := content["made_of"]["recipe"]["init"]:
        raise InputError(f"{path} began with {init}; only all-mpnet-base-v2's layers are exported")
    return content


def _given(work: Path, checkpoint: Mapping[str, Any]) -> Iterator[Batch]:
    """Yield the first batches of what a run was shown."""
    recipe = Recipe(**checkpoint["made_of"]["recipe"])
    items = Items(work / SHOWN_ROWS, minilm(), recipe.max_tokens)
    order = Order(items, checkpoint["made_of"]["mixture"], _BATCH_TOKENS, recipe.seed)
    windows = Windows(items.arrays)
    for step in range(_BATCHES):
        yield windows.batch(order.batch(step))


def write_model(checkpoint: dict[str, Any], folder: Path, temperature: float = 1.0) -> Path:
    """Write the file of a checkpoint, and the sums of its folder."""
    about = {"step": checkpoint["step"], "made_of": checkpoint["made_of"]}
    return write(folder / FILE, model(weights_of(checkpoint["model"]), temperature, about))


def weights_of(state: dict[str, object]) -> dict[str, Floats]:
    """Return a model's tensors as arrays in fp32."""
    return {name: np.asarray(value, np.float32) for name, value in state.items()}
