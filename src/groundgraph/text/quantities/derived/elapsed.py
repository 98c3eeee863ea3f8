"""Times between two dated things of the evidence."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.evidence.slots import ranked
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.full_years import full_years
from groundgraph.text.quantities.written.moments import (
    DAY,
    Moment,
    gap,
    order,
    shown,
    years_between,
)
from groundgraph.text.quantities.written.numbers import written
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import BY_WORD

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim, Wanted
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import Event

CUES = frozenset(
    """took take takes lasted lasts last long later after between passed until since lay wait waited
    old age aged from held holds period spent duration journey needs needed way earlier before for
    within lies elapsed took lived served followed preceded ahead prior advance
    apart""".split()
)
_LASTS = frozenset({"tak", "last", "long", "work", "duration"})
_AGES = frozenset(map(stem, "age aged old live lived lives born".split()))
"""Words of a claim that tells how old somebody or something was."""
_SHARP = frozenset({"exact", "exactly"})
_WHOLE = 0.4
"""What it adds to a fit that one event begins and the other ends what the claim speaks of."""
_ENDS = ("begin", "end")
_FOUND = 0.6
"""Fit of the one course of times that the evidence tells."""
_FROM_END_TO_END = frozenset("whole entire door altogether total finish".split())
_JOURNEYS = frozenset("journey journeys trip trips travel travelling ride drive route".split())
"""Words by which all of a journey is spoken of: "the trip takes … from door to door"."""
_LEAVING = frozenset("leaves left leave departs departed depart leaving departing".split())
_ARRIVING = frozenset("arrives arrived arrive reaches reached reach arriving reaching".split())
_POOL = 10
"""Events that are tried in pairs."""
_MONTHS = 12
_DAYS_OF_A_YEAR = Fraction(1461, 4)
_HALF_A_DAY = 720
"""Minutes."""


def elapsed(claim: Quantity, wanted: Wanted, events: Sequence[Event]) -> Iterator[Derivation]:
    """Yield the times between two events that a claim's words fit."""
    slots = [slot for slot in ranked(wanted, events)[:_POOL] if slot.score > 0]
    for first, second in combinations([slot.held for slot in slots], 2):
        found = _between(claim, first, second, wanted)
        if found is not None:
            yield found


def end_to_end(amount: Quantity, wanted: Wanted, claim: ReadClaim) -> Iterator[Derivation]:
    """Yield the time from the first clock of the evidence to the last, where all of it is asked.

    A journey of several legs is told so, each after the other; of two clocks alone a sentence tells
    that one left and arrived.
    """
    clocks = [event for event in claim.index.events if event.moment.minutes]
    said = claim.lower | claim.asked
    whole = _is_one_way(claim, clocks) or not said.isdisjoint(_FROM_END_TO_END)
    if len(clocks) < len(_ENDS) or not whole or said.isdisjoint(_JOURNEYS):
        return
    orders = {order(one.moment, other.moment) for one, other in pairwise(clocks)}
    first, last = clocks[0], clocks[-1]
    told = _time(amount, first.moment, last.moment)
    if told is not None and first.passage == last.passage and orders == {"before"}:
        fit = max(_FOUND, wanted.share(first, last))
        yield Derivation(*told, (first, last), fit, "elapsed", whole=True)


def _is_one_way(claim: ReadClaim, clocks: Sequence[Event]) -> bool:
    """Say whether a sentence has the only two clocks, of leaving and of arriving."""
    lines = {(clock.passage, clock.line) for clock in clocks}
    if len(clocks) != len(_ENDS) or len(lines) != 1 or clocks[0].cell is not None:
        return False
    sentence = claim.index.passages[clocks[0].passage].sentences[clocks[0].line]
    return not _LEAVING.isdisjoint(sentence.letters) and not _ARRIVING.isdisjoint(sentence.letters)


