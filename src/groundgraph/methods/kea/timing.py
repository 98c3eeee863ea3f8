"""What a sentence says of before and after, and which other side of a time the evidence tells."""

from __future__ import annotations

import re

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
