"""Opening hours that evidence tells, and whether a claim tells them of the right days."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import WEEKDAYS
from groundgraph.text.hours import days_of, openings_of, statements
from groundgraph.text.quantities.cells import cell_stems
from groundgraph.text.quantities.findings import Check, decided
from groundgraph.text.quantities.model import Event
from groundgraph.text.quantities.moments import Moment
from groundgraph.text.quantities.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.hours import HoursStatement
    from groundgraph.text.quantities.model import Sentence
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tables import TableCell

_UNTOLD = re.compile(r"0?0[:.]0?0 ?[-–] ?0?0[:.]0?0")
"""Hours that records give of days of which they know none, of closed and of whole ones alike."""
_LEAST_DAYS = 2
_CLOSES = re.compile(r"\b(?:until|till|to|by|clos\w+|shut\w*|ends?)\W+(?:\w+\W+){0,2}$")
_OPENS = re.compile(r"\b(?:opens?|opening|from|starts?|starting|after)\W+(?:\w+\W+){0,2}$")
_AT_A_TIME = re.compile(r"\bat\W+(?:\w+\W+)?$")
_ENDS = frozenset("opens opening closes closing until till from starts ends by".split())
_OF_OPENING = re.compile(r"\b(?:open|clos|hours|operat|shut)", re.IGNORECASE)
_HOURS = frozenset({"hour", "open", "time", "opening", "clos"})
_OF_HOURS = _HOURS | frozenset(map(stem, ("daily", "shut", "noon", "until")))
_SOMEWHERE = frozenset(map(stem, ("place", "shop", "store", "office", "business", "building")))
_DAYS = frozenset({*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "daily", "weekdays", "weekends"})
_DAY_STEMS = frozenset(map(stem, _DAYS))
_MORNING, _NOON = 300, 720
"""Minutes after midnight: nothing opens earlier where a time may be of either half of the day."""
_OF_PARTS = frozenset(
    map(
        stem,
        """breakfast brunch lunch dinner happy kitchen delivery takeout pickup drive-through service
        mass class appointment phone hotline tour entry admission""".split(),
    )
)
"""Words of a part of the day or of a business, whose hours are its own."""

Openings = tuple[tuple[int, int], ...]


class Told(NamedTuple):
    """The hours of a day, and where they are told.

    Attributes:
        openings: Opening and closing times in minutes after midnight; none where it is closed.
        span: Where in the passage.
        value: How they are written.
        cell: The cell that tells them; ``None`` for a sentence.
    """

    openings: Openings
    span: Span
    value: str
    cell: TableCell | None = None


@dataclass(frozen=True)
class Schedule:
    """When something is open.

    Attributes:
        name: Stems of what the record or table is called.
        days: Weekday, 0 for Monday, to what is told of it.
        about: The stems of sentences that tell them: a claim must speak of nothing else.
    """

    name: frozenset[str]
    days: dict[int, Told]
    about: frozenset[str] | None = None


def schedules_of(cells: Sequence[TableCell]) -> list[Schedule]:
    """Return the opening hours among the cells of a passage, one for each record or table."""
    found: defaultdict[tuple[int, str], dict[int, Told]] = defaultdict(dict)
    for cell, value in [*_joined(cells), *((cell, cell.value) for cell in cells)]:
        name, days = _days(cell)
        openings = openings_of(value) if days else None
        if openings is not None:
            told = Told(openings, cell.span, cell.value, cell)
            found[cell.table, name].update(dict.fromkeys(days, told))
    return [
        Schedule(frozenset(cell_stems(name)) - _HOURS, days)
        for (_, name), days in found.items()
        if len(days) >= _LEAST_DAYS
    ]


def schedule_told(sentences: Sequence[Sentence], text: str) -> list[Schedule]:
    """Return the opening hours that sentences of a passage tell, where they are those of one thing.

    "Opening hours: Mon-Thu 9:00-17:30, Fri 9:00-16:00. Closed on Sundays." Days on which something
    else is closed are not among them: "Sauna: closed on Sundays."

    Args:
        sentences: Of the passage.
        text: Its text.
    """
    found = [
        (sentence, said)
        for sentence in sentences
        if not sentence.letters.isdisjoint(_DAYS) and (said := statements(sentence.span.of(text)))
    ]
    timed = [pair for pair in found if any(one.times for one in pair[1])]
    if not timed or not all(_is_bare(sentence) for sentence, _ in timed[1:]):
        return []
    named = _OF_HOURS | _DAY_STEMS | frozenset().union(*(sentence.stems for sentence, _ in timed))
    closed = [
        (sentence, said)
        for sentence, said in found
        if all(one.closed for one in said) and sentence.stems <= named
    ]
    days: dict[int, Told] = {}
    unsure: set[int] = set()
    for sentence, said in (*timed, *closed):
        for one in said:
            openings = _openings(one)
            for day in one.days if one.named else ():
                if openings is None:
                    unsure.add(day)
                    continue
                own = openings + (days[day].openings if day in days else ())
                days[day] = Told(own, sentence.span, one.text)
    known = {day: told for day, told in days.items() if day not in unsure}
    about = frozenset[str]().union(*(sentence.stems for sentence, _ in found))
    return [Schedule(frozenset(), known, about)] if len(known) >= _LEAST_DAYS else []


def _is_bare(sentence: Sentence) -> bool:
    """Say whether a sentence tells days and times and nothing else."""
    return sentence.stems <= _OF_HOURS | _DAY_STEMS


def _openings(said: HoursStatement) -> Openings | None:
    """Return the hours that a statement tells; ``None`` where it does not tell both ends."""
    if said.closed:
        return ()
    if len(said.times) != 2:
        return None
    pairs = [(a, b) for a in said.times[0] for b in said.times[1] if a < b]
    daytime = [(a, b) for a, b in pairs if a >= _MORNING]
    if len(said.times[0]) > 1 and len(daytime) > 1:
        daytime = [(a, b) for a, b in daytime if a <= _NOON < b]
    return tuple(daytime) if len(daytime) == 1 else None


def _joined(cells: Sequence[TableCell]) -> Iterator[tuple[TableCell, str]]:
    """Yield the hours of rows that have a column for opening and one for closing."""
    rows: defaultdict[tuple[int, int], dict[str, TableCell]] = defaultdict(dict)
    for cell in cells:
        for key in ("open", "clos"):
            if cell.column.lower().startswith(key):
                rows[cell.table, cell.at[0]][key] = cell
    for row in rows.values():
        if len(row) > 1 and days_of(row["open"].row):
            one, other = row["open"], row["clos"]
            first, *_, last = sorted((one.span, other.span))
            both = Span(first.start, last.end)
            yield replace(one, column="", span=both), f"{one.value} - {other.value}"


def _days(cell: TableCell) -> tuple[str, frozenset[int]]:
    """Return the name of a schedule and the days of a cell: its column names them, or its row."""
    days = days_of(cell.column)
    if days:
        return cell.row, days
    return cell.column, days_of(cell.row)


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
    own = claim.sentence.words.keys() - claim.date_words - _OF_HOURS - _DAY_STEMS - _SOMEWHERE
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
