"""Finite forms of verbs, for sentences that are made of questions."""

from __future__ import annotations

import re

from groundgraph.text.english.tagging import lexicon
from groundgraph.text.vocabulary.irregular import PASTS

_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_DOUBLED = frozenset(
    "stop plan ship drop ban star refer prefer occur admit submit permit commit".split()
)
_VES = ("knives", "wives", "lives")
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


def singular(noun: str) -> str:
    """Return a regular plural as it is said of one.

    >>> [singular(noun) for noun in ("rooms", "cities", "houses", "buses", "boxes", "knives")]
    ['room', 'city', 'house', 'bus', 'box', 'knife']
    """
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith(_VES):
        return f"{noun[:-3]}fe"
    hissing = noun.endswith(("ches", "shes", "xes", "zes", "sses", "uses", "toes", "roes"))
    return noun[:-2] if hissing and noun[:-1] not in lexicon() else noun[:-1]


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
