"""Statements that one passage makes and another denies, turns round or makes of someone else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.conflicts.guards import are_of_one_thing
from groundgraph.text.conflicts.holders import RELATIONS, holders
from groundgraph.text.conflicts.lexicon import OPPOSED_LINKS
from groundgraph.text.conflicts.model import Pair, Told
from groundgraph.text.once import once
from groundgraph.text.quantities.written.stems import is_content, stem
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.text.statements.holding import Holding
from groundgraph.text.statements.matching import SAME, best
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.conflicts.holders import Holder
    from groundgraph.text.conflicts.model import Ground
    from groundgraph.text.statements.evidence import Evidence, Sentence, Texts
    from groundgraph.text.statements.findings import Found
    from groundgraph.text.statements.model import Event

_Placed = tuple["Sentence", "Event"]
_SAID, _DENIED = 0.6, 0.7
"""How sure it is that a passage says so, and that one says otherwise."""
_AROUND = 40
"""Characters beside a name that say of what it is told."""
_MUCH = 0.4
"""Share of a claim's words that two passages must hold for one to deny the other."""
_TAKE_UP = frozenset("it its he his she her they their".split())
_SAYS = frozenset({"same", "broader", "narrower"})
_DENIES = frozenset({"opposite", "roles_exchanged"})


def statement_pairs(
    ground: Ground, evidence: Evidence, answer: Texts, *numbers: int
) -> Iterator[Pair]:
    """Yield passages that disagree on what a claim says.

    Args:
        ground: The passages.
        evidence: The same, read for their events.
        answer: Question and claims.
        numbers: Which of these.
    """
    for claim in answer.sentences:
        if claim.passage in numbers:
            near_claim = _NearClaim(ground, evidence, answer, claim)
            yield from near_claim.denied()
            yield from near_claim.held_by_others()
            yield from near_claim.linked_otherwise()


@dataclass(frozen=True, eq=False)
class _NearClaim:
    """A sentence of a claim, and what of the evidence holds much of it.

    Attributes:
        ground: The passages.
        evidence: The same, read for their events.
        answer: Question and claims.
        claim: A sentence of a claim.
    """

    ground: Ground
    evidence: Evidence
    answer: Texts
    claim: Sentence

    @once
    def near(self) -> list[tuple[int, float]]:
        """The numbers of the nearest sentences, with the share of the claim that each holds."""
        return self.evidence.nearest(self.claim.stems)

    def denied(self) -> Iterator[Pair]:
        """Yield passages of which one denies what another says, or turns it round."""
        if not self._is_held_twice():
            return
        found = Holding(self.evidence, self.answer).patterns(self.claim)
        for about in sorted({each.about for each in found}):
            own = [each for each in found if each.about == about]
            for one, other in _opposed(own):
                yield from self._pair(self._told(one), self._told(other))

    def held_by_others(self) -> Iterator[Pair]:
        """Yield passages that name different holders of what only one can be: founder, capital."""
        if RELATIONS.isdisjoint(self.claim.lemmas):
            return
        for mine in holders(self.answer, self.claim):
            told = [(each, s) for s in self._about(mine) for each in holders(self.evidence, s)]
            about = [(h, s) for h, s in told if h.relation == mine.relation and h.of(mine)]
            said = {s.passage: (h, s) for h, s in about if h.names & mine.names}
            for other, sentence in about:
                if sentence.passage in said or self._is_named(sentence.passage, mine):
                    continue
                for one, place in said.values():
                    yield from self._pair(_of_holder(one, place), _of_holder(other, sentence))

    def linked_otherwise(self) -> Iterator[Pair]:
        """Yield passages that differ in a preposition alone: "with food", "without food"."""
        links = [link for link in OPPOSED_LINKS if link in self.claim.lemmas]
        if not links or not self._is_held_twice():
            return
        near = [self.evidence.sentences[number] for number, _ in self.near]
        for mine in self.answer.events(self.claim.number):
            told = [
                (s, e) for s in near for e in self.evidence.events(s.number) if _is_like(mine, e)
            ]
            for link in links:
                for one, other in _opposed_by(link, mine, told):
                    yield from self._pair(_of_event(*one), _of_event(*other))

    def _is_held_twice(self) -> bool:
        """Say whether sentences of two passages hold enough of the claim."""
        much = [number for number, share in self.near if share >= _MUCH]
        return len({self.evidence.sentences[number].passage for number in much}) > 1

    def _pair(self, one: Told, other: Told) -> Iterator[Pair]:
        if are_of_one_thing(self.ground, one, other):
            yield Pair(one, other)

    def _told(self, found: Found) -> Told:
        sentence = self.evidence.sentences[found.sentence]
        own = _stems(sentence.text, found.span)
        return Told(sentence.passage, sentence.span, found.span, own, "statement")

    def _is_named(self, passage: int, holder: Holder) -> bool:
        """Say whether a passage speaks of somebody at all."""
        return not holder.stems.isdisjoint(self.ground.stems(passage))

    def _about(self, holder: Holder) -> list[Sentence]:
        """Return the sentences nearest to what a claim says of somebody, whoever that is.

        Those that go on from them are among them: "It is made in Oslo".
        """
        every = self.evidence.sentences
        rest = self.claim.stems - holder.names - holder.stems
        numbers = [number for number, _ in self.evidence.nearest(rest)]
        following = [
            number + 1
            for number in numbers
            if number + 1 < len(every)
            and every[number + 1].passage == every[number].passage
            and _takes_up(every[number + 1].written)
        ]
        return [every[number] for number in dict.fromkeys([*numbers, *following])]


