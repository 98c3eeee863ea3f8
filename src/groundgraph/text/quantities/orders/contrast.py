"""Which two readings or events a claim sets against each other, and which is which."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Generic

from groundgraph.text.quantities.evidence.slots import Held

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.evidence.index import Weights

_POOL = 10
_FIT, _CLEAR, _LIKE = 2.0, 0.6, 0.6
"""What the fit, the clearness and the likeness of two candidates weigh against each other."""
_NAMED, _ALIKE = 0.5, 0.3
"""Weight of a word, in [0, 1], from which an amount or event holds it; and how far its weights may
lie apart where all hold it alike."""


@dataclass(frozen=True)
class ComparedPair(Generic[Held]):
    """Two things of the evidence that a claim compares.

    Attributes:
        first: What the claim's first words speak of.
        second: What its second words speak of.
        fit: Share of the words of both that they hold, in [0, 1].
        clear: How much better they fit this way round than the other, in [-1, 1].
        score: By which contrasts are ordered; higher is better.
    """

    first: Held
    second: Held
    fit: float
    clear: float
    score: float


def contrasts(
    first: Mapping[str, float],
    second: Mapping[str, float],
    shared: Mapping[str, float],
    candidates: Sequence[Held],
    weigh: Weights,
    likeness: Callable[[Held, Held], float],
    names: tuple[AbstractSet[str], AbstractSet[str]] = (frozenset(), frozenset()),
) -> list[ComparedPair[Held]]:
    """Return the pairs of candidates that two lists of words fit, the best first.

    Args:
        first: Words of the first thing and of no other.
        second: Words of the second.
        shared: Words that both must fit, such as what is compared.
        candidates: Readings or events.
        weigh: How much a word tells candidates apart.
        likeness: How well two candidates can be compared, in [0, 1]; 0 for not at all.
        names: The names among the words of each side; each side must hold one of its own.
    """
    weights = {w: weigh(w) for w in {*first, *second, *shared}}
    wanted = {**shared, **first, **second}
    kept = sorted(candidates, key=lambda held: -_held(held, wanted, weights))[:_POOL]
    for word in {*first, *second}:
        own = [held.words.get(word, 0.0) for held in kept]
        if own and min(own) >= _NAMED and max(own) - min(own) < _ALIKE:
            weights[word] = 0.0  # what all of them hold alike tells none of them apart
    sides = [sum(weights[w] for w in words) for words in (first, second)]
    total = sum(sides)
    if total == 0 or any(
        words and not side for words, side in zip((first, second), sides, strict=True)
    ):
        return []
    common = sum(weights[w] for w in shared)
    found = []
    for one, other in permutations(kept, 2):
        like = likeness(one, other)
        if (
            not like
            or not _has_name(one, names[0], first)
            or not _has_name(other, names[1], second)
        ):
            continue
        if not (_holds(one, first, weights) and _holds(other, second, weights)):
            continue
        apart = _held(one, first, weights) + _held(other, second, weights)
        both = (_held(one, shared, weights) + _held(other, shared, weights)) / 2
        fit, clear = (apart + both) / (total + common), _clear(one, other, (first, second), weights)
        score = _FIT * fit + _CLEAR * clear + _LIKE * like
        found.append(ComparedPair(one, other, fit, clear, score))
    return sorted(found, key=lambda contrast: -contrast.score)


def _clear(
    one: Held,
    other: Held,
    sides: tuple[Mapping[str, float], Mapping[str, float]],
    weights: Mapping[str, float],
) -> float:
    """Return how much better two candidates fit their sides than each other's, in [-1, 1].

    Words that both hold do not count: they may belong to what is compared.
    """
    told = against = 0.0
    for words, own, crossed in ((sides[0], one, other), (sides[1], other, one)):
        for word in words:
            here, there = own.words.get(word, 0.0), crossed.words.get(word, 0.0)
            if min(here, there) < _NAMED:
                told += weights[word] * here
                against += weights[word] * there
    return (told - against) / (told + against) if told + against else 0.0


def _has_name(held: Held, names: AbstractSet[str], words: Mapping[str, float]) -> bool:
    """Say whether a candidate holds one of the names that only its side has."""
    own = [name for name in names if name in words]
    return not own or any(held.words.get(name, 0.0) >= _NAMED for name in own)


def _holds(held: Held, words: Mapping[str, float], weights: Mapping[str, float]) -> bool:
    """Say whether a candidate's own clause holds a word that tells it apart, where there is one."""
    return not words or any(held.words.get(w, 0.0) >= _NAMED and weights[w] for w in words)


def _held(held: Held, words: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weights[word] * held.words.get(word, 0.0) for word in words)