def only_span(found: Sequence[Derivation], events: Sequence[Event]) -> Derivation | None:
    """Return the one time that passes in the evidence, where a sentence tells its two ends alone.

    Args:
        found: What may be derived for a claim.
        events: Every date and time of day of the evidence.
    """
    spans = [derivation for derivation in found if derivation.operation == "elapsed"]
    timed = {_day(each.moment) for each in events if each.moment.minutes}
    events = [  # "at 16:35 the same day" tells one time
        each
        for each in events
        if each.moment.minutes or each.moment.day is None or _day(each.moment) not in timed
    ]
    if len(events) != len(_ENDS) or len(spans) != 1 or len(found) != 1:
        return None
    first, second = events
    beside = (first.passage, first.line) == (second.passage, second.line)
    clocks = bool(first.moment.minutes) and bool(second.moment.minutes)
    days = first.moment.day is not None and second.moment.day is not None
    return spans[0] if beside and (clocks or days) else None


def _day(moment: Moment) -> tuple[int | None, int | None, int | None]:
    return moment.year, moment.month, moment.day


def _between(claim: Quantity, first: Event, second: Event, wanted: Wanted) -> Derivation | None:
    if not _are_both_named(first, second, wanted):
        return None
    if _is_later(first, second):
        first, second = second, first
    aged = not _AGES.isdisjoint(wanted.words)
    told = _time(claim, first.moment, second.moment, aged=aged)
    if told is None or told[0].value <= 0:
        return None
    amount, terms = told
    fit = wanted.share(first, second)
    if "begin" in first.words and "end" in second.words and wanted.words.keys() & _LASTS:
        fit = min(1.0, fit + _WHOLE)
    return Derivation(amount, terms, (first, second), fit, "elapsed")


def _are_both_named(first: Event, second: Event, wanted: Wanted) -> bool:
    """Say whether a claim may speak of two rows of a table: it names both, or neither."""
    one, other = first.cell, second.cell
    if one is None or other is None or one.table != other.table:
        return True
    if one.row == other.row or first.passage != second.passage:
        return True
    rows = {*cell_stems(one.row)}, {*cell_stems(other.row)}
    own = [bool((row - rows[1 - at]) & wanted.words.keys()) for at, row in enumerate(rows)]
    return own[0] == own[1]


def _is_later(first: Event, second: Event) -> bool:
    """Say whether the first of two events is the later; times of day go on in the text's order."""
    one, other = first.moment, second.moment
    clocks = one.minutes and other.minutes and not one.dated and not other.dated
    if clocks and first.passage == second.passage:
        return first.span.start > second.span.start
    return order(one, other) == "after"


def time_between(claim: Quantity, first: Moment, second: Moment) -> str:
    """Return how long after the first moment the second lies, in a claim's unit or days, or ""."""
    found = _time(claim, first, second)
    if found is not None and found[0].value < 1:
        claim = replace(claim, unit=BY_WORD["days"])
        found = _time(claim, first, second)
    return f"{''.join(found[1])} = {written(found[0].value, claim.unit)}" if found else ""


