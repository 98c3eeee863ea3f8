"""Forms by which nouns and adjectives are compared: several words for one thing are one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.vocabulary import lines
from groundgraph.text.words import content_stem, distinct, stem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundgraph.text.words import Word


@lru_cache(maxsize=1 << 15)
def noun(word: str) -> str:
    """Return the form by which nouns and adjectives are compared: that of the first synonym."""
    return of_stem(stem(word))


def content_nouns(text: str) -> frozenset[str]:
    """Return the distinct content words of a text, by the forms that nouns are compared by."""
    return distinct(_content_noun, text)


def nouns_of(split: Iterable[Word]) -> frozenset[str]:
    """Return the same of a text that is split into words."""
    return frozenset([of_stem(word.stem) for word in split if word.content]) - {""}


@lru_cache(maxsize=1 << 16)
def _content_noun(surface: str) -> str:
    """Return the form of a word as it is written, "" of one that carries no meaning."""
    return of_stem(content_stem(surface))


def of_stem(form: str) -> str:
    """Return the form by which a stem of `groundgraph.text.words` is compared."""
    return _SAME.get(form, form)


_SAME = {
    stem(other): stem(first)
    for line in lines("synonyms.txt", "things")
    for first, *others in [line.split()]
    for other in others
}
