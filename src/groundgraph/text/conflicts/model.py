"""What two passages tell of one thing, and the evidence that it is read from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.conflicts.naming import first_name, names_of
from groundgraph.text.names import names
from groundgraph.text.once import once
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.index import EvidenceIndex
    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.tokens import Token
    from groundgraph.types import Passage, Span
    from groundgraph.types.conflicts import ConflictKind


class Told(NamedTuple):
    """What one passage tells.

    Attributes:
        passage: Its number, from 0.
        around: The sentence or cell.
        value: The words that say it.
        own: Stems of its clause.
        kind: What it is.
    """

    passage: int
    around: Span
    value: Span
    own: frozenset[str]
    kind: ConflictKind

    @property
    def named(self) -> bool:
        """Whether the words that differ are a name."""
        return self.kind == "name"


class Pair(NamedTuple):
    """Two passages that disagree.

    Attributes:
        one: The side that a claim follows.
        other: The other one.
    """

    one: Told
    other: Told


class Ground:
    """Some passages, read, and the words of a question and a claim.

    Attributes:
        passages: The passages.
        index: What they measure and date.
    """

    def __init__(
        self, passages: Sequence[Passage], index: EvidenceIndex, question: str, claim: str
    ) -> None:
        self.passages = passages
        self.index = index
        self._texts = question, claim

    @once
    def said(self) -> frozenset[str]:
        """The stems of the words of question and claim."""
        return frozenset(stem(t.text) for text in self._texts for t in tokens(text))

    @once
    def runs(self) -> tuple[frozenset[str], ...]:
        """The names of both, each as the stems of its parts."""
        return tuple(
            frozenset(stem(part) for part in name.parts)
            for text in self._texts
            for name in names(text)
        )

    @once
    def named(self) -> frozenset[str]:
        """The stems of every name of question and claim."""
        return frozenset(part for run in self.runs for part in run)

    def reading(self, told: Told) -> PassageReading:
        """Return the passage that something stands in."""
        return self.index.passages[told.passage]

    def written(self, told: Told) -> str:
        """Return the sentence or cell."""
        return told.around.of(self.passages[told.passage].text)

    def tokens(self, told: Told) -> tuple[Token, ...]:
        """Return the tokens of the sentence or cell, with offsets into the passage."""
        return _tokens_in(self.passages[told.passage].text, told.around)

    def stems(self, passage: int) -> frozenset[str]:
        """Return the stems of all words of a passage."""
        return self.index.passages[passage].stems

    def full_names(self, passage: int) -> tuple[frozenset[str], ...]:
        """Return the names of a passage, each as the stems of its parts."""
        return _names_in(self.passages[passage].text)

    def context(self, told: Told) -> frozenset[str]:
        """Return the stems of a sentence, of the one before it and of its passage's title."""
        if self.sentence(told) is None:
            return self.stems(told.passage)
        before = [s for s in self.reading(told).sentences if s.span.end <= told.around.start]
        start = before[-1].span.start if before else told.around.start
        text = self.passages[told.passage].text
        own = frozenset(stem(token.text) for token in tokens(text, start, told.around.end))
        return own | self.reading(told).title

    def sentence(self, told: Told) -> Sentence | None:
        """Return the sentence, read; ``None`` for a cell."""
        return self.reading(told).by_span.get(told.around)

    def names(self, told: Told) -> frozenset[str]:
        """Return the stems that are written as names in the sentence or cell."""
        return names_of(self.written(told))

    def value_stems(self, told: Told) -> frozenset[str]:
        """Return the stems of the words that differ."""
        text = self.passages[told.passage].text
        return frozenset(stem(token.text) for token in tokens(text, *told.value))

    def topic(self, told: Told) -> str:
        """Return the name that the sentences before one speak of last, or ""."""
        before = [s for s in self.reading(told).sentences if s.span.end <= told.around.start]
        for sentence in reversed(before[-2:]):
            if found := first_name(sentence.span.of(sentence.text)):
                return found
        return ""


@lru_cache(maxsize=2048)
def _names_in(text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(stem(part) for part in name.parts) for name in names(text))


@lru_cache(maxsize=2048)
def _tokens_in(text: str, around: Span) -> tuple[Token, ...]:
    return tuple(tokens(text, *around))
