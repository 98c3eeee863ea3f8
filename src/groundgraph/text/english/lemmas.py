"""Base forms of verbs."""

from __future__ import annotations

import re
from functools import lru_cache

from groundgraph.text.english.tagging import lexicon, stems
from groundgraph.text.vocabulary.irregular import BASES

_SHORT = re.compile(r"([^aeiou]{0,4}[aeiou][^aeiouwxy])(?:ed|ing)")
_LEAST = 4
"""Letters that a participle has at least behind "un-"."""
_VERBAL = ("ise", "ize", "ate")
"""Ends of verbs, by which one that the lexicon lacks is known: "equalise" of "equalised"."""


@lru_cache(maxsize=1 << 14)
def lemma(word: str) -> str:
    """Return the base form of a lower-case verb.

    >>> [lemma(word) for word in ("sued", "given", "hands", "stopping", "carries", "founded")]
    ['sue', 'give', 'hand', 'stop', 'carry', 'found']
    >>> [lemma(word) for word in ("need", "miss", "equalised", "noted")]
    ['need', 'miss', 'equalise', 'note']
    """
    if word in BASES:
        return BASES[word]
    short = _SHORT.fullmatch(word)
    if short is not None:
        return f"{short[1]}e"  # a verb "not" would have "notted"
    known = lexicon()
    bases = stems(word)
    bases += [base[:-1] for base in bases if base.endswith("ll")]  # "controlled"
    found = [base for base in (*bases, word) if known.get(base, "") in {"VB", "NV", "AV"}]
    found = found or [base for base in bases if base in known or base.endswith(_VERBAL)]
    return (found or bases)[0]


@lru_cache(maxsize=1 << 14)
def is_inflected(word: str) -> bool:
    """Say whether a lower-case word is another form of a verb than its base."""
    return word in BASES or (lemma(word) != word and word.endswith(("ed", "ing", "s")))


@lru_cache(maxsize=1 << 14)
def unprefixed(word: str) -> str:
    """Return the participle that "un-" denies, or "".

    >>> unprefixed("unaffected"), unprefixed("united")
    ('affected', '')
    """
    rest = word.removeprefix("un")
    if rest == word or len(rest) < _LEAST or not (rest.endswith("ed") or rest in BASES):
        return ""
    return rest if lexicon().get(lemma(rest), "") in {"VB", "NV", "AV"} else ""
