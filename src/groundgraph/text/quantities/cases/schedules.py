"""Opening hours that evidence tells, and whether a claim tells them of the right days."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.hours import statements
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.opening_hours import DAY_STEMS, OF_HOURS
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.hours import HoursStatement
    from groundgraph.text.quantities.evidence.opening_hours import Openings, Schedule, Told
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_UNTOLD = re.compile(r"0?0[:.]0?0 ?[-–] ?0?0[:.]0?0")
"""Hours that records give of days of which they know none, of closed and of whole ones alike."""
_CLOSES = re.compile(r"\b(?:until|till|to|by|clos\w+|shut\w*|ends?)\W+(?:\w+\W+){0,2}$")
_OPENS = re.compile(r"\b(?:opens?|opening|from|starts?|starting|after)\W+(?:\w+\W+){0,2}$")
_AT_A_TIME = re.compile(r"\bat\W+(?:\w+\W+)?$")
_ENDS = frozenset("opens opening closes closing until till from starts ends by".split())
_OF_OPENING = re.compile(r"\b(?:open|clos|hours|operat|shut)", re.IGNORECASE)
_SOMEWHERE = frozenset(map(stem, ("place", "shop", "store", "office", "business", "building")))
_OF_PARTS = frozenset(
    map(
        stem,
        """breakfast brunch lunch dinner happy kitchen delivery takeout pickup drive-through service
        mass class appointment phone hotline tour entry admission""".split(),
    )
)
"""Words of a part of the day or of a business, whose hours are its own."""


def check_hours(claim: ReadClaim) -> list[Check]:
    """Hold what a claim says of opening hours against the one schedule that it may speak of."""
    said = statements(claim.text)
    if not said or not _OF_PARTS.isdisjoint(claim.sentence.words):
        return []
    known = [(p.number, one) for p in claim.index.passages for one in p.schedules]
    words = {*claim.sentence.words, *claim.question.words}
    named = [pair for pair in known if pair[1].name and pair[1].name <= words]
    chosen = named if len(known) > 1 else known
    if len(chosen) != 1 or not _is_about(claim, chosen[0][1]):
        return []
    if any(m.moment.dated for m in claim.sentence.mentions):
        return []  # a date is told of one day alone
    return list(_checks(claim, said, *chosen[0]))


def _is_about(claim: ReadClaim, schedule: Schedule) -> bool:
    """Say whether a claim speaks of nothing but what hours told in sentences are of."""
    if schedule.about is None:
        return True
    own = claim.sentence.words.keys() - claim.date_words - OF_HOURS - DAY_STEMS - _SOMEWHERE
    known = schedule.about | claim.question.words.keys()
    return all(word in known or not word.isalpha() for word in own)


def _checks(
    claim: ReadClaim, said: Sequence[HoursStatement], passage: int, schedule: Schedule
) -> Iterator[Check]:
    for told in said:
        one = _with_clock(claim, told)
        if one is None or (not one.named and not (one.times and _OF_OPENING.search(claim.text))):
            continue
        days = [schedule.days[day] for day in sorted(one.days) if day in schedule.days]
        days = [day for day in days if one.closed or not _UNTOLD.fullmatch(day.value.strip())]
        check = _of_days(claim, one, days)
        if check is not None and (
            check.outcome == "contradicted" or one.days <= schedule.days.keys()
        ):
            yield replace(check, held=tuple(replace(e, passage=passage) for e in check.held))


def _with_clock(claim: ReadClaim, said: HoursStatement) -> HoursStatement | None:
    """Return a statement with the time that the claim tells in words: "at half past five".

    ``None`` where it tells one that is not read: "closes at four".
    """
    if said.times or said.closed:
        return said
    told = [mention for mention in claim.sentence.mentions if mention.moment.minutes]
    if len(told) == 1:
        [mention] = told
        times = (frozenset(mention.moment.minutes),)
        return said._replace(times=times, text=mention.span.of(claim.text))
    return None if told or claim.sentence.amounts else said


def _of_days(claim: ReadClaim, said: HoursStatement, days: Sequence[Told]) -> Check | None:
    """Hold one statement against the hours of its days."""
    right = [_agrees(claim, said, told.openings) for told in days]
    if not days or (any(right) and not all(right) and not said.named):
        return None
    found = [told for agrees, told in zip(right, days, strict=True) if agrees == all(right)]
    event = Event(Moment(), {}, 0, found[0].span, found[0].span, 0, found[0].cell)
    return Check(decided(right=all(right)), "cell", said.text, (event,), 1.0)


def _agrees(claim: ReadClaim, said: HoursStatement, openings: Openings) -> bool:
    if said.closed or not openings:
        return said.closed and not openings
    if not said.times:
        return True
    if len(said.times) > 1:
        return any(one in said.times[0] and other in said.times[1] for one, other in openings)
    before = claim.text[: claim.text.find(said.text)].lower()
    if _AT_A_TIME.search(before) and claim.lower.isdisjoint(_ENDS):
        return any(one <= at < other for one, other in openings for at in said.times[0])
    ends = {time for one, other in openings for time in _meant(before, one, other)}
    return not ends.isdisjoint(said.times[0])


def _meant(before: str, opens: int, closes: int) -> tuple[int, ...]:
    """Return the time that the words before it ask for, else both."""
    if _CLOSES.search(before):
        return (closes,)
    return (opens,) if _OPENS.search(before) else (opens, closes)
