"""Opening hours that tables, records and sentences tell."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import WEEKDAYS
from groundgraph.text.hours import days_of, statements
from groundgraph.text.openings import openings_of
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.hours import HoursStatement
    from groundgraph.text.openings import Opening, Openings
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell

_HOURS = frozenset({"hour", "open", "time", "opening", "clos"})
OF_HOURS = _HOURS | frozenset(
    map(stem, "daily shut noon until am pm stays start begin end time".split())
)
_DAYS = frozenset({*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "daily", "weekdays", "weekends"})
DAY_STEMS = frozenset(map(stem, _DAYS))
CLOSES = re.compile(r"\b(?:until|till|to|by|clos\w+|shut\w*|ends?|ending)\W+(?:\w+\W+){0,3}$")
OPENS = re.compile(r"\b(?:opens?|opening|from|starts?|starting|begins?|after)\W+(?:\w+\W+){0,3}$")
"""What stands before the time at which something closes or opens."""
_LEAST_DAYS = 2
_MORNING, _NOON = 300, 720
"""Minutes after midnight: nothing opens earlier where a time may be of either half of the day."""
_DAY_LENGTH, _LONGEST_OPENING = 1440, 1080
_LONGEST = 200
"""Characters of a cell that is read as a sentence."""


class Told(NamedTuple):
    """The hours of a day, and where they are told.

    Attributes:
        openings: Opening and closing times; none where it is closed.
        span: Where in the passage.
        value: How they are written.
        cell: The cell that tells them; ``None`` for a sentence.
        differs: Whether that tells only one end, by which the day differs from others.
    """

    openings: Openings
    span: Span
    value: str
    cell: TableCell | None = None
    differs: bool = False


class _Line(NamedTuple):
    """Some days, and what is told of them; ``None`` where that is not sure."""

    days: frozenset[int]
    told: Told | None


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


def schedules(
    cells: Sequence[TableCell], sentences: Sequence[Sentence], text: str
) -> list[Schedule]:
    """Return the opening hours that a passage tells: those of its cells, else of its sentences.

    Where cells tell those of one thing, bare sentences tell more of them: "Closed on Mondays".
    """
    found = _in_cells(cells)
    if not found:
        return _in_sentences(sentences, text)
    if len(found) == 1:
        [(name, lines)] = found.items()
        known = OF_HOURS | DAY_STEMS | _named(name)
        bare = [s for s in _with_days(sentences) if s.stems <= known]
        lines += [line for s in bare for line in _lines(s.span.of(text), s.span)]
    return [
        Schedule(_named(name), days)
        for name, lines in found.items()
        if (days := _known(lines, _LEAST_DAYS))
    ]


def _named(name: tuple[int, str]) -> frozenset[str]:
    return frozenset(cell_stems(name[1])) - _HOURS


def _in_cells(cells: Sequence[TableCell]) -> dict[tuple[int, str], list[_Line]]:
    """Return the lines of each record or table that tells opening hours of days."""
    found: defaultdict[tuple[int, str], list[_Line]] = defaultdict(list)
    for cell, value in [*_joined(cells), *((cell, cell.value) for cell in cells)]:
        name, days = _days(cell)
        openings = openings_of(value) if days else None
        if openings is not None:
            told = _told(openings, cell.span, cell.value, cell)
            found[cell.table, name].append(_Line(days, told))
        elif not days and {*cell_stems(cell.column)} & _HOURS and len(value) <= _LONGEST:
            lines = _lines(value, cell.span, cell)
            if lines:
                found[cell.table, cell.row] += lines
    return found


def _in_sentences(sentences: Sequence[Sentence], text: str) -> list[Schedule]:
    """Return the opening hours that sentences of a passage tell, where they are those of one thing.

    "Opening hours: Mon-Thu 9:00-17:30, Fri 9:00-16:00. Closed on Sundays." Days on which something
    else is closed are not among them: "Sauna: closed on Sundays."
    """
    found = [(s, said) for s in _with_days(sentences) if (said := statements(s.span.of(text)))]
    timed = [sentence for sentence, said in found if any(one.times for one in said)]
    if not timed or not all(s.stems <= OF_HOURS | DAY_STEMS | timed[0].stems for s in timed[1:]):
        return []
    named = OF_HOURS | DAY_STEMS | frozenset().union(*(sentence.stems for sentence in timed))
    closed = [
        sentence
        for sentence, said in found
        if all(one.closed for one in said) and sentence.stems <= named
    ]
    lines = [line for s in (*timed, *closed) for line in _lines(s.span.of(text), s.span)]
    dated = any(mention.moment.dated for s in timed for mention in s.mentions)
    days = _known(lines, _LEAST_DAYS if dated else 1)
    about = frozenset[str]().union(*(sentence.stems for sentence, _ in found))
    return [Schedule(frozenset(), days, about)] if days else []


def _with_days(sentences: Sequence[Sentence]) -> list[Sentence]:
    return [sentence for sentence in sentences if not sentence.letters.isdisjoint(_DAYS)]


def _lines(text: str, span: Span, cell: TableCell | None = None) -> list[_Line]:
    """Return what a sentence or value tells of the days that it names.

    Of all others, where it names those that are closed: "10 to 18, and shut on Mondays".
    """
    found = []
    every = statements(text, apart=False)
    excepts = any(said.named and said.closed for said in every)
    for said in every:
        if (said.named or excepts) and (said.times or said.closed):
            openings = _openings(said, text)
            told = None if openings is None else _told(openings, span, said.span.of(text), cell)
            found.append(_Line(said.days, told))
    return found


def _told(openings: Openings, span: Span, value: str, cell: TableCell | None) -> Told:
    return Told(openings, span, value, cell, any(None in one for one in openings))


def _known(lines: Sequence[_Line], least: int) -> dict[int, Told]:
    """Return what lines tell of each day, a line of fewer days before one of more.

    What it leaves out is as on other days; a day of which one is not sure is not known. None of
    them is where too few are.
    """
    found: dict[int, tuple[int, Told]] = {}
    unsure: set[int] = set()
    for days, told in sorted(lines, key=lambda line: -len(line.days)):
        for day in days:
            if told is None:
                unsure.add(day)
            elif day in found:
                size, usual = found[day]
                found[day] = len(days), _over(told, usual, alike=size == len(days))
            else:
                found[day] = len(days), told
    known = {day: told for day, (_, told) in sorted(found.items()) if day not in unsure}
    return known if len(known) >= least else {}


def _over(told: Told, usual: Told, *, alike: bool) -> Told:
    """Return what is told of a day that a line of as many days, or more, tells of too."""
    if not told.openings or not usual.openings:
        return told
    if told.differs:
        [(opens, closes)], own = told.openings, list(usual.openings)
        if opens is not None:
            own[0] = (opens, own[0][1])
        else:
            own[-1] = (own[-1][0], closes)
        return told._replace(openings=tuple(own)) if all(map(_is_likely, own)) else told
    if alike or not any(_overlap(one, other) for one in told.openings for other in usual.openings):
        return told._replace(openings=tuple(sorted(told.openings + usual.openings, key=_begin)))
    return told


def _begin(one: Opening) -> int:
    return -1 if one[0] is None else one[0]


def _is_likely(one: Opening) -> bool:
    """Say whether an opening lasts no longer than any does, up to the morning or the night."""
    opens, closes = one
    return opens is None or closes is None or (closes - opens) % _DAY_LENGTH <= _LONGEST_OPENING


def _overlap(one: Opening, other: Opening) -> bool:
    """Say whether two openings have time in common; so they may where an end is not told."""
    return any(
        opens is None or holds(within, opens) is not False
        for within, opens in ((one, other[0]), (other, one[0]))
    )


def holds(one: Opening, time: int) -> bool | None:
    """Say whether something is open at a time; ``None`` where an end is not told."""
    opens, closes = one
    if opens is None or closes is None:
        return None
    return (time - opens) % _DAY_LENGTH < (closes - opens) % _DAY_LENGTH


def _openings(said: HoursStatement, text: str) -> Openings | None:
    """Return the hours that a statement tells; ``None`` where they are not sure."""
    if said.closed:
        return ()
    if len(said.times) == 1 and len(said.times[0]) == 1:
        before = text[: said.span.start].lower()
        [time] = said.times[0]
        if CLOSES.search(before):
            return ((None, time),)
        return ((time, None),) if OPENS.search(before) else None
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
