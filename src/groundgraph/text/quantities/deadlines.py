"""Dates that follow from a date and a time: "within 30 days" of "10 April" is by 10 May."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.calendar_words import MONTH_NAMES, MONTHS
from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.moments import shifted
from groundgraph.text.quantities.numbers import written
from groundgraph.text.quantities.slots import Wanted
from groundgraph.text.quantities.timeline import seconds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.text.quantities.model import Event, EvidenceQuantity
    from groundgraph.text.quantities.moments import Moment
    from groundgraph.text.quantities.slots import ReadClaim

_LATER = frozenset(
    """within after from for until by later notice valid expires expire period term lasts deadline
    following runs run""".split()
)
_CUES = frozenset(
    """by until before deadline due expires expire expired ends end latest runs lapses lapse falls
    valid over""".split()
)
_LEAST, _FEW = 0.5, 0.25
_OF_WORK = frozenset({"working", "business", "work"})
_DAY_SECONDS = 86400
_MOST = 12
"""Dates, and times, that are tried."""


def check_deadline(
    claim: ReadClaim, moment: Moment, words: Mapping[str, float], said: str
) -> Check | None:
    """Support a full date that lies a told time after a told date; else ``None``.

    Args:
        claim: The claim.
        moment: The date.
        words: The claim's stems with what they weigh for the date.
        said: How the date is written.
    """
    if moment.day is None or moment.month is None or claim.lower.isdisjoint(_CUES):
        return None
    events = [e for e in claim.index.events if _is_written_out(claim, e)]
    times = [r for r in claim.index.readings if _is_time(r)]
    dated, measured = claim.index.dated, claim.index.measured
    wanted = Wanted(words, lambda word: max(dated(word), measured(word)))
    for event in events[:_MOST]:
        for time in times[:_MOST]:
            seconds, calendar = seconds_of(time.amount)
            seconds *= -1 if _is_before(time) else 1
            later = shifted(event.moment, seconds, calendar_unit=calendar)
            if not _is_same_day(later, moment):
                continue
            fit = wanted.share(event, time)
            if fit >= _LEAST:
                told = _told(claim, event, time, said)
                return Check("supported", "derivation", said, (event, time), fit, told)
    return _from_a_date_asked(claim, moment, times, wanted, said)


def _from_a_date_asked(
    claim: ReadClaim,
    moment: Moment,
    times: Sequence[EvidenceQuantity],
    wanted: Wanted,
    said: str,
) -> Check | None:
    """Hold a date against the one time that the evidence gives, from the date of the question."""
    asked = [m for m in claim.question.mentions if m.moment.day and m.moment.month]
    every = [r for r in claim.index.readings if _is_in_days(r)]
    if len(asked) != 1 or len(times) != 1 or claim.index.events or not _is_in_days(times[0]):
        return None
    [mention], [time] = asked, times
    seconds, calendar = seconds_of(time.amount)
    seconds *= -1 if _is_before(time) else 1
    later = shifted(mention.moment, seconds, calendar_unit=calendar)
    fit = wanted.share(time)
    if fit < _FEW or _is_same_day(mention.moment, moment) or not (later.day and later.month):
        return None
    right = _is_same_day(later, moment)
    if not right and (len(every) > 1 or _is_next_to(later, moment)):
        return None
    start, sign = mention.span.of(claim.question.text), "−" if _is_before(time) else "+"
    length = written(time.amount.value, time.amount.unit)
    told = f"{start} {sign} {length} = {later.day} {MONTH_NAMES[later.month - 1].title()}"
    return Check(decided(right=right), "derivation", said, (time,), max(fit, _LEAST), told)


def _is_in_days(reading: EvidenceQuantity) -> bool:
    """Say whether a time is told in days of the calendar or longer, and is none of a rate."""
    amount = reading.amount
    plain = amount.dimension == "time" and amount.unit.factor >= _DAY_SECONDS and not amount.per
    return plain and not amount.weak and reading.near.isdisjoint(_OF_WORK)


def _is_next_to(one: Moment, other: Moment) -> bool:
    """Say whether two dates are a day apart, as the first day may count or not."""
    days = [Fraction(step * _DAY_SECONDS) for step in (-1, 1)]
    return any(_is_same_day(shifted(one, day, calendar_unit=False), other) for day in days)


def _is_written_out(claim: ReadClaim, event: Event) -> bool:
    """Say whether a date is told with its month, and not reckoned from another."""
    told = event.span.of(claim.index.passages[event.passage].text).lower()
    named = not MONTHS.keys().isdisjoint(re.findall(r"[a-z]+", told)) or told[:4].isdigit()
    return event.moment.day is not None and event.moment.month is not None and named


def _told(claim: ReadClaim, event: Event, time: EvidenceQuantity, said: str) -> str:
    start = event.span.of(claim.index.passages[event.passage].text)
    sign = "−" if _is_before(time) else "+"
    return f"{start} {sign} {written(time.amount.value, time.amount.unit)} = {said}"


def _is_before(reading: EvidenceQuantity) -> bool:
    """Say whether a time leads back: "no later than two weeks before the start"."""
    return reading.after[:1] in {("before",), ("prior",), ("ahead",)}


def _is_time(reading: EvidenceQuantity) -> bool:
    amount = reading.amount
    if amount.dimension != "time" or amount.weak or amount.unit.factor < _DAY_SECONDS:
        return False
    return not _LATER.isdisjoint(reading.near)


def _is_same_day(one: Moment, other: Moment) -> bool:
    years = one.year is None or other.year is None or one.year == other.year
    return years and (one.month, one.day) == (other.month, other.day)
