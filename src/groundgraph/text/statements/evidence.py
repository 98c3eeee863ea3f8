"""Passages cut into sentences that are read when a claim needs them."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from groundgraph.text.names import names
from groundgraph.text.quantities.pieces import pieces
from groundgraph.text.statements.lemmas import lemma, of_stem, unprefixed
from groundgraph.text.statements.names import Known, is_slip
from groundgraph.text.statements.reading import read_events
from groundgraph.text.words import letters, words
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.statements.model import Argument, Event

_INDEXED = 8
_DATA = re.compile(r"\s{0,8}[\[{]\s{0,8}[\"'{\[]")
_NEAREST = 4
_LEAST_SHARE = 0.3
_MOST = 4
_PERSONS = frozenset({"he", "him", "she", "her", "himself", "herself"})
_THINGS = frozenset({"it", "itself"})
_GROUPS = frozenset({"they", "them", "themselves"})


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

    @cached_property
    def written(self) -> str:
        """The sentence."""
        return self.span.of(self.text)

    @cached_property
    def stems(self) -> frozenset[str]:
        """Its content words, as nouns and adjectives are compared."""
        return frozenset(of_stem(word.stem) for word in words(self.written) if word.content)

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Its words in lower case, their stems, and the verbs that they may be forms of."""
        plain = letters(self.written)
        denied = {unprefixed(word) for word in plain if word.startswith("un")}
        return plain | self.stems | {lemma(word) for word in (*plain, *denied) if word}


class Texts:
    """Some texts, read for their events as these are asked for; data makes no statements.

    Attributes:
        sentences: Their sentences, in order.
        running: Whether each goes on from the one before, as the claims of an answer do.
    """

    def __init__(self, texts: Sequence[str], *, running: bool = False) -> None:
        self.running = running
        self.sentences: list[Sentence] = []
        for number, text in enumerate(texts):
            for span in () if _DATA.match(text) else pieces(text):
                self.sentences.append(Sentence(text, span, number, len(self.sentences)))
        self._events: dict[int, list[Event]] = {}
        self._stems: dict[int, frozenset[str]] = {}

    def events(self, number: int) -> list[Event]:
        """Return the events of a sentence; pronouns with what they may stand for."""
        if number not in self._events:
            sentence = self.sentences[number]
            raw = _plain(sentence.text, sentence.span, number)
            before = self._before(number) if any(_has_pronoun(event) for event in raw) else []
            self._events[number] = _resolved(raw, before)
        return self._events[number]

    def _are_beside(self, number: int) -> bool:
        return self.sentences[number - 1].passage == self.sentences[number].passage

    def stems_of(self, passage: int) -> frozenset[str]:
        """Return the content words of a passage."""
        if passage not in self._stems:
            own = (s.stems for s in self.sentences if s.passage == passage)
            self._stems[passage] = frozenset(word for stems in own for word in stems)
        return self._stems[passage]

    def read(self, number: int) -> list[Event]:
        """Return the events of a sentence that has been read, else none."""
        return self._events.get(number, [])

    def _before(self, number: int) -> list[Event]:
        """Return the events of the sentence before, in the same text or a running one."""
        if not number:
            return []
        if not self.running and not self._are_beside(number):
            return []
        sentence = self.sentences[number - 1]
        return _plain(sentence.text, sentence.span, number - 1)


@lru_cache(maxsize=1024)
def _plain(text: str, span: Span, number: int) -> list[Event]:
    return read_events(text, span, number)


def _has_pronoun(event: Event) -> bool:
    return any(a.pronoun for found in event.roles.values() for a in found)


def _resolved(events: Sequence[Event], before: Sequence[Event]) -> list[Event]:
    """Give pronouns what they may stand for: earlier arguments of their kind, none of their own."""
    found: list[Event] = []
    earlier = list(before)
    for event in events:
        own = {a.head for filled in event.roles.values() for a in filled if not a.pronoun}
        known = [_but(each, own) for each in reversed(earlier)]
        roles = {
            role: tuple(
                replace(a, also=_antecedents(a, known, topic=a == event.topic))
                if a.pronoun and not a.also
                else a
                for a in filled
            )
            for role, filled in event.roles.items()
        }
        found.append(replace(event, roles=roles))
        earlier.append(found[-1])
    return found


