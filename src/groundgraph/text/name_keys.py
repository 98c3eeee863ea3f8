"""What a text may name a heading or a thing by: stems, "q2", "step 2", "plan B"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.words import STOP_WORDS, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_DIGIT = re.compile(r"\d")
_SHORT = 2
"""Digits of a number that names nothing without the word before: "step 2"; so does "plan B"."""


def keys_of(text: str) -> frozenset[str]:
    """Return what a text may name a head by: stems, "q2", "step 2".

    >>> sorted(keys_of("Sales of plan B in Q2"))
    ['plan', 'plan B', 'q2', 'sal']
    """
    return frozenset(key for key in keys(WORD.findall(text)) if key not in STOP_WORDS)


def keys(every: Sequence[str]) -> Iterator[str]:
    """Yield what words name: stems; "step 2" and "plan B" as one."""
    for before, word in pairwise(["", *every]):
        if (word.isdigit() and len(word) <= _SHORT) or (len(word) == 1 and word.isupper()):
            if before:
                yield f"{key(before)} {word}"
        else:
            yield key(word)


def key(word: str) -> str:
    """Return the stem of a word; one with a digit as it is, in small letters."""
    lower = word.lower().removesuffix("'s").removesuffix("’s")
    return lower if _DIGIT.search(lower) else stem(lower)


def is_numbered(name: str) -> bool:
    """Say whether a number or letter makes a name: "q2", "2024", "plan B"."""
    return " " in name or _DIGIT.search(name) is not None
