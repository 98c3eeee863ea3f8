"""Whether a question asks for an amount, a time, an order or a comparison.

What a claim has wrong is most often what it was asked for; a "then" or "most" in passing is not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.adjectives import (
    COMPARATIVES,
    DEGREES,
    MOSTS,
    SUPERLATIVES,
    VERBS,
)
from groundgraph.text.quantities.written.roles import AVERAGES, RESTS, TOTALS

if TYPE_CHECKING:
    from groundgraph.text.quantities.written.model import Sentence

_HOW = frozenset(
    """many much long old often far big large tall high fast late soon early heavy wide deep hot
    cold cheap expensive""".split()
)
_VALUES = frozenset("bad good".split())
_WORDS = frozenset(
    """when first last next before after until since by already still yet per percent
    percentage share year date day price cost costs pay mean difference enough""".split()
)
_DEGREES_OF = COMPARATIVES | SUPERLATIVES
_ASKING = (
    _WORDS
    | {
        word
        for word, kind in (*COMPARATIVES.items(), *SUPERLATIVES.items())
        if kind.base not in _VALUES
    }
    | DEGREES.keys()
    | MOSTS.keys()
    | VERBS.keys()
    | AVERAGES
    | TOTALS
    | (RESTS & {"left", "remaining", "remain", "remains"})
)
_LONGEST = 300
"""Code points of a question; what is longer tells a task: "Answer by these passages: …"."""


def asks_to_measure(question: Sentence) -> bool:
    """Say whether a question asks for an amount, a time, an order or a comparison."""
    if not question.text or len(question.text) > _LONGEST:
        return False
    if question.has_digit or not _ASKING.isdisjoint(question.letters):
        return True
    words = [token.text for token in question.tokens]
    return any(first == "how" and second in _HOW for first, second in pairwise(words))
