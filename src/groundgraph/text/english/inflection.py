"""Finite forms of verbs, for sentences that are made of questions."""

from __future__ import annotations

import re

from groundgraph.text.vocabulary.irregular import PASTS

_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLED = frozenset(
    "stop plan ship drop ban star refer prefer occur admit submit permit commit".split()
)
_VOWELS = "aeiou"
_ONE_SYLLABLE = re.compile(r"(?:[^aeiou]|qu)+[aeiou][bdgmnprt]")
"""Verbs that double their last letter: "slip"."""


def past(verb: str) -> str:
    """Return the past tense of a verb's base form in lower case.

    >>> [past(verb) for verb in ("win", "open", "study", "close", "stop")]
    ['won', 'opened', 'studied', 'closed', 'stopped']
    """
    if verb in PASTS:
        return PASTS[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb[-1:] == "y" and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ied"
    doubled = verb in _DOUBLED or _ONE_SYLLABLE.fullmatch(verb)
    return f"{verb}{verb[-1]}ed" if doubled else f"{verb}ed"


def third_person(verb: str) -> str:
    """Return the present of "she", "he" and "it" of a verb's base form in lower case.

    >>> [third_person(verb) for verb in ("open", "study", "pass", "have")]
    ['opens', 'studies', 'passes', 'has']
    """
    if verb in _THIRD:
        return _THIRD[verb]
    if verb[-1:] == "y" and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh")) else f"{verb}s"
