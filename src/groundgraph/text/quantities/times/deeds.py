"""Words that may tell of the same happening: "the takeover of Hobbel", "it bought its rival"."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.vocabulary import lines

if TYPE_CHECKING:
    from collections.abc import Sequence

_REACH = 4
"""Words behind a verb among which its particle stands: "took the old plugin out"."""
_NONE: frozenset[int] = frozenset()


@cache
def _kinds() -> tuple[dict[str, frozenset[int]], dict[str, dict[str, frozenset[int]]]]:
    """Return the lines on which a word stands, and a verb with each of its particles."""
    alone: defaultdict[str, set[int]] = defaultdict(set)
    joined: defaultdict[str, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for number, line in enumerate(lines("happenings.txt")):
        for entry in line.split():
            word, _, particle = entry.partition("_")
            for key in {stem(word), word}:
                if particle:
                    joined[key][particle.rpartition("_")[2]].add(number)
                else:
                    alone[key].add(number)
    return (
        {word: frozenset(found) for word, found in alone.items()},
        {
            word: {particle: frozenset(found) for particle, found in others.items()}
            for word, others in joined.items()
        },
    )


def deeds_at(words: Sequence[str], at: int) -> frozenset[int]:
    """Return what kinds of happening a lower-case word may tell of, with a particle behind it.

    >>> words = "she stepped down".split()
    >>> deeds_at(words, 1) & deeds_at(["resigned"], 0) != frozenset()
    True
    """
    alone, joined = _of(words[at])
    if joined:
        for particle in words[at + 1 : at + 1 + _REACH]:
            if particle in joined:
                return joined[particle]
    return alone


@lru_cache(maxsize=1 << 14)
def _of(word: str) -> tuple[frozenset[int], dict[str, frozenset[int]]]:
    alone, joined = _kinds()
    base = lemma(word)
    keys = {word, base, stem(word), stem(base)}
    kinds = _NONE.union(*[alone[key] for key in keys if key in alone])
    particles: dict[str, frozenset[int]] = {}
    for key in keys:
        if key in joined:
            for particle, found in joined[key].items():
                particles[particle] = particles.get(particle, _NONE) | found
    return kinds, particles
