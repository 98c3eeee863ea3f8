"""Rows of corpora: reading what a step wrote, and choosing some."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from groundgraph.types import Example

SEED = 0


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file, one to a line."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def of_sources(examples: Sequence[Example], most: int) -> list[Example]:
    """Return the answers to at most so many sources, drawn by their names; 0 keeps all."""
    if not most:
        return list(examples)
    names = sorted({str(example.metadata["source_id"]) for example in examples})
    drawn = set(np.random.default_rng(SEED).permutation(names)[:most].tolist())
    return [example for example in examples if str(example.metadata["source_id"]) in drawn]
