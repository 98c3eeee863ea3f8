"""Stems by which what two texts measure is compared: irregular forms and usual synonyms are one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.vocabulary import lines
from groundgraph.text.vocabulary.irregular import BASES
from groundgraph.text.words import STOP_WORDS
from groundgraph.text.words import stem as plain_stem

if TYPE_CHECKING:
    from collections.abc import Sequence


def _heads() -> dict[str, str]:
    """Return the stem that stands for a word, or for its stem, where it has synonyms."""
    found: dict[str, str] = {}
    for section in ("alike", "things"):
        for line in lines("synonyms.txt", section):
            forms = [form for word in line.split() for form in (plain_stem(word), word)]
            head = found.get(forms[0], forms[0])
            for form in forms:
                found.setdefault(form, head)
    return found


_ENDINGS = ("ion", "ment", "ance", "ence", "ness", "ity", "al", "y", "ant", "ent")
_LEAST = 5
_EMPTY = STOP_WORDS | frozenset(
    """one ones other others another thing things already still yet soon shortly later
    earlier""".split()
)
_HEADS = _heads()


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """Return the stem of a lower-case word, the same for its usual synonyms as a measure.

    >>> [stem(word) for word in ("rose", "growth", "priced", "fares", "km")]
    ['ris', 'ris', 'cost', 'cost', 'km']
    """
    plain = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    if not plain:
        return word
    base = BASES.get(plain, plain)
    short = plain_stem(base)
    return _HEADS.get(base) or _HEADS.get(short) or without_ending(short, _ENDINGS, _LEAST)


def without_ending(word: str, endings: Sequence[str], least: int) -> str:
    """Take the first of some endings off a word of which enough is left.

    >>> without_ending("delivery", ("al", "y"), 5)
    'deliver'
    """
    if not word.endswith(tuple(endings)):  # most words
        return word
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=1 << 15)
def content_stem(word: str) -> str:
    """Return the stem of a lower-case word that carries meaning of its own, else ""."""
    return stem(word) if is_content(word) else ""


@lru_cache(maxsize=1 << 15)
def is_content(word: str) -> bool:
    """Say whether a lower-case word carries meaning of its own."""
    return word not in _EMPTY and (len(word) > 1 or word.isdigit())