def _but(event: Event, own: set[str]) -> list[Argument]:
    """Return the arguments of an event that others are not, what it begins with first."""
    topic = event.topic
    every = [a for filled in event.roles.values() for a in filled if a.head not in own]
    resolved = [a.also[0] if a.also else a for a in every]
    return sorted(resolved, key=lambda a: (a != topic, a.span.start))


def _antecedents(
    pronoun: Argument, known: Sequence[Sequence[Argument]], *, topic: bool
) -> tuple[Argument, ...]:
    """Return what a pronoun may stand for, the likeliest first; several where that is not sure.

    Likeliest is what the clause before begins with, where it agrees, for a pronoun that begins
    its own; for another, what else stands there.
    """
    order = known if topic else [[*own[1:], *own[:1]] for own in known]
    named = [a for own in order for a in own if not (a.pronoun or a.timed)]
    if pronoun.pronoun in _PERSONS:
        persons = [a for a in named if a.names and not a.plural]
        named = persons or [a for a in named if not a.plural]
    elif pronoun.pronoun in _GROUPS:
        named = [a for a in named if a.plural] or named
    elif pronoun.pronoun in _THINGS:
        named = [a for a in named if not a.plural]
    else:
        return ()
    return tuple({(a.head, a.names): a for a in reversed(named)}.values())[::-1][:_MOST]


class Evidence(Texts):
    """Passages, indexed by their words."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(texts)
        self._slips: dict[str, tuple[str, ...]] = {}
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for sentence in self.sentences:
            for stem in sentence.stems:
                self._holders[stem].append(sentence.number)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every content word."""
        return frozenset(self._holders)

    @cached_property
    def known(self) -> Known:
        """Its names and words."""
        return Known([s.written for s in self.sentences], self._named)

    @cached_property
    def _named(self) -> dict[str, tuple[int, Span]]:
        found: dict[str, tuple[int, Span]] = {}
        for passage, text in {s.passage: s.text for s in self.sentences}.items():
            for name in names(text):
                for part in name.parts:
                    found.setdefault(part, (passage, Span(name.start, name.end)))
        return found

    def slips(self, part: str) -> tuple[str, ...]:
        """Return the parts of other names that are much like a part."""
        if part not in self._slips:
            self._slips[part] = tuple(p for p in sorted(self._named) if is_slip(part, p))
        return self._slips[part]

    def place_of(self, part: str) -> tuple[str, int, Span] | None:
        """Return the first name that has a part: its words, its passage and where it stands."""
        if part not in self._named:
            return None
        passage, span = self._named[part]
        text = next(s.text for s in self.sentences if s.passage == passage)
        return span.of(text), passage, span

    def weight(self, stem: str) -> float:
        """Return how much a word tells sentences apart; the most where none holds it."""
        return math.log(1.0 + len(self.sentences) / max(1, len(self._holders.get(stem, ()))))

    def nearest(self, stems: Iterable[str]) -> list[tuple[int, float]]:
        """Return the sentences that hold most of some words, with the share, the best first."""
        wanted = set(stems)
        total = sum(map(self.weight, wanted)) or 1.0
        held: defaultdict[int, float] = defaultdict(float)
        for stem in wanted & self.vocabulary:
            for number in self._holders[stem]:
                held[number] += self.weight(stem) / total
        ranked = sorted(held.items(), key=lambda item: (-item[1], item[0]))
        return [(number, share) for number, share in ranked[:_NEAREST] if share >= _LEAST_SHARE]


@lru_cache(maxsize=_INDEXED)
def evidence_of(texts: tuple[str, ...]) -> Evidence:
    """Return passages, indexed, kept for the next answer to the same evidence."""
    return Evidence(texts)
