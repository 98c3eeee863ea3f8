"""Statements that one passage makes and another denies, turns round or makes of someone else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.conflicts.guards import are_of_one_thing
from groundgraph.text.conflicts.holders import holders
from groundgraph.text.conflicts.lexicon import OPPOSED_LINKS
from groundgraph.text.conflicts.model import Pair, Told
from groundgraph.text.quantities.stems import is_content, stem
from groundgraph.text.quantities.tokens import tokens
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

_SAID, _DENIED = 0.6, 0.7
"""How sure it is that a passage says so, and that one says otherwise."""
_AROUND = 40
"""Characters beside a name that say of what it is told."""
_TAKE_UP = frozenset("it its he his she her they their".split())
_SAYS = frozenset({"same", "broader", "narrower"})
_DENIES = frozenset({"opposite", "roles_exchanged", "cause_exchanged"})


def statement_pairs(
    ground: Ground, evidence: Evidence, answer: Texts, number: int
) -> Iterator[Pair]:
    """Yield passages that disagree on what a claim says.

    Args:
        ground: The passages.
        evidence: The same, read for their events.
        answer: Question and claims.
        number: Which of these.
    """
    holding = Holding(evidence, answer)
    for claim in answer.sentences:
        if claim.passage != number or not _are_several(evidence, claim):
            continue
        found = holding.patterns(claim)
        for about in sorted({each.about for each in found}):
            own = [each for each in found if each.about == about]
            for one, other in _opposed(own):
                pair = Pair(_told(evidence, one), _told(evidence, other))
                if are_of_one_thing(ground, *pair):
                    yield pair
        yield from _name_pairs(ground, evidence, answer, claim)
        yield from _link_pairs(ground, evidence, answer, claim)


def _are_several(evidence: Evidence, claim: Sentence) -> bool:
    """Say whether sentences of more than one passage hold much of a claim."""
    near = evidence.nearest(claim.stems)
    return len({evidence.sentences[number].passage for number, _ in near}) > 1


def _opposed(found: Sequence[Found]) -> Iterator[tuple[Found, Found]]:
    """Pair each passage that says so with each that denies it and does not say so elsewhere."""
    said = {f.passage: f for f in found if f.pattern in _SAYS and f.fit >= _SAID}
    denied = {f.passage: f for f in found if f.pattern in _DENIES and f.fit >= _DENIED}
    for number, other in denied.items():
        if number not in said:
            yield from ((one, other) for place, one in said.items() if place not in denied)


def _told(evidence: Evidence, found: Found) -> Told:
    sentence = evidence.sentences[found.sentence]
    own = _stems(sentence.text, found.span)
    return Told(sentence.passage, sentence.span, found.span, own, "statement")


def _stems(text: str, span: Span) -> frozenset[str]:
    words = (token.text for token in tokens(text, *span))
    return frozenset(stem(word) for word in words if is_content(word))


def _name_pairs(
    ground: Ground, evidence: Evidence, answer: Texts, claim: Sentence
) -> Iterator[Pair]:
    """Yield passages that name different holders of what only one can be: founder, capital."""
    wanted = holders(answer, claim)
    if not wanted:
        return
    near = _with_pronouns(evidence, [number for number, _ in evidence.nearest(claim.stems)])
    told = [(each, sentence) for sentence in near for each in holders(evidence, sentence)]
    for mine in wanted:
        about = [(each, s) for each, s in told if each.relation == mine.relation and each.of(mine)]
        said = {s.passage: (e, s) for e, s in about if e.names & mine.names}
        for other, sentence in about:
            if sentence.passage in said or _is_named(ground, sentence.passage, mine):
                continue
            for one, place in said.values():
                pair = Pair(_of_holder(one, place), _of_holder(other, sentence))
                if are_of_one_thing(ground, *pair):
                    yield pair


def _link_pairs(
    ground: Ground, evidence: Evidence, answer: Texts, claim: Sentence
) -> Iterator[Pair]:
    """Yield passages that differ in a preposition alone: "with food", "without food"."""
    near = [evidence.sentences[number] for number, _ in evidence.nearest(claim.stems)]
    for mine in answer.events(claim.number):
        told = [
            (s, e) for s in near for e in evidence.events(s.number) if _is_like(mine, e)
        ]
        for link, opposed in OPPOSED_LINKS.items():
            said = {s.passage: (s, e) for s, e in told if _agrees(mine, e, link, link)}
            denied = {s.passage: (s, e) for s, e in told if _agrees(mine, e, link, opposed)}
            for number in denied.keys() - said.keys():
                for place in said.keys() - denied.keys():
                    pair = Pair(_of_event(*said[place]), _of_event(*denied[number]))
                    if are_of_one_thing(ground, *pair):
                        yield pair


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


def _with_pronouns(evidence: Evidence, numbers: Sequence[int]) -> list[Sentence]:
    """Return sentences with those that go on from them: "It is made in Vietnam"."""
    every = evidence.sentences
    following = [
        number + 1
        for number in numbers
        if number + 1 < len(every)
        and every[number + 1].passage == every[number].passage
        and every[number + 1].written.lower().split(maxsplit=1)[:1] in [[w] for w in _TAKE_UP]
    ]
    return [every[number] for number in dict.fromkeys([*numbers, *following])]


def _of_holder(holder: Holder, sentence: Sentence) -> Told:
    start = max(sentence.span.start, holder.span.start - _AROUND)
    near = Span(start, min(sentence.span.end, holder.span.end + _AROUND))
    own = _stems(sentence.text, near) - holder.stems
    return Told(sentence.passage, sentence.span, holder.span, own, "name")


def _is_named(ground: Ground, passage: int, holder: Holder) -> bool:
    """Say whether a passage speaks of somebody at all."""
    return not holder.stems.isdisjoint(ground.stems(passage))
