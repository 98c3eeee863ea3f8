"""By how many letters two words differ."""

from __future__ import annotations

from functools import lru_cache

_FARTHEST, _LONGEST = 5, 30
"""Letters by which words differ in length, and which they have, at most, to be compared."""


@lru_cache(maxsize=1 << 12)
def distance(one: str, other: str) -> int:
    """Return how many letters must be put in, taken out or changed; of words far apart, 30.

    >>> distance("hartwell", "harwell")
    1
    """
    if abs(len(one) - len(other)) > _FARTHEST or max(len(one), len(other)) > _LONGEST:
        return _LONGEST
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row[0] = row[0], at
        for j, found in enumerate(other, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (letter != found))
    return row[-1]
