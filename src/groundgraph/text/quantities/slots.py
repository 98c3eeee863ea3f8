"""Which amount or date of the evidence a claim speaks of: by the words around both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from groundgraph.text.quantities.evidence import Index
from groundgraph.text.quantities.model import Event, Reading, Sentence, read
from groundgraph.text.quantities.segments import Words, content_words, segments
from groundgraph.text.quantities.stems import stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_OWN, _SENTENCE, _QUESTION = 1.0, 0.6, 0.4
_UNKNOWN_NAME = 1.0
Held = TypeVar("Held", Reading, Event)


@dataclass(frozen=True, eq=False)
class Claim:
    """A claim made for comparing.

    Attributes:
        sentence: The claim, read.
        question: The question, read.
        index: The evidence.
    """

    sentence: Sentence
    question: Sentence
    index: Index

    @property
    def text(self) -> str:
        """The claim as written."""
        return self.sentence.text

    @cached_property
    def lower(self) -> frozenset[str]:
        """Every word of the claim in lower case."""
        return frozenset(token.text for token in self.sentence.tokens)

    @cached_property
    def asked(self) -> frozenset[str]:
        """Every word of the question in lower case."""
        return frozenset(token.text for token in self.question.tokens)

    @cached_property
    def date_words(self) -> frozenset[str]:
        """Stems of the words of the claim's dates."""
        tokens = self.sentence.tokens
        ranges = [range(m.first, m.after) for m in self.sentence.mentions]
        return frozenset(stem(tokens[at].text) for part in ranges for at in part)

    @cached_property
    def strange_names(self) -> list[str]:
        """Names of the claim that the evidence does not hold."""
        known = self.index.vocabulary
        names = self.sentence.words.items()
        return [word for word, name in names if name and word not in known and not word.isdigit()]

    def words_of(self, part: Words | None = None) -> dict[str, float]:
        """Return the claim's stems with weights; those of a part of it, its clause, weigh most."""
        words = {word: _QUESTION for word in self.question.words}
        words |= {word: _SENTENCE if part is not None else _OWN for word in self.sentence.words}
        words |= {word: _OWN for word in part or ()}
        return words

    def clause_of(self, number: int) -> Words:
        """Return the words of the clause of an amount of the claim."""
        amounts = self.sentence.amounts
        ranges = segments(self.sentence.tokens, [(a.first, a.after) for a in amounts])
        skip = self.sentence.skipped
        own = content_words(self.sentence.tokens, self.text, *ranges[number], skip=skip)
        amount = amounts[number]
        return {**own, **dict.fromkeys(amount.noun, False)}


def claim_of(text: str, question: str, index: Index) -> Claim:
    """Read a claim."""
    return Claim(read(text), read(question), index)


@dataclass(frozen=True)
class Slot(Generic[Held]):
    """A reading or event with how well a claim's words fit it, in [0, 1]."""

    held: Held
    score: float


def ranked(
    words: Mapping[str, float], candidates: Sequence[Held], index: Index
) -> list[Slot[Held]]:
    """Order readings or events by how many of some words they hold, the best first.

    A word weighs the more the fewer readings hold it; words that none holds do not count.
    """
    weights = {
        word: weight * index.weight(word) for word, weight in words.items() if index.weight(word)
    }
    total = sum(weights.values())
    if total == 0:
        return []
    scored = [
        Slot(held, sum(w * held.words.get(word, 0.0) for word, w in weights.items()) / total)
        for held in candidates
    ]
    return sorted(scored, key=lambda slot: -slot.score)
