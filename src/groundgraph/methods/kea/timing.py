"""What a sentence says of before and after, and which other side of a time the evidence tells."""

from __future__ import annotations

import re
from functools import lru_cache

from groundgraph.text.english.tagged import tagged

_BOUND = re.compile(
    r"\b(?:(?P<early>before|until|till|prior\sto|up\sto)"
    r"|(?P<late>since|after|following|from(?=\s(?:[^\W\d]+\s)?\d)))\s"
    r"(?P<time>(?:the|its|his|her|their|our)\s[\w-]+|(?:[^\W\d]+\s)?\d{4}\b)",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"(?<!\bat )(?<!\bthe )\b(?P<word>first|earlier|later)(?=\s?(?:[.,;!?]|\Z))", re.IGNORECASE
)
_SIDE = {"first": ("before", "after"), "earlier": ("before", "after"), "later": ("after", "before")}
_TIME = (
    r"(?:(?:[^\W\d]{1,12}\s){0,2}(?:\d{1,2},?\s)?(?:[^\W\d]{1,12}\s)?\d{4}\b|then\b|recently\b"
    r"|(?:his|her|its|their)\s\w+)"
)
_ENDED = (
    rf"(?:(?:until|till|up\sto)\s{_TIME}|between\s[\w\s]{{0,20}}\d{{4}}\sand\s{_TIME}"
    rf"|from\s[\w\s]{{0,20}}\d{{4}}\s(?:to|until|till|through)\s{_TIME})"
)
_BEFORE = re.compile(rf"\b{_ENDED},?(?:\s(?:the|an?))?$", re.IGNORECASE)
_WITHIN = re.compile(rf"\b{_ENDED}", re.IGNORECASE)
_BEHIND = re.compile(rf"(?:\s(?!and\b|but\b)[^\s,.;:()]{{1,30}}){{0,6}}?\s{_ENDED}", re.IGNORECASE)
"""Where a clause has a time that is over."""
_FORMER = re.compile(r"\b(?:former|formerly|previously|used\sto\sbe|no\slonger)\b", re.IGNORECASE)
_NEAR = 12
_AUXILIARY = frozenset({"BE", "HAVE", "DO", "MD", "VBZ"})
_WAS = re.compile(r"\b(?:was|were|had)\b", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|has|have|now|currently)\b", re.IGNORECASE)


def is_over(before: str, text: str, after: str) -> bool:
    """Say whether a statement in the past ends at a time that its sentence names.

    >>> is_over("", "Ann was mayor", " until 2015."), is_over("", "It is valid", " until 2031.")
    (True, False)
    """
    bound = _BEHIND.match(after) or _WITHIN.search(text) or _BEFORE.search(before)
    return bound is not None and _is_past(text)


def is_former(before: str, text: str) -> bool:
    """Say whether a statement tells of a former holder: "the former mayor is Ann"."""
    return _FORMER.search(f"{before[-_NEAR:]} {text}") is not None


def is_present(text: str) -> bool:
    """Say whether a statement tells of now.

    >>> is_present("Ann is mayor"), is_present("Ann was mayor"), is_present("Ann lives in Bath")
    (True, False, True)
    """
    return not _is_past(text) and ("VBZ" in tagged(text)[1] or _IS.search(text) is not None)


@lru_cache(maxsize=1 << 12)
def _is_past(text: str) -> bool:
    tags = tagged(text)[1]
    bare = "VBN" in tags and _AUXILIARY.isdisjoint(tags)  # "employed"
    return bare or "VBD" in tags or _WAS.search(text) is not None


def other_side(said: str, told: str) -> str:
    """Return where the evidence tells of the other side of a time that a sentence names, or "".

    >>> other_side("Since 2015 the shop has sold only books.", "Before 2015 it sold only books.")
    'Before 2015'
    >>> other_side("Before 2015 it sold books.", "Before 2015 it sold books, since 2015 toys.")
    ''
    """
    ours, theirs = _sides(said), _sides(told)
    for early, time in ours:
        if (early, time) not in theirs and (not early, time) in theirs:
            return theirs[not early, time]
    return ""


def _sides(text: str) -> dict[tuple[bool, str], str]:
    return {
        (found["early"] is not None, found["time"].lower()): found[0]
        for found in _BOUND.finditer(text)
    }


def ranking(said: str) -> str:
    """Return the word by which a sentence puts something first, earlier or later; "" without one.

    >>> ranking("The Larks were formed first."), ranking("The first album sold well.")
    ('first', '')
    """
    found = _RANK.search(said)
    return found["word"] if found else ""


def beside(said: str, other: str) -> tuple[str, str]:
    """Return a ranking sentence as one about two, and as what it denies of them.

    >>> beside("The Larks were formed first.", "Owl Parade")
    ('The Larks were formed before Owl Parade.', 'The Larks were formed after Owl Parade.')
    """
    word = _SIDE[ranking(said).lower()]
    one, contrary = (_RANK.sub(f"{side} {other}", said, count=1) for side in word)
    return one, contrary
