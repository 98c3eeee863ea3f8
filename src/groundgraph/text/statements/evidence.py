"""Passages cut into sentences that are read when a claim needs them."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.english.lemmas import lemma, unprefixed
from groundgraph.text.inquiries import leaves_open
from groundgraph.text.names import names
from groundgraph.text.once import kept, once
from groundgraph.text.passage_sentences import pieces
from groundgraph.text.statements.coreference import PERSONAL, POINTING, resolved
from groundgraph.text.statements.nouns import noun, nouns_of
from groundgraph.text.statements.reading import read_events
from groundgraph.text.words import letters, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.names import Name
    from groundgraph.text.statements.model import Event
    from groundgraph.types import Span

_DATA = re.compile(r"\s{0,8}[\[{]\s{0,8}[\"'{\[]")
_OF_PERSONS = PERSONAL | {"his"}
_NEAREST = 4
_LEAST_SHARE = 0.3


@dataclass(frozen=True, eq=False)
class Sentence:
    """One sentence of some texts.

    Attributes:
        text: The whole text.
        span: Where the sentence stands in it.
        passage: Number of the text, from 0.
        number: Its own number over all texts.
    """

    text: str
    span: Span
    passage: int
    number: int

    @once
    def written(self) -> str:
        """The sentence."""
        return self.span.of(self.text)

    @once
    def stems(self) -> frozenset[str]:
        """Its content words, as nouns and adjectives are compared."""
        return nouns_of(words(self.written))  # which blocks of features have read

    @once
    def points_back(self) -> bool:
        """Whether a pronoun in it may stand for what was named before."""
        return not POINTING.isdisjoint(letters(self.written))

    @once
    def lemmas(self) -> frozenset[str]:
        """Its words in lower case, their stems, and the verbs that they may be forms of."""
        plain = letters(self.written)
        denied = {unprefixed(word) for word in plain if word.startswith("un")}
        verbs = {lemma(word) for word in (*plain, *denied) if word}
        return plain | self.stems | verbs


class Texts:
    """Some texts, read for their events as these are asked for; data makes no statements.

    Attributes:
        texts: The texts.
        sentences: Their sentences, in order.
        running: Whether each goes on from the one before, as the claims of an answer do.
    """

    def __init__(self, texts: Sequence[str], *, running: bool = False) -> None:
        self.texts = tuple(texts)
        self.running = running
        self.sentences: list[Sentence] = []
        for number, text in enumerate(texts):
            for span in () if _DATA.match(text) else pieces(text):
                self.sentences.append(Sentence(text, span, number, len(self.sentences)))
        self._resolved: dict[int, list[Event]] = {}
        self._stems: dict[int, frozenset[str]] = {}

    def events(self, number: int) -> list[Event]:
        """Return the events of a sentence; pronouns with what they may stand for.

        It is read after those before it that it goes on from, however far, whatever was asked for
        before. A question has none of its own, though pronouns may reach what it names.
        """
        first = number
        while first not in self._resolved and self._goes_on(first):
            first -= 1
        for each in range(first, number + 1):
            if each not in self._resolved:
                self._resolved[each] = self._read(each)
        sentence = self.sentences[number]
        return [] if leaves_open(sentence.text, sentence.span) else self._resolved[number]

    def _read(self, number: int) -> list[Event]:
        """Read a sentence; the one before it has been read where its pronouns may reach that."""
        sentence = self.sentences[number]
        raw = _plain(sentence.text, sentence.span, number)
        if not sentence.points_back:
            return resolved(raw, ())
        before = self._resolved[number - 1] if self._goes_on(number) else []
        return resolved(raw, before, self.names_around(number))

    def _goes_on(self, number: int) -> bool:
        """Say whether a pronoun of a sentence may reach the one before."""
        reaches = number > 0 and (self.running or self._are_beside(number))
        return reaches and self.sentences[number].points_back

    def names_around(self, number: int) -> list[Name]:
        """Return the names of a sentence and of the one before it, for "he", "she" or "his"."""
        sentence = self.sentences[number]
        if _OF_PERSONS.isdisjoint(letters(sentence.written)):
            return []
        together = number and self._are_beside(number)
        start = self.sentences[number - 1].span.start if together else sentence.span.start
        return names(sentence.text[start : sentence.span.end])

    def _are_beside(self, number: int) -> bool:
        return self.sentences[number - 1].passage == self.sentences[number].passage

    def stems_of(self, passage: int) -> frozenset[str]:
        """Return the content words of a passage."""
        if passage not in self._stems:
            own = [s.stems for s in self.sentences if s.passage == passage]
            self._stems[passage] = frozenset().union(*own)
        return self._stems[passage]


@lru_cache(maxsize=1024)
def _plain(text: str, span: Span, number: int) -> list[Event]:
    return read_events(text, span, number)


@lru_cache(maxsize=1 << 12)
def _weight(holders: int, sentences: int) -> float:
    return math.log(1.0 + sentences / max(1, holders))


class Evidence(Texts):
    """Passages, indexed by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(texts)
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for sentence in self.sentences:
            for stem in sentence.stems:
                self._holders[stem].append(sentence.number)

    @once
    def _full_names(self) -> list[frozenset[str]]:
        """The words of each name of two or more, as content words are compared."""
        every = {name.parts for s in self.sentences for name in names(s.written)}
        return [frozenset(map(noun, parts)) for parts in every if len(parts) > 1]

    def partners(self, words: frozenset[str]) -> frozenset[str]:
        """Return the words that stand in one name with all of some words, and they are not."""
        found = [name for name in self._full_names if words < name]
        return frozenset().union(*found) - words

    def weight(self, stem: str) -> float:
        """Return how much a word tells sentences apart; the most where none holds it."""
        return _weight(len(self._holders.get(stem, ())), len(self.sentences))

    def told_by(
        self, near: Sequence[tuple[int, float]], stems: Iterable[str]
    ) -> list[tuple[int, float]]:
        """Return the nearest sentences, and those that go on from one of the first with a pronoun.

        A sentence that points back counts with the words of the one before it.
        """
        wanted = set(stems)
        known = {number for number, _ in near}
        after = [n + 1 for n, _ in near[:1] if n + 1 not in known and self.follows(n + 1)]
        return [
            (number, max(share, self._share(wanted, number) if self.follows(number) else 0.0))
            for number, share in [*near, *((n, 0.0) for n in after)]
        ]

    def follows(self, number: int) -> bool:
        """Say whether a sentence points back to one before it."""
        inside = 0 < number < len(self.sentences)
        return inside and self._are_beside(number) and self.sentences[number].points_back

    def _share(self, wanted: AbstractSet[str], number: int) -> float:
        """Return the share of some words that a sentence and the one before it hold, weighed."""
        held = self.sentences[number].stems | self.sentences[number - 1].stems
        return self._part(wanted, held)

    def share(self, stems: AbstractSet[str], number: int) -> float:
        """Return the share of some words that a sentence holds, weighed."""
        return self._part(stems, self.sentences[number].stems)

    def _part(self, wanted: AbstractSet[str], held: AbstractSet[str]) -> float:
        total = math.fsum(map(self.weight, sorted(wanted))) or 1.0
        return math.fsum(map(self.weight, sorted(wanted & held))) / total

    def holding(self, stems: Iterable[str]) -> list[int]:
        """Return the sentences that hold every one of some words, in order."""
        lists = [self._holders.get(stem, ()) for stem in stems]
        return sorted(set.intersection(*map(set, lists))) if lists else []

    def nearest(self, stems: Iterable[str]) -> list[tuple[int, float]]:
        """Return the sentences that hold most of some words, with the share, the best first."""
        wanted = set(stems)
        total = math.fsum(map(self.weight, wanted)) or 1.0
        held: defaultdict[int, float] = defaultdict(float)
        for stem in sorted(wanted & self._holders.keys()):  # sums depend on their order
            share = self.weight(stem) / total
            for number in self._holders[stem]:
                held[number] += share
        ranked = sorted(held.items(), key=lambda item: (-item[1], item[0]))
        return [(number, share) for number, share in ranked[:_NEAREST] if share >= _LEAST_SHARE]


@kept
def evidence_of(texts: tuple[str, ...]) -> Evidence:
    """Return passages, indexed, kept for the next answer to the same evidence."""
    return Evidence(texts)
