"""Random choices that depend on names alone, not on the order of files or on other rows."""

from __future__ import annotations

import hashlib
import random


def draw(seed: int, *names: str) -> random.Random:
    """Return a generator of its own for a seed and the names of what is drawn.

    >>> draw(0, "q1", "coin").random() == draw(0, "q1", "coin").random()
    True
    """
    key = "\0".join((str(seed), *names)).encode("utf-8", "surrogatepass")
    return random.Random(hashlib.sha256(key).digest())  # noqa: S311 - not for secrets
