"""Names of a claim that no passage holds, but that are much like one that it does."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.edit_distance import distance
from groundgraph.text.names import folded, names
from groundgraph.text.once import once
from groundgraph.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_LEAST = 5
_MOST_LETTERS = 0.34
_BEGINNING, _FORM = 4, 4
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def near_names(claim: str, known: Known) -> Iterator[tuple[str, str, bool]]:
    """Yield parts of a claim's names that are slips of a name of the evidence.

    Each with the name's part, and whether both stand beside the same word, and are not one name
    misspelt: "the Larkmere gateway" for "the Larkmoor gateway".
    """
    for part in name_parts(claim):
        pieces = part.split("-")
        if len(part) < _LEAST or any(
            p in known.words or _inflected(p, known.words) for p in pieces
        ):
            continue
        nearest = min(known.ordered, key=lambda other: distance(part, other), default="")
        alike = bool(nearest) and _stands_alike(part, nearest, claim, known)
        if nearest and (alike or is_slip(part, nearest)):
            yield part, nearest, alike and not is_misspelt(part, nearest)


class Neighbours:
    """Words of names, each with those that stand behind and before it in one."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.behind: defaultdict[str, set[str]] = defaultdict(set)
        self.before: defaultdict[str, set[str]] = defaultdict(set)
        for first, second in pairs:
            self.behind[first].add(second)
            self.before[second].add(first)


def blended(claim: str, known: Neighbours) -> Iterator[tuple[str, str]]:
    """Yield names of a claim that are put together of two much alike, with the word in place.

    "Daniela Brandl", where "Daniela Brandt" beat "Daniel Brandl".

    Args:
        claim: A sentence.
        known: The names of the evidence.
    """
    for name in names(claim):
        for first, second in pairwise(name.parts):
            behind, before = known.behind.get(first, set()), known.before.get(second, set())
            if (
                len(behind) == len(before) == 1
                and second not in behind
                and (_begin_alike(second, *behind) or _begin_alike(first, *before))
            ):
                yield f"{first} {second}", next(iter(behind))


def _begin_alike(one: str, other: str) -> bool:
    return one[:_BEGINNING] == other[:_BEGINNING] or is_slip(one, other)


@lru_cache(maxsize=256)
def name_parts(claim: str) -> tuple[str, ...]:
    """Return the parts of the names of a claim, folded, in order, each once."""
    return tuple(dict.fromkeys(part for name in names(claim) for part in name.parts))


class Known:
    """The names and words of some evidence, gathered as they are asked for.

    Attributes:
        parts: The parts of its names, folded, each with where it stands.
    """

    def __init__(self, sentences: Sequence[str], parts: Mapping[str, object]) -> None:
        self._sentences = sentences
        self.parts = parts

    @once
    def ordered(self) -> list[str]:
        """The parts of its names, sorted."""
        return sorted(self.parts)

    @once
    def words(self) -> frozenset[str]:
        """Every word, and the pieces of those with a hyphen, folded."""
        every = {word for text in self._sentences for word in WORD.findall(text)}
        every.update(piece for word in [*every] if "-" in word for piece in word.split("-"))
        return frozenset(map(folded, every))

    @once
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Words that stand side by side, folded."""
        return frozenset(pair for text in self._sentences for pair in pairs_of(text))


def _stands_alike(part: str, other: str, claim: str, known: Known) -> bool:
    """Say whether a name with the same beginning stands beside the same word."""
    if part[:_BEGINNING] != other[:_BEGINNING] or abs(len(part) - len(other)) > 1:
        return False
    for first, second in pairs_of(claim):
        if first == part and (other, second) in known.pairs:
            return True
        if second == part and (first, other) in known.pairs and first not in STOP_WORDS:
            return True
    return False


def pairs_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a text that stand side by side, folded."""
    return pairwise(map(folded, WORD.findall(text)))


def _inflected(part: str, words: frozenset[str]) -> bool:
    """Say whether a part is a form of a word that the evidence holds: "Italians", "Roman"."""
    return any(part[:at] in words for at in range(_FORM, len(part))) or any(
        part + ending in words for ending in ("s", "n", "an", "ian", "es")
    )


def is_slip(one: str, other: str) -> bool:
    """Say whether two folded names differ by so few letters that one may be taken for the other."""
    shorter = min(len(one), len(other))
    if (
        one[0] != other[0]
        or shorter < _LEAST
        or abs(len(one) - len(other)) > _MOST_LETTERS * shorter
    ):
        return False
    if one.startswith(other) or other.startswith(one):
        return False
    return distance(one, other) <= _MOST_LETTERS * shorter


def is_misspelt(one: str, other: str) -> bool:
    """Say whether one may be the other misspelt: a letter off, or the same letters.

    >>> is_misspelt("sheperd", "shepherd"), is_misspelt("larkmere", "larkmoor")
    (True, False)
    """
    return distance(one, other) == 1 or sorted(one) == sorted(other)
