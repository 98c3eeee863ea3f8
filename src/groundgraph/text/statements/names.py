"""Names of a claim that no passage holds, but that are a few letters off from one that it does."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.names import folded, names

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEAST = 5
_MOST_LETTERS = 0.34
_LONGEST = 30


def near_names(claim: str, evidence: frozenset[str], words: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield parts of a claim's names that are slips of a name, each with the name's.

    Args:
        claim: The claim.
        evidence: The parts of names in the evidence, folded.
        words: Every word of the evidence, folded.
    """
    for name in names(claim):
        for part in name.parts:
            if len(part) < _LEAST or part in words or _inflected(part, words):
                continue
            nearest = min(sorted(evidence), key=lambda known: distance(part, known), default="")
            if nearest and is_slip(part, nearest):
                yield part, nearest


def _inflected(part: str, words: frozenset[str]) -> bool:
    """Say whether a part is a form of a word that the evidence holds: "Italians", "Roman"."""
    return any(part.startswith(word) or word.startswith(part) for word in words if len(word) > 3)


def is_slip(one: str, other: str) -> bool:
    """Say whether two folded names differ by so few letters that one may be taken for the other."""
    if one == other or min(len(one), len(other)) < _LEAST:
        return False
    return one[0] == other[0] and distance(one, other) <= _MOST_LETTERS * min(len(one), len(other))


@lru_cache(maxsize=1 << 12)
def distance(one: str, other: str) -> int:
    """Return how many letters must be put in, taken out or changed.

    >>> distance("hartwell", "harwell")
    1
    """
    if abs(len(one) - len(other)) > _LEAST or max(len(one), len(other)) > _LONGEST:
        return _LONGEST
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row[0] = row[0], at
        for j, found in enumerate(other, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (letter != found))
    return row[-1]


def parts_of(text: str) -> frozenset[str]:
    """Return the parts of the names of a text, folded."""
    return frozenset(part for name in names(text) for part in name.parts)


__all__ = ["distance", "folded", "is_slip", "near_names", "parts_of"]
