"""What each process of a cache test does; importable by spawned processes."""

from __future__ import annotations

import numpy as np

from groundgraph.parts.encoders.cache import SQLiteCache


def fill(path: str, number: int) -> int:
    """Write 20 rows of our own and one that all share; return how many of ours are there."""
    cache = SQLiteCache(path)
    for turn in range(20):
        vectors = np.array([[turn], [7]], np.float32)
        cache.put([bytes([number, turn]), b"same"], vectors)
    count = len(cache.get([bytes([number, turn]) for turn in range(20)]))
    cache.close()
    return count
