"""Short answers against gold ones, as SQuAD does it (Rajpurkar et al., 2016, its script)."""

from __future__ import annotations

import re
import string
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

F1_OF_GGA = 0.3
"""From which GGA (arXiv:2512.09148) takes an answer for right."""

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalised(text: str) -> str:
    """Return a text without case, punctuation, articles and further spaces.

    >>> normalised(" The  Pee-wee's Big Adventure. ")
    'peewees big adventure'
    """
    bare = text.lower().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def token_f1(answer: str, gold: str) -> float:
    """Return the F1 of the words that two answers share, in [0, 1]; 1 where both have none."""
    said, meant = normalised(answer).split(), normalised(gold).split()
    if not said or not meant:
        return float(said == meant)
    shared = sum((Counter(said) & Counter(meant)).values())
    return 2 * shared / (len(said) + len(meant))


def answers_rightly(answer: str, golds: Iterable[str], f1: float = F1_OF_GGA) -> bool:
    """Say whether an answer equals a gold one, or shares words with it to this F1."""
    return any(
        normalised(answer) == normalised(gold) or token_f1(answer, gold) >= f1 for gold in golds
    )
