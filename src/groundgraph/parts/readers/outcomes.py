"""One window through a reader's model, and what windows say together."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.checksums import unusable
from groundgraph.errors import ModelError
from groundgraph.parts.onnx import session, shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundgraph.parts.readers.window import Window

    Floats = NDArray[np.float64]

FILE = "model.onnx"
TEMPERATURE = "temperature"
"""Of the claims, in the model's metadata: what their logits are divided by; 1 where none is."""


def outcomes_of(window: Window, folder: str, threads: int = 1) -> tuple[Floats, Floats]:
    """Return the probabilities of a window's tokens and of its claims, by their numbers.

    Args:
        window: Of one answer.
        folder: Of the model; "" for the shipped one.
        threads: That compute it; 0 takes every core that the process may use. Each number keeps a
            session of its own, and all give the same bits.

    Returns:
        Shapes ``(n_tokens, 3)`` and ``(n_claims, 3)``.

    Raises:
        ModelError: When the model is missing, damaged or no reader, or gives numbers that are not
            finite.
    """
    path = (Path(folder) if folder else shipped("reader")) / FILE
    model = session(path, threads)
    temperature = _temperature(path, model)
    # Activations are quantised with one scale for all that is computed at once, so each window
    # is computed alone: what it gets depends on nothing beside it, and nothing is padded.
    own = slice(window.first, window.first + len(window.starts))
    numbers = np.unique(window.claims)
    members = np.zeros((1, len(numbers), len(window.ids)), np.float32)
    members[0, :, own] = window.claims == numbers[:, None]
    feed = {
        "input_ids": window.ids.astype(np.int64)[None],
        "token_type_ids": (np.arange(len(window.ids)) >= window.first).astype(np.int64)[None],
        "members": members,
    }
    tokens, claims = model.run(["tokens", "claims"], feed)
    if not (np.isfinite(tokens).all() and np.isfinite(claims).all()):
        raise ModelError(f"{path} gave numbers that are not finite; export it again")
    return softmax(tokens[0, -len(window.starts) - 1 : -1]), softmax(claims[0] / temperature)


@lru_cache(maxsize=8)
def _temperature(path: Path, model: Any) -> float:
    if {each.name for each in model.get_outputs()} != {"tokens", "claims"}:
        raise unusable(path, "it is no reader")
    written = model.get_modelmeta().custom_metadata_map.get(TEMPERATURE, "1")
    try:
        temperature = float(written)
    except ValueError as error:
        raise unusable(path, error) from error
    if not 0 < temperature < math.inf:
        raise unusable(path, f"its temperature is {written}")
    return temperature


def softmax(logits: NDArray[np.floating]) -> Floats:
    """Return the probabilities of logits, along the last axis."""
    powers = np.exp(logits.astype(np.float64) - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float64)


def log_odds(probabilities: Floats) -> Floats:
    """Return the log-odds of the classes that are not "supported", within ±30."""
    supported = np.clip(probabilities[:, 0], 1e-13, 1 - 1e-13)
    return np.asarray(np.log1p(-supported) - np.log(supported), np.float64)


def pooled(said: Floats) -> Floats:
    """Return what windows say together, shape ``(n, 3)``.

    The support is that of the window that supports most; what is left of 1 is divided as in the
    window most given to contradiction, so that windows without bearing change nothing.

    Args:
        said: Probabilities of the three classes, shape ``(n_windows, n, 3)``.
    """
    if len(said) == 1:
        return np.asarray(said[0])
    supported = said[:, :, 0].max(axis=0)
    left = said[:, :, 1:].sum(axis=2)
    share = np.divide(said[:, :, 2], left, out=np.zeros_like(left), where=left > 0).max(axis=0)
    rest = 1 - supported
    return np.stack([supported, rest * (1 - share), rest * share], axis=1)