def _takes_up(sentence: str) -> bool:
    first = sentence.split(maxsplit=1)[:1]
    return bool(first) and first[0].lower() in _TAKE_UP


def _opposed(found: Sequence[Found]) -> Iterator[tuple[Found, Found]]:
    """Pair each passage that says so with each that denies it and does not say so elsewhere."""
    said = {f.passage: f for f in found if f.pattern in _SAYS and f.fit >= _SAID}
    denied = {f.passage: f for f in found if f.pattern in _DENIES and f.fit >= _DENIED}
    for number, other in denied.items():
        if number not in said:
            yield from ((one, other) for place, one in said.items() if place not in denied)


def _stems(text: str, span: Span) -> frozenset[str]:
    words = (token.text for token in tokens(text, *span))
    return frozenset(stem(word) for word in words if is_content(word))


def _opposed_by(
    link: str, mine: Event, told: Sequence[_Placed]
) -> Iterator[tuple[_Placed, _Placed]]:
    """Pair events that have a claim's preposition with those that have its opposite."""
    said = {s.passage: (s, e) for s, e in told if _agrees(mine, e, link, link)}
    denied = {s.passage: (s, e) for s, e in told if _agrees(mine, e, link, OPPOSED_LINKS[link])}
    for number in sorted(denied.keys() - said.keys()):
        for place in sorted(said.keys() - denied.keys()):
            yield said[place], denied[number]


def _is_like(mine: Event, other: Event) -> bool:
    """Say whether two events have one verb, and a thing in common."""
    if mine.lemma != other.lemma or mine.negated != other.negated:
        return False
    roles = ("subject", "object")
    return any(best(mine.core.get(r, ()), other.core.get(r, ())) >= SAME for r in roles)


def _agrees(mine: Event, other: Event, link: str, as_told: str) -> bool:
    return best(mine.core.get(link, ()), other.core.get(as_told, ())) >= SAME


def _of_event(sentence: Sentence, event: Event) -> Told:
    own = _stems(sentence.text, event.span)
    return Told(sentence.passage, sentence.span, event.span, own, "statement")


def _of_holder(holder: Holder, sentence: Sentence) -> Told:
    start = max(sentence.span.start, holder.span.start - _AROUND)
    near = Span(start, min(sentence.span.end, holder.span.end + _AROUND))
    own = _stems(sentence.text, near) - holder.stems
    return Told(sentence.passage, sentence.span, holder.span, own, "name")
