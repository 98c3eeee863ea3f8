"""Whether words of a claim stand together in the evidence, or belong to different things there."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.polarity import polarity
from groundgraph.text.statements.lemmas import lemma, noun
from groundgraph.text.statements.lexicon import opposites, synonyms
from groundgraph.text.words import letters, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet

_CUT = re.compile(
    r"[;:()–—]|, | (?:and|but|while|whereas|although|though|unlike|instead of|rather than) ",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def segments(sentence: str) -> tuple[frozenset[str], ...]:
    """Return the content words of the parts of a sentence between commas and conjunctions."""
    parts = [part for part in _CUT.split(sentence) if part.strip()]
    return tuple(frozenset(noun(w.stem) for w in words(part) if w.content) for part in parts)


def together(
    claim: AbstractSet[str], sentences: Sequence[str], weight: Callable[[str], float]
) -> float:
    """Return how much of what some sentences hold of a claim one part of them holds, in [0, 1].

    1 where the words all stand in one part; lower where the claim joins words of several.
    """
    parts = [part for sentence in sentences for part in segments(sentence)]
    held = {word for part in parts for word in part} & claim
    total = sum(map(weight, held))
    if not total:
        return 0.0
    return max(sum(map(weight, part & claim)) for part in parts) / total


class Turns(NamedTuple):
    """How many words of a claim its evidence turns round, and how many it has as they are."""

    turned: int
    kept: int


def turns(claim: str, sentence: str) -> Turns:
    """Count the words of a claim whose opposite a sentence holds in their place."""
    mine, theirs = _lemmas(claim), _lemmas(sentence)
    turned = kept = 0
    for word in mine:
        others = opposites().get(word)
        if not others:
            continue
        alike = synonyms(word) & theirs
        turned += not alike and not others.isdisjoint(theirs)
        kept += bool(alike)
    return Turns(turned, kept)


@lru_cache(maxsize=2048)
def _lemmas(text: str) -> frozenset[str]:
    plain = letters(text)
    return plain | {lemma(word) for word in plain}


def polarity_differs(claim: str, sentence: str) -> float:
    """Return the share of the words that both say which one of them alone negates, in [0, 1]."""
    mine, theirs = polarity(claim, words(claim)), polarity(sentence, words(sentence))
    both = (mine.said | mine.negated) & (theirs.said | theirs.negated)
    if not both:
        return 0.0
    differ = [word for word in both if (word in mine.negated) != (word in theirs.negated)]
    return len(differ) / len(both)


def weighed(words_: Iterable[str], weight: Callable[[str], float]) -> float:
    """Return the summed weight of some words."""
    return sum(map(weight, words_))
