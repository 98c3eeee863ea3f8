"""When something is due: a day or hour that the evidence or question tells, and so long from it.

"Served on 12 April" of the question and "within 30 days of service" make 12 May; "given at 21:50"
and "at least 6 hours apart" make 03:50. Which day a time is counted from its own words say ("of the
delivery date"), else it is the one that the question or the passage tells.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.derived.balances import line_of
from groundgraph.text.quantities.evidence.findings import Check, decided
from groundgraph.text.quantities.evidence.slots import Wanted
from groundgraph.text.quantities.times.distances import moved
from groundgraph.text.quantities.times.timeline import filled
from groundgraph.text.quantities.written.moments import UNKNOWN_YEAR, Moment, order, shown, states
from groundgraph.text.quantities.written.stems import content_stem, stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity

_ASKED = frozenset(
    """when until till by due deadline latest earliest next date time again before after last from
    arrive arrives arrived get reach reaches out ready finish end ends close closes expire
    expires""".split()
)
"""Words of a claim or question by which it may tell when something is due."""
_DUE = frozenset({"deadline", "due", "latest"})
_BY = frozenset({"by", "until", "till"})
_SINCE = frozenset({"of", "after", "from", "following", "since"})
_BACK = frozenset({"before", "prior", "ahead", "earlier"})
_LED = frozenset(
    """within after every in for least minimum by interval another last lasts take takes took plus
    notice period expire expires arrived late""".split()
)
_FOLLOWED = (_SINCE | _BACK | frozenset("later late apart notice interval".split())) - {"of"}
"""Words right before and behind a time that is counted from something."""
_NO_NAMES = frozenset(map(stem, "date day calendar".split()))
"""Stems that say of no day which it is."""
_WORKING = frozenset({"working", "business", "banking", "trading"})
_BREAKS = frozenset("interval break breaks pause delay delays".split())
"""Words of a length by which something ends later."""
_PLANNED = {stem(word) for word in ("due", "scheduled", "planned", "timetable")} | {"due"}
_WORDS = 6
_LOOSE = frozenset({"about", "over"})
_MARK = re.compile(r"[,.;:\n()]")
_DAY_SECONDS, _DAY_MINUTES, _NEAR, _PHRASE, _BESIDE = 86400, 1440, timedelta(days=1), 60, 0.1
_MOST = 3
"""Days that may be meant at most."""
_FIRST, _BESIDE_IT = 0.75, 0.5
"""Weights of a word, in [0, 1], from which a day is told of it, and may be."""


class _Due(NamedTuple):
    """A day or hour with what it is reckoned from.

    Attributes:
        moment: When.
        lasting: How long from the other.
        base: The other.
        held: What the evidence tells of it.
        sure: Whether the words of the time, or the lack of others, say which day it is.
    """

    moment: Moment
    lasting: EvidenceQuantity
    base: Moment
    held: tuple[EvidenceQuantity | Event, ...]
    sure: bool


def check_due(claim: ReadClaim, number: int, words: Mapping[str, float]) -> Check | None:
    """Hold a date or time of day of a claim against what times from others come to.

    Args:
        claim: The claim.
        number: Of its date.
        words: The stems that the date is told of.

    Returns:
        ``None`` where nothing leads to another day.
    """
    mention = claim.sentence.mentions[number]
    moment = mention.moment
    clock = bool(moment.minutes) and not moment.dated
    day = moment.day is not None and moment.month is not None
    if not (clock or day) or _ASKED.isdisjoint(claim.lower | claim.asked):
        return None
    found = list(_dues(claim, words, clock=clock))
    for due in found if len(found) <= _MOST else ():
        if _is_then(due.moment, moment, clock=clock):
            return _check(claim, number, due, right=True)
    sure = len(found) == 1 and found[0].sure and day
    sure = sure and claim.date_words.issuperset(claim.strange_names)
    if sure and _is_plainly_due(claim, number, found[0]) and _is_other(claim, found[0], moment):
        return _check(claim, number, found[0], right=False)
    return None


def _is_then(due: Moment, told: Moment, *, clock: bool) -> bool:
    if clock:
        return not {*due.minutes}.isdisjoint(told.minutes)
    return bool(states(due, told))


def _check(claim: ReadClaim, number: int, due: _Due, *, right: bool) -> Check:
    span = claim.sentence.mentions[number].span
    text = claim.index.passages[due.lasting.passage].text
    sign = "−" if order(due.moment, due.base) == "before" else "+"
    told = f"{shown(due.base)} {sign} {due.lasting.span.of(text)} = {shown(due.moment)}"
    return Check(decided(right=right), "derivation", span, due.held, 1.0, told)


def _is_plainly_due(claim: ReadClaim, number: int, due: _Due) -> bool:
    """Say whether a claim or question tells until when something must be done."""
    mentions = claim.sentence.mentions
    first = mentions[number].first
    before = claim.sentence.tokens[first - 1].text if first else ""
    others = [m for at, m in enumerate(mentions) if at != number]
    plain = before in _BY or not _DUE.isdisjoint(claim.lower) or not _DUE.isdisjoint(claim.asked)
    return plain and all(states(due.base, other.moment) for other in others)


def _is_other(claim: ReadClaim, due: _Due, moment: Moment) -> bool:
    """Say whether a day is surely not the one reckoned, and told of nothing else."""
    if any(states(event.moment, moment) for event in claim.index.events):
        return False
    last = due.moment if due.moment.year is not None else replace(due.moment, year=UNKNOWN_YEAR)
    day, end = filled(replace(moment, year=None), last).date(), last.date()
    years = due.moment.year in {None, moment.year} or moment.year is None
    return day is not None and end is not None and (abs(day - end) > _NEAR or not years)


def _dues(claim: ReadClaim, words: Mapping[str, float], *, clock: bool) -> Iterator[_Due]:
    """Yield what the times that fit a claim best lead to, each from its day."""
    wanted = Wanted(words, claim.index.measured)
    times = [r for r in claim.index.readings if _is_length(claim, r, clock=clock)]
    scored = [(wanted.share(reading), reading) for reading in times]
    most = max((score for score, _ in scored), default=0.0)
    for reading in (reading for score, reading in scored if score >= most - _BESIDE):
        sign = -1 if not _BACK.isdisjoint(_behind(claim, reading)[:1]) else 1
        bases, sure = _bases(claim, reading, clock=clock)
        for base, held in bases:
            only = len(times) == len(bases) == 1 and "when" in claim.asked
            if not (only and not claim.lower.isdisjoint(_BY)) and not _speaks_of(
                claim, wanted, reading, held
            ):
                continue
            due = moved(base, replace(reading.amount, bound="exact"), sign)
            if (more := _with_more(claim, reading)) is not None:
                due = moved(due, more.amount, sign)
            if due != Moment():
                told = (reading, held) if held is not None else (reading,)
                due = replace(due, minutes=tuple(minute % _DAY_MINUTES for minute in due.minutes))
                yield _Due(due, reading, base, told, sure and len(times) == len(bases) == 1)


def _speaks_of(
    claim: ReadClaim, wanted: Wanted, reading: EvidenceQuantity, base: Event | None
) -> bool:
    """Say whether a claim shares a word with what is due, and is not told of the other day."""
    said = claim.sentence.words.keys() - claim.date_words
    near = (reading,) if base is None else (reading, base)
    if base is None or not claim.lower.isdisjoint(_BY | _DUE) or not said:
        return wanted.share(*near) > 0
    of_base = {word for word, own in base.words.items() if own >= _BESIDE_IT}
    return wanted.share(*near) > 0 and not said <= of_base


def _with_more(claim: ReadClaim, reading: EvidenceQuantity) -> EvidenceQuantity | None:
    """Return what is added to a time: 7 days of "one month plus 7 days"."""
    for other in claim.index.readings:
        beside = other.passage == reading.passage and other.amount.dimension == "time"
        text = claim.index.passages[reading.passage].text
        if beside and text[reading.span.end : other.span.start].strip() == "plus":
            return other
    return None


def _is_length(claim: ReadClaim, reading: EvidenceQuantity, *, clock: bool) -> bool:
    """Say whether a time is counted from something: "within 30 days", "four weeks after"."""
    amount = reading.amount
    if amount.dimension != "time" or amount.bound in _LOOSE or amount.per or amount.kind != "count":
        return False
    if (amount.unit.factor < _DAY_SECONDS) != clock or (clock and amount.base >= _DAY_SECONDS):
        return False  # "48 hours before arrival" leads to no other time of day
    if not _WORKING.isdisjoint(reading.near):
        return False
    line = line_of(claim, reading)
    if line is None:
        return reading.cell is not None
    if clock and not _BREAKS.isdisjoint(line.letters):
        return False
    before = [token.text for token in line.tokens[max(0, amount.first - 2) : amount.first]]
    led = not _LED.isdisjoint(before) or before[-1:] == [":"]
    led = led and not (clock and "every" in before)
    return led or not _FOLLOWED.isdisjoint(_behind(claim, reading)[:2])


def _behind(claim: ReadClaim, reading: EvidenceQuantity) -> list[str]:
    """Return the words behind a time, up to a mark."""
    text = claim.index.passages[reading.passage].text
    behind = text[reading.span.end :][:_PHRASE].lower().lstrip(" '’")
    return _MARK.split(behind)[0].split()


def _bases(
    claim: ReadClaim, reading: EvidenceQuantity, *, clock: bool
) -> tuple[list[tuple[Moment, Event | None]], bool]:
    """Return the days or hours that a time may be counted from, and whether it is sure."""
    asked = [m.moment for m in claim.question.mentions if _is_base(m.moment, clock=clock)]
    spans = {(r.passage, r.span) for r in claim.index.readings if r.amount.dimension == "time"}
    told = [e for e in claim.index.events if _is_base(e.moment, clock=clock)]
    told = [e for e in told if (e.passage, e.span) not in spans]  # no "four weeks later"
    here = [e for e in told if e.passage == reading.passage]
    behind = _behind(claim, reading)
    if not {"late", "delayed"}.isdisjoint(behind[:1]):
        since = _PLANNED
    else:
        since = {content_stem(word) for word in behind[:_WORDS]} - _NO_NAMES - {""}
    if asked:
        return [(moment, None) for moment in asked], len(asked) == 1
    apart = [e for e in told if not _is_before_in_line(e, reading)]
    named = _most(apart, since)
    before = [e for e in here if e.span.end <= reading.span.start]
    said = {*claim.sentence.words, *claim.question.words, *reading.own} - claim.date_words
    fields = reading.cell is not None
    for events in (named, here, told, before, _most(here, said)):
        moments = list(dict.fromkeys(_plain(event.moment, clock=clock) for event in events))
        if len(moments) == 1:
            alone = fields and events is here and events[0].cell is not None
            return [(moments[0], events[0])], events is named or alone
    return [(event.moment, event) for event in named], False


def _is_before_in_line(event: Event, reading: EvidenceQuantity) -> bool:
    """Say whether a day stands before a time in its sentence: its words are those of both."""
    beside = (event.passage, event.line) == (reading.passage, reading.line)
    return beside and event.cell is None and event.span.start < reading.span.start


def _most(events: Sequence[Event], words: set[str]) -> list[Event]:
    """Return the days that are told of most of some words."""
    scores = [sum(event.words.get(word, 0.0) >= _FIRST for word in words) for event in events]
    most = max(scores, default=0)
    return [event for event, score in zip(events, scores, strict=True) if score == most > 0]


def _plain(moment: Moment, *, clock: bool) -> Moment:
    """Return the day of "24 August, 7:00", where days are counted."""
    return moment if clock else replace(moment, minutes=(), weekday=None, part="")


def _is_base(moment: Moment, *, clock: bool) -> bool:
    if clock:
        return bool(moment.minutes)
    return moment.day is not None and moment.month is not None
