"""Whether something is open at a time that a claim names, by the hours that are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.hours import statements
from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence import PassageReading
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.types import Span

_OPEN = frozenset({"open"})
_CLOSED = frozenset({"closed", "shut"})
_FREE = frozenset("not no never from until till between to opens closes if except".split())
_OF_HOURS = frozenset({"open", "opens", "opening", "hours"})
_SURE = 0.9
_EVERY = frozenset(range(7))


class Opening(NamedTuple):
    """Hours of some days.

    Attributes:
        days: Weekdays, 0 for Monday.
        start: Minutes after midnight.
        end: The same.
        passage: Number of the passage, from 0.
        span: Where it is told.
        words: The stems of the sentence or row.
    """

    days: frozenset[int]
    start: int
    end: int
    passage: int
    span: Span
    words: frozenset[str]


def check_open_at(claim: ReadClaim) -> list[Check]:
    """Hold "At 4 p.m. on Saturday the library is open" against the hours told."""
    told = _OPEN | _CLOSED
    if claim.lower.isdisjoint(told) or not claim.lower.isdisjoint(_FREE):
        return []
    times = [m for m in claim.sentence.mentions if m.moment.minutes]
    if len(times) != 1 or any(m.moment.dated for m in claim.sentence.mentions):
        return []
    tokens, [time] = claim.sentence.tokens, times
    before = {token.text for token in tokens[max(0, time.first - 2) : time.first]}
    if "at" not in before:
        return []
    days = {m.moment.weekday for m in claim.sentence.mentions} - {None}
    day = days.pop() if len(days) == 1 else None
    known = [one for passage in claim.index.passages for one in openings_of(passage)]
    own = [one for one in known if day is None or day in one.days]
    if not own or (day is None and any(one.days != own[0].days for one in own)):
        return []
    if len({one.span for one in known}) > 1 and not _are_of_one(known, claim):
        return []
    minutes = time.moment.minutes
    found = {any(one.start <= at < one.end for one in own) for at in minutes}
    if len(found) != 1:
        return []
    right = found.pop() == claim.lower.isdisjoint(_CLOSED)
    held = Event(Moment(), {}, own[0].passage, own[0].span, own[0].span, 0)
    return [Check(decided(right=right), "limit", time.span.of(claim.text), (held,), _SURE)]


def _are_of_one(known: list[Opening], claim: ReadClaim) -> bool:
    """Say whether all hours told are of the thing that a claim names."""
    wanted = {word for word in claim.sentence.words if word not in _OPEN}
    wanted -= claim.date_words
    return bool(wanted) and all(wanted & one.words for one in known)


def openings_of(passage: PassageReading) -> Iterator[Opening]:
    """Yield the opening hours that the sentences, tables and records of a passage tell."""
    for sentence in passage.sentences:
        if sentence.letters.isdisjoint(_OF_HOURS):
            continue
        for said in statements(sentence.span.of(passage.text)):
            if said.closed or len(said.times) != 2:
                continue
            pairs = [(a, b) for a in said.times[0] for b in said.times[1] if a < b]
            if pairs:
                start, end = min(pairs, key=lambda pair: (pair[0], pair[1]))
                days = said.days if said.named else _EVERY
                yield Opening(days, start, end, passage.number, sentence.span, sentence.stems)
    for schedule in passage.schedules:
        for day, told in schedule.days.items():
            if told.cell is None:
                continue  # of a sentence, read above
            for start, end in told.openings:
                days = frozenset({day})
                yield Opening(days, start, end, passage.number, told.span, schedule.name)
