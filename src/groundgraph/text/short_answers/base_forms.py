"""Words of questions and of evidence by their base forms, and what denies one."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.words import stem, words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from groundgraph.text.words import Word


def base(word: str) -> str:
    """Return the stem of a word's base form."""
    return stem(lemma(word))


@lru_cache(maxsize=2048)
def base_words(text: str) -> tuple[Word, ...]:
    """Return the words of a text by their base forms."""
    return tuple(
        word._replace(stem=base(text[word.start : word.end].lower())) for word in words(text)
    )


def content(text: str) -> frozenset[str]:
    """Return the base forms of the words of a text that are no small ones."""
    return frozenset(word.stem for word in base_words(text) if word.content)


def opposed(word: str, stems: AbstractSet[str]) -> bool:
    """Say whether some base forms hold one that denies a base form."""
    return not stems.isdisjoint(_opposites().get(word, frozenset()))


@cache
def _opposites() -> dict[str, frozenset[str]]:
    """Return the base forms of the words that deny each base form."""
    found: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for section in ("said", "in place"):
        for word, others in opposites(section).items():
            found[base(word)] |= frozenset(map(base, others))
    return dict(found)
