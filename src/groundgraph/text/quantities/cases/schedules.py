"""Opening hours that evidence tells, and whether a claim tells them of the right days."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from groundgraph.text.hours import statements
from groundgraph.text.openings import agree, any_of
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.opening_hours import (
    CLOSES,
    DAY_STEMS,
    OF_HOURS,
    OPENS,
    holds,
)
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.hours import HoursStatement
    from groundgraph.text.openings import Openings
    from groundgraph.text.quantities.evidence.opening_hours import Schedule, Told
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.segments import Words
    from groundgraph.types import Span

_UNTOLD = re.compile(r"0?0[:.]0?0 ?[-–] ?0?0[:.]0?0")
"""Hours that records give of days of which they know none, of closed and of whole ones alike."""
_AT_A_TIME = re.compile(r"\bat\W+(?:\w+\W+)?$")
_ENDS = re.compile(
    r"\b(?:opens|opening|clos(?:es?|ing)|shuts?|until|till|from|starts?|begins?|ends?|by"
    r"|(?:they|you|we|i|doors|gates|will|do|does|to)\sopen)\b",
    re.IGNORECASE,
)
"""What makes a time an end of hours; else "at" it something is open or not."""
_PARTS = re.compile(r"\b(?:(?P<am>morning)|(?P<pm>afternoon)|(?P<eve>evening)|(?P<late>night))s?\b")
_WITHIN = {"am": 600, "pm": 900, "eve": 1140, "late": 1320}
"""A time within each part of a day, in minutes after midnight."""
_BETWEEN = re.compile(r"[,;]|\b(?:and|but|while|whereas)\b")
_OF_OPENING = re.compile(r"\b(?:open|clos|hours|operat|shut)", re.IGNORECASE)
_SOMEWHERE = frozenset(
    map(
        stem,
        """place shop store office business building establishment venue location company facility
        restaurant customers visitors visit again reopens midday operates operating operation week
        weekly each every between long late early""".split(),
    )
)
"""Words of anything that is open at times, whatever it is."""
_LUNCH = stem("lunch"), frozenset(map(stem, ("break", "close")))
"""What parts the hours of one day, with one of these, and names nothing that is open."""
_SEVERAL = frozenset({"both", "all", "each", "either", "neither"})
"""Words by which a claim speaks of several places."""
_OF_ANY = OF_HOURS | DAY_STEMS | _SOMEWHERE
_OF_PARTS = frozenset(
    map(
        stem,
        """breakfast brunch lunch dinner happy kitchen delivery takeout pickup drive-through service
        mass class appointment phone hotline tour entry admission""".split(),
    )
)
"""Words of a part of the day or of a business, whose hours are its own."""


def check_hours(claim: ReadClaim) -> list[Check]:
    """Hold what a claim says of opening hours against the one schedule that it may speak of.

    That is the one which it or its question names, else one which tells just what it says, else
    the only one of several days.
    """
    said = statements(claim.text)
    every = [(p.number, one) for p in claim.index.passages for one in p.schedules] if said else []
    if not every or (len(every) > 1 and not _SEVERAL.isdisjoint(claim.lower)):
        return []
    checks = [_by_schedule(claim, said, *placed) for placed in every]
    named = _named_by(claim, every)
    told = [at for at, own in enumerate(checks) if own and all(map(_is_right, own))]
    usual = [at for at, (_, schedule) in enumerate(every) if len(schedule.days) > 1]
    chosen = named or told[:1] or usual
    return checks[chosen[0]] if len(chosen) == 1 else []


def days_told(claim: ReadClaim) -> tuple[AbstractSet[int], int, Span] | None:
    """Return the days of the one schedule that a claim may speak of, its passage and a place."""
    every = [(p.number, one) for p in claim.index.passages for one in p.schedules]
    named = _named_by(claim, every) or range(len(every))
    if len(named) != 1:
        return None
    passage, schedule = every[named[0]]
    if not _is_about(claim, schedule) or _is_of_another(claim, passage, schedule):
        return None
    return schedule.days.keys(), passage, next(iter(schedule.days.values())).span


def _named_by(claim: ReadClaim, every: Sequence[tuple[int, Schedule]]) -> list[int]:
    words, asked = claim.sentence.words.keys(), claim.question.words.keys()
    return _named(words, every) or _named(words | asked, every)


def _is_right(check: Check) -> bool:
    return check.outcome == "supported"


def _by_schedule(
    claim: ReadClaim, said: Sequence[HoursStatement], passage: int, schedule: Schedule
) -> list[Check]:
    """Hold what a claim says against a schedule; nothing where it speaks of something else."""
    if not _is_about(claim, schedule) or _is_of_another(claim, passage, schedule):
        return []
    if not _OF_PARTS & claim.sentence.words.keys() <= schedule.name | (schedule.about or set()):
        return []
    if any(m.moment.dated for m in claim.sentence.mentions):
        return []  # a date is told of one day alone
    said = [one for one in said if _is_of_it(claim, one, passage, schedule)]
    return list(_checks(claim, said, passage, schedule))


def _named(said: AbstractSet[str], every: Sequence[tuple[int, Schedule]]) -> list[int]:
    """Return which schedules some words name.

    Those in sentences are named by a word that is told of no other, and those of one day in full:
    "the bar of the library" is not the library.
    """
    subjects = [frozenset(filter(str.isalpha, _told_of(schedule))) for _, schedule in every]
    found = []
    for at, own in enumerate(subjects):
        alone = own.difference(*subjects[:at], *subjects[at + 1 :])
        schedule = every[at][1]
        whole = bool(schedule.name) or len(schedule.days) == 1
        if own <= said if whole and own else not said.isdisjoint(alone):
            found.append(at)
    return found


def _told_of(schedule: Schedule) -> frozenset[str]:
    """Return the words of what the hours of a schedule are of."""
    return schedule.name or (schedule.about or frozenset()) - _OF_ANY


def _is_of_another(claim: ReadClaim, passage: int, schedule: Schedule) -> bool:
    """Say whether claim or question name something, by a name or not, and a schedule another."""
    here = claim.index.passages[passage]
    own = (schedule.about or frozenset()) - _OF_ANY - _OF_PARTS
    said, asked = _subject(claim.sentence), _subject(claim.question)
    names = [{word for word, name in words.items() if name} for words in (said, asked)]
    return any(
        mine and theirs and here.stems.isdisjoint(mine)
        for mine, theirs in (
            ({*said, *asked}, own),
            (names[0] or names[1], own & claim.index.names),
        )
    )


def _subject(read: Sentence) -> Words:
    """Return the words of what a sentence says to be open."""
    dates = {stem(read.tokens[at].text) for m in read.mentions for at in range(m.first, m.after)}
    words = read.words
    closed = _LUNCH[0] in words and not _LUNCH[1].isdisjoint(words)
    of_any = _OF_ANY | {_LUNCH[0], *_LUNCH[1]} if closed else _OF_ANY
    return {word: name for word, name in words.items() if word not in dates | of_any}


def _is_about(claim: ReadClaim, schedule: Schedule) -> bool:
    """Say whether a claim speaks of nothing but what hours told in sentences are of."""
    if schedule.about is None:
        return True
    own = claim.sentence.words.keys() - claim.date_words - _OF_ANY
    known = schedule.about | claim.question.words.keys()
    return all(word in known or not word.isalpha() for word in own)


def _is_of_it(claim: ReadClaim, said: HoursStatement, passage: int, schedule: Schedule) -> bool:
    """Say whether what a claim says is open is what a schedule is of, or nothing else that is told.

    Where no day is named, all that stands before the time belongs to it: "on public holidays".
    """
    words = claim.text[: said.span.start] or _OF_OPENING.split(claim.text)[0]
    if said.named:
        words = _BETWEEN.split(words)[-1]
    own = {stem(word) for word in re.findall(r"[^\W\d_]{3,}", words.lower())}
    own &= claim.sentence.words.keys() - _OF_ANY
    own -= claim.question.words.keys()
    if not own or own & schedule.name:
        return True
    if said.named and not schedule.name and not claim.question.words:
        return True
    return own <= claim.index.passages[passage].stems


def _checks(
    claim: ReadClaim, said: Sequence[HoursStatement], passage: int, schedule: Schedule
) -> Iterator[Check]:
    for one in _with_clocks(claim, said):
        if not one.named and not (one.times and _OF_OPENING.search(claim.text)):
            continue
        days = [schedule.days[day] for day in sorted(one.days) if day in schedule.days]
        days = [day for day in days if one.named or day.openings]
        days = [day for day in days if one.closed or not _UNTOLD.fullmatch(day.value.strip())]
        check = _of_days(claim, one, days)
        if check is None or (check.outcome == "supported" and not one.days <= schedule.days.keys()):
            continue
        if check.outcome == "supported" or not _is_of_a_case(claim, one, schedule):
            yield replace(check, held=tuple(replace(e, passage=passage) for e in check.held))


def _is_of_a_case(claim: ReadClaim, said: HoursStatement, schedule: Schedule) -> bool:
    """Say whether another line tells these times of what the claim names: "Exam weeks: until 9"."""
    own = claim.sentence.words.keys() - claim.date_words - OF_HOURS - DAY_STEMS
    own = own - schedule.name - (schedule.about or frozenset())
    times = frozenset().union(*said.times)
    spans = {told.span for told in schedule.days.values()}
    return bool(own) and any(
        not (own.isdisjoint(event.words) or times.isdisjoint(event.moment.minutes))
        and not any(span.overlaps(event.span) for span in spans)
        for event in claim.index.events
    )


def _with_clocks(claim: ReadClaim, said: Sequence[HoursStatement]) -> list[HoursStatement]:
    """Return statements with each time that the claim tells in words: "shuts at half past five".

    One without a time is left out where the claim tells another amount: "closes in ten minutes".
    """
    told = [mention for mention in claim.sentence.mentions if mention.moment.minutes]
    timed = [one for one in said if one.times]
    if timed or len(told) > 1:
        told = [mention for mention in told if not _has_digit(mention.span.of(claim.text))]
    of_one = len({(one.days, one.named, one.closed) for one in said}) == 1 and not said[0].closed
    spoken = [m for m in told if not any(m.span.overlaps(one.span) for one in timed)]
    if not of_one or not spoken:
        return [one for one in said if one.times or one.closed or not claim.sentence.amounts]
    return timed + [
        said[0]._replace(times=(frozenset(mention.moment.minutes),), span=mention.span)
        for mention in spoken
    ]


def _has_digit(written: str) -> bool:
    return any(map(str.isdigit, written))


def _of_days(claim: ReadClaim, said: HoursStatement, days: Sequence[Told]) -> Check | None:
    """Hold one statement against the hours of its days.

    One of several days is right of them all where it leaves out one that only differs a little.
    """
    right = [_agrees(claim, said, told.openings) for told in days]
    if not days or None in right:
        return None
    wrong = [told for agrees, told in zip(right, days, strict=True) if not agrees]
    if any(right) and wrong and (not said.named or all(told.differs for told in wrong)):
        return None
    held = (wrong or days)[0]
    event = Event(Moment(), {}, 0, held.span, held.span, 0, held.cell)
    anew = not wrong and held.cell is None and bool(said.times)
    return Check(decided(right=not wrong), "cell", said.span, (event,), 1.0, anew=anew)


def _agrees(claim: ReadClaim, said: HoursStatement, openings: Openings) -> bool | None:
    """Say whether hours are those of a statement; ``None`` where they leave it open."""
    if said.closed or not openings:
        return said.closed and not openings
    part = _PARTS.search(claim.text)
    if not said.times and part is not None:
        return any_of(holds(one, _WITHIN[part.lastgroup or ""]) for one in openings)
    if not said.times:
        return True
    before = claim.text[: said.span.start].lower()
    if len(said.times) == 1 and _AT_A_TIME.search(before) and not _ENDS.search(claim.text):
        return any_of(holds(one, at) for one in openings for at in said.times[0])
    return agree(said.times, openings, _end_meant(before))


def _end_meant(before: str) -> Literal["opens", "closes", ""]:
    """Return the end of hours that the words before a time ask for, "" where either may be."""
    closes, opens = CLOSES.search(before), OPENS.search(before)
    if closes and not (opens and opens.start() > closes.start()):
        return "closes"
    return "opens" if opens else ""
