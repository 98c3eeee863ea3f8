"""A text all in capitals or all in small letters, written as other texts write its words."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.tagging import CLOSED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LEAST_WORDS = 3
"""Fewer words in capitals are an abbreviation, fewer in small letters a name in a list."""
_WORD = re.compile(r"[^\W\d_]+")
_BEGINS = re.compile(r"[^\W\d_]|\d")
_STOPPED = re.compile(r"[.!?]\s")


def recased(text: str, texts: Sequence[str]) -> str:
    """Return a text with its letters in the case that others give its words.

    A text that has both capitals and small letters is returned as it is. A word that the others do
    not have is written small; the first of a sentence begins with a capital.

    Args:
        text: A text.
        texts: How words are written, such as the passages.

    Returns:
        As many characters.

    >>> recased("THE MUSEUM IN PORTO IS FREE.", ["Porto has a museum. NASA is not in it."])
    'The museum in Porto is free.'
    """
    if not (text.isupper() or text.islower()) or len(_WORD.findall(text)) < LEAST_WORDS:
        return text
    written = spelled(text, texts)
    starts = [0, *(stop.end() for stop in _STOPPED.finditer(written))]
    for start in starts:
        first = _BEGINS.search(written, start)
        if first is not None:
            written = _with_capital(written, first.start())
    return written


def spelled(words: str, texts: Sequence[str]) -> str:
    """Return words all in capitals or all in small letters as others have them.

    >>> spelled("MARA VOSS", ["Helion was founded by Mara Voss."])
    'Mara Voss'
    """
    if not (words.isupper() or words.islower()):
        return words
    known = _forms(tuple(texts))
    return _WORD.sub(lambda word: _as_known(word[0], known), words)


def keeps_capital(name: str, texts: Sequence[str]) -> bool:
    """Say whether a text has a name with its capital within a sentence.

    >>> keeps_capital("Rust", ["She writes Rust."]), keeps_capital("Rust", ["Rust is a fungus."])
    (True, False)
    """
    if not name[:1].isupper():
        return False
    within = re.compile(rf"[a-z0-9,;:(] {re.escape(name)}(?!\w)")
    return any(within.search(text) for text in texts)


def _as_known(word: str, known: Mapping[str, str]) -> str:
    small = word.lower()
    found = known.get(small, small)
    return found if len(found) == len(word) else word


def _with_capital(text: str, place: int) -> str:
    capital = text[place].upper()
    return text[:place] + capital + text[place + 1 :] if len(capital) == 1 else text


@lru_cache(maxsize=64)
def _forms(texts: tuple[str, ...]) -> dict[str, str]:
    """Return how each word is written most often, in small letters rather than in others."""
    counts = Counter(word for text in texts for word in _WORD.findall(text))
    for small in [word.lower() for word in counts if word.lower() in CLOSED]:
        counts[small] += counts.pop(small.capitalize(), 0)  # a capital that begins a sentence
    forms: dict[str, str] = {}
    for word, _ in sorted(counts.items(), key=lambda pair: (pair[1], pair[0].islower())):
        forms[word.lower()] = word
    return forms
