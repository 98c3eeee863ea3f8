"""Whether a text is English, which the shipped models read."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W\d_]+")
_ENGLISH = frozenset(
    "the of and to is was that with for by from are this were has have had it its which his her "
    "their they not but be been on at or as an you your he she we will can would there who what "
    "when how all more than if about into after also".split()
)
# Frequent words of languages in Latin script that are no frequent words of English.
_OTHER = frozenset(
    "de la el los las que en y por con para una del se et le les des du est dans qui sur pour une "
    "au aux plus der die und das ist von mit den dem ein eine nicht auf für im zu auch sich het "
    "een van dat niet zijn voor op di che il per non della dei gli sono och att som på av är det "
    "ikke og til e o os um uma não com mais da do nos ao się nie jest na że z w i ve bir bu için "
    "da ile yang dan dari untuk dengan pada adalah".split()
)
_LATIN_SHARE = 0.5
_LEAST = 6
"""Frequent words that a text in Latin script needs before it is taken for another language."""


@lru_cache(maxsize=8192)
def is_english(text: str) -> bool:
    """Say whether a text may be English: in Latin script, and not plainly in another language.

    Names, numbers and short texts are taken for English: only what is plainly not is refused.

    >>> is_english("The Danube flows into the Black Sea.")
    True
    >>> is_english("Die Donau ist der zweitlängste Fluss und mündet nicht in die Nordsee.")
    False
    >>> is_english("ドナウ川は黒海に注ぐ。")
    False
    """
    letters = [c for c in text[:4000] if c.isalpha()]
    if not letters:
        return True
    if sum(map(_latin, letters)) < _LATIN_SHARE * len(letters):
        return False
    words = [word.casefold() for word in _WORD.findall(text[:4000])]
    other = sum(word in _OTHER for word in words)
    return other < _LEAST or other <= sum(word in _ENGLISH for word in words)


def _latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")