def _time(
    claim: Quantity, first: Moment, second: Moment, *, aged: bool = False
) -> tuple[Quantity, tuple[str, ...]] | None:
    """Return the time between two moments in the claim's unit, and how it is reckoned.

    Where somebody is ``aged`` by it, full years count alone.
    """
    unit = claim.unit
    years = years_between(first, second)
    long = unit.factor >= BY_WORD["year"].factor
    whole_years = years is not None and claim.value.denominator == 1
    if whole_years and unit == BY_WORD["year"] and first.month and second.month:
        return _in_years(claim, first, second, aged=aged)
    if long and years is not None and claim.value.denominator == 1:
        whole = Fraction(years) * BY_WORD["year"].factor / unit.factor
        room = _less_than_a_year(first, second)
        value = whole - room if room and claim.value == whole - room else whole
        return value_amount(value, unit), _from_to(Moment(first.year), Moment(second.year))
    both = gap(first, second)
    if both is None or (_of_one_day(first, second) and unit.factor >= BY_WORD["days"].factor):
        return None
    if (
        unit.factor >= BY_WORD["month"].factor
        and first.month
        and second.month
        and years is not None
    ):
        value = Fraction(_months(first, second)) * BY_WORD["month"].factor / unit.factor
        return value_amount(value, unit), _from_to(first, second)
    if unit == BY_WORD["days"] and claim.value == both[0] // DAY + 1 and _are_days(first, second):
        ends = f"{shown(first)} to {shown(second)}, both counted"
        return value_amount(claim.value, unit), (ends,)
    low, high = (Fraction(minutes * 60) / unit.factor for minutes in both)
    if first.minutes and second.minutes and both[1] - both[0] == _HALF_A_DAY:
        # From 9:15 to 11:00, of morning or evening, is the shorter time, and may be the longer.
        if claim.value == high:
            return None
        return value_amount(low, unit, Fraction(1, 60)), _from_to(first, second)
    if high - low > max(Fraction(1), high / 10):
        return None
    if high < 1 and unit == BY_WORD["weeks"]:
        return _time(replace(claim, unit=BY_WORD["days"]), first, second)
    value = claim.value if low <= claim.value <= high else (low + high) / 2
    return value_amount(value, unit, Fraction(1, 60)), _from_to(first, second)


def _in_years(
    claim: Quantity, first: Moment, second: Moment, *, aged: bool
) -> tuple[Quantity, tuple[str, ...]] | None:
    """Return the years between two moments whose months are known, by the calendar.

    A time is told in years to the nearest one, with "nearly" up to the next. What is no year is
    told in a smaller unit.
    """
    years = full_years(first, second)
    if years is None:
        return None
    least, most = years
    both = gap(first, second)
    if not aged and both is not None:
        rounded = Fraction(both[1], DAY) / _DAYS_OF_A_YEAR
        most = max(most, round(rounded) if claim.bound in _SHARP else ceil(rounded))
    even = aged or _months(first, second) % _MONTHS == 0
    if least <= claim.value <= most and claim.value:
        told = "" if even else ", in full years" if claim.value == least else ", rounded"
        return value_amount(claim.value, claim.unit), (_from_to(first, second)[0] + told,)
    if least and even:
        return value_amount(Fraction(least), claim.unit), _from_to(first, second)
    shorter = BY_WORD["months" if _months(first, second) else "days"]
    return _time(replace(claim, unit=shorter), first, second)


def _of_one_day(first: Moment, second: Moment) -> bool:
    """Say whether two moments are times of day alone, of which no days are reckoned."""
    both = first, second
    return all(moment.minutes and not moment.dated for moment in both)


def _months(first: Moment, second: Moment) -> int:
    """Return the full months between two moments whose years and months are known."""
    assert first.year is not None
    assert first.month is not None
    assert second.year is not None
    assert second.month is not None
    months = _MONTHS * (second.year - first.year) + second.month - first.month
    short = first.day is not None and second.day is not None and second.day < first.day
    return months - short


def _are_days(first: Moment, second: Moment) -> bool:
    """Say whether two moments are days whose months are known, which may both be counted."""
    return all(m.day is not None and m.month and not m.minutes for m in (first, second))


def _from_to(first: Moment, second: Moment) -> tuple[str]:
    """Return "12:45 − 9:15", of two days or years likewise."""
    both = shown(second), shown(first)
    return (" − ".join(both) if all(both) else "the time between the two",)


def _less_than_a_year(first: Moment, second: Moment) -> Fraction:
    """Return 1 where the last year may not be full: an age in years is then one less."""
    if first.month is None or second.month is None:
        return Fraction(1) if (first.month is None) != (second.month is None) else Fraction(0)
    earlier = (second.month, second.day or 0) < (first.month, first.day or 0)
    return Fraction(1) if earlier else Fraction(0)
