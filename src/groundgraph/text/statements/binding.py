"""How the words of a claim stand together in the evidence, apart from any reading of roles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

from groundgraph.text.bounds import without_limits
from groundgraph.text.english.lemmas import lemma
from groundgraph.text.once import once
from groundgraph.text.polarity import polarity
from groundgraph.text.statements.lexicon import direction, synonyms
from groundgraph.text.statements.nouns import content_nouns, noun
from groundgraph.text.vocabulary.opposites import opposites
from groundgraph.text.words import letters, may_negate, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    Weight = Callable[[str], float]

_CUT = re.compile(
    r"[;:()–—]|, | (?:and|but|while|whereas|although|though|unlike|instead of|rather than) ",
    re.IGNORECASE,
)
_AMBIGUOUS = frozenset(
    """leave join back like light present right kind fire pass drop miss cut live free fit firm sign
    last over under let clear state find show keep save tell have use hide block bar wait hold
    lead fair mean fine natural common even odd first final find lose give get""".split()
)
"""Words that are too often something else than the word that has an opposite."""


@dataclass(frozen=True, eq=False)
class Segment:
    """A part of a sentence between commas and conjunctions.

    Attributes:
        written: It.
    """

    written: str

    @once
    def stems(self) -> frozenset[str]:
        """Its content words."""
        return content_nouns(self.written)

    @once
    def lemmas(self) -> frozenset[str]:
        """Its words in lower case, and the verbs that they may be forms of."""
        plain = letters(self.written)
        return plain.union(map(lemma, plain))

    @once
    def up(self) -> int:
        """Whether it says that something is more, +1, or less, -1; 0 where neither or both."""
        return direction(self.lemmas)


@lru_cache(maxsize=2048)
def segments(sentence: str) -> tuple[Segment, ...]:
    """Return the parts of a sentence."""
    spoken = without_limits(sentence)
    return tuple([Segment(part) for part in _CUT.split(spoken) if part.strip()])


def together(claim: AbstractSet[str], sentences: Sequence[str], weight: Weight) -> float:
    """Return how much of what some sentences hold of a claim one part of them holds, in [0, 1].

    1 where the words all stand in one part; lower where the claim joins words of several.
    """
    parts = [part.stems for sentence in sentences for part in segments(sentence)]
    held = claim & frozenset().union(*parts)
    total = fsum(map(weight, held))
    return max(fsum(map(weight, part & claim)) for part in parts) / total if total else 0.0


def turned(claim: str, sentences: Sequence[str], weight: Weight) -> float:
    """Return the share of a claim's words with an opposite that its evidence turns round.

    Each part of the claim is held against the part of the sentences that has most of its other
    words: "the fee rose" against "the monthly fee was lowered".
    """
    every = [part for sentence in sentences for part in segments(sentence)]
    against = kept = 0
    for part in segments(claim):
        verdicts = list(_verdicts(part, every, weight))
        against += verdicts.count(False)
        kept += verdicts.count(True)
    return against / (against + kept) if against else 0.0


def _verdicts(part: Segment, every: Sequence[Segment], weight: Weight) -> Iterator[bool]:
    """Yield whether the nearest part keeps each word that it could turn round."""
    telling = (part.lemmas - _AMBIGUOUS) & opposites().keys()
    if not (telling or part.up):
        return
    rest = part.stems - {noun(word) for word in telling}
    scored = [(fsum(map(weight, rest & other.stems)), other) for other in every]
    best = max((score for score, _ in scored), default=0.0)
    if not best:
        return
    near = [other for score, other in scored if score >= best]
    if part.up:
        ways = {other.up for other in near} - {0}
        if len(ways) == 1:
            yield part.up in ways
            return
    for word in telling:
        alike = any(not synonyms(word).isdisjoint(other.lemmas) for other in near)
        if alike or any(not opposites()[word].isdisjoint(other.lemmas) for other in near):
            yield alike


def polarity_differs(claim: str, sentence: str) -> float:
    """Return the share of the words that both say which one of them alone negates, in [0, 1]."""
    if not (may_negate(claim) or may_negate(sentence)):
        return 0.0
    own, other = words(claim), words(sentence)
    if not any(word.negation for split in (own, other) for word in split):
        return 0.0
    mine, theirs = polarity(claim, own), polarity(sentence, other)
    both = (mine.said | mine.negated) & (theirs.said | theirs.negated)
    if not both:
        return 0.0
    differ = [word for word in both if (word in mine.negated) != (word in theirs.negated)]
    return len(differ) / len(both)
