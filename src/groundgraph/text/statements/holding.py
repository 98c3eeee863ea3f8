"""Claims held against their evidence: every pattern between their statements, and leanings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.names import folded
from groundgraph.text.statements.aligning import aligned, giving
from groundgraph.text.statements.binding import polarity_differs, together, turns
from groundgraph.text.statements.causes import causes
from groundgraph.text.statements.findings import AGAINST, Found
from groundgraph.text.statements.matching import SAME, best
from groundgraph.text.statements.names import near_names
from groundgraph.text.statements.patterns import compare, seen
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.statements.evidence import Evidence, Sentence, Texts
    from groundgraph.text.statements.model import Event

_SURE = 0.7
_FEWEST = 2
_CONTEXT = 0.45
"""Share of a claim's words that the sentence which denies it must hold."""


class Held(NamedTuple):
    """What was found of one claim.

    Attributes:
        found: The patterns, in the order of the claim.
        statements: How many statements it makes.
        is_supported: Whether the evidence says all of it in one place.
        together: See `binding.together`.
        turned: Share of words that have an opposite whose opposite is said.
        negation: See `binding.polarity_differs`.
        crossed: Whether its things stand the other way round beside another verb, 0 or 1.
        reason: Share of the words of its reason that the evidence's reason lacks.
    """

    found: list[Found]
    statements: int = 0
    is_supported: bool = False
    together: float = 0.0
    turned: float = 0.0
    negation: float = 0.0
    crossed: float = 0.0
    reason: float = 0.0


class Holding:
    """The claims of an answer beside its evidence."""

    def __init__(self, evidence: Evidence, answer: Texts) -> None:
        self._evidence = evidence
        self._answer = answer

    def of_claim(self, number: int) -> Held:
        """Return what is found of one claim."""
        parts = [self._of_sentence(s) for s in self._answer.sentences if s.passage == number]
        held = [part for part in parts if part is not None]
        if not held:
            return Held([])
        return Held(
            [found for part in held for found in part.found],
            sum(part.statements for part in held),
            len(held) == len(parts) and all(part.is_supported for part in held),
            min(part.together for part in held),
            *(max(getattr(part, name) for part in held) for name in _LEANINGS),
        )

    def _of_sentence(self, claim: Sentence) -> Held | None:
        near = self._evidence.nearest(claim.stems)
        if len(claim.stems) < _FEWEST or not near:
            return None
        events = [giving(event) for event in self._answer.events(claim.number)]
        found = [f for at, event in enumerate(events) for f in self._of_event(claim, event, near, at)]
        found = _settled(found)
        found += self._of_causes(claim, near)
        found += self._of_names(claim)
        numbers = [number for number, _ in near]
        written = [self._evidence.sentences[number].written for number in numbers]
        first = written[0]
        turned = turns(claim.written, first)
        return Held(
            found,
            len(events),
            self._is_supported(claim, found, len(events), near[0][1]),
            together(claim.stems, written, self._evidence.weight),
            turned.turned / (turned.turned + turned.kept) if turned.turned else 0.0,
            polarity_differs(claim.written, first),
            self._crossed(events, numbers),
            0.0,
        )

    def _is_supported(self, claim: Sentence, found: Sequence[Found], events: int, share: float) -> bool:
        same = {f.about for f in found if f.pattern in {"same", "broader"} and f.fit >= _SURE}
        against = any(f.pattern in AGAINST for f in found)
        return bool(events) and len(same) == events and share >= SAME and not against

    def _of_event(
        self, claim: Sentence, event: Event, near: Sequence[tuple[int, float]], at: int
    ) -> Iterator[Found]:
        said = event.span.of(claim.text)
        for number, share in near:
            sentence = self._evidence.sentences[number]
            around = sentence.stems | self._context(number)
            for other in map(giving, self._evidence.events(number)):
                for way in aligned(event, other):
                    pattern = seen(compare(event, way, around))
                    if pattern is None or (pattern.pattern in AGAINST and share < _CONTEXT):
                        continue
                    told = other.span.of(sentence.text)
                    place = (sentence.passage, other.span)
                    yield Found(pattern.pattern, pattern.fit, said, told, *place, at)

    def _context(self, number: int) -> frozenset[str]:
        """Return the words of the sentence before, which pronouns may stand for."""
        sentence = self._evidence.sentences[number]
        before = self._evidence.sentences[number - 1] if number else sentence
        return before.stems if before.passage == sentence.passage else frozenset()

    def _of_causes(self, claim: Sentence, near: Sequence[tuple[int, float]]) -> Iterator[Found]:
        for mine in causes(claim.written):
            for number, _ in near:
                sentence = self._evidence.sentences[number]
                for theirs in causes(sentence.written):
                    pair = (mine.cause, mine.effect), (theirs.cause, theirs.effect)
                    crossed = min(_share(pair[0][0], pair[1][1]), _share(pair[0][1], pair[1][0]))
                    straight = max(_share(pair[0][0], pair[1][0]), _share(pair[0][1], pair[1][1]))
                    if crossed >= _SURE and straight < crossed / 2 and mine.denied == theirs.denied:
                        place = sentence.passage, sentence.span
                        yield Found("cause_exchanged", crossed, claim.written, sentence.written, *place)

    def _of_names(self, claim: Sentence) -> Iterator[Found]:
        for part, known in near_names(claim.written, self._evidence.name_parts, self._evidence.folded):
            place = self._evidence.place_of(known)
            if place is not None:
                yield Found("near_name", 0.75, part, *place)

    def _crossed(self, events: Sequence[Event], near: Sequence[int]) -> float:
        found = straight = False
        for event in events:
            subject, others = event.roles.get("subject", ()), _others(event)
            for number in near:
                for other in self._evidence.events(number):
                    first, rest = other.roles.get("subject", ()), _others(other)
                    if min(best(subject, first), best(others, rest)) >= SAME:
                        straight = True
                    elif min(best(subject, rest), best(others, first)) >= SAME:
                        found = True
        return float(found and not straight)


_LEANINGS = ("turned", "negation", "crossed", "reason")


def _others(event: Event) -> list:
    return [a for role, found in event.core.items() if role != "subject" for a in found]


def _share(mine: frozenset[str], theirs: frozenset[str]) -> float:
    return len(mine & theirs) / len(mine) if mine else 0.0


def _settled(found: list[Found]) -> list[Found]:
    """Drop what speaks against a statement that the evidence makes elsewhere."""
    right = {f.about for f in found if f.pattern in {"same", "broader", "narrower"} and f.fit >= 0.6}
    return [f for f in found if f.pattern not in AGAINST or f.about not in right]


__all__ = ["Held", "Holding", "Span", "folded"]
