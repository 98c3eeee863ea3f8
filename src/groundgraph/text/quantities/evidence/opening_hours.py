"""Opening hours that tables, records and sentences tell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import WEEKDAYS
from groundgraph.text.hours import days_of, openings_of, statements
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.stems import stem
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.hours import HoursStatement
    from groundgraph.text.quantities.written.model import Sentence
    from groundgraph.text.quantities.written.table_cells import TableCell

_HOURS = frozenset({"hour", "open", "time", "opening", "clos"})
OF_HOURS = _HOURS | frozenset(map(stem, ("daily", "shut", "noon", "until")))
_DAYS = frozenset({*WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), "daily", "weekdays", "weekends"})
DAY_STEMS = frozenset(map(stem, _DAYS))
_LEAST_DAYS = 2
_MORNING, _NOON = 300, 720
"""Minutes after midnight: nothing opens earlier where a time may be of either half of the day."""
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
    named = OF_HOURS | DAY_STEMS | frozenset().union(*(sentence.stems for sentence, _ in timed))
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
    return sentence.stems <= OF_HOURS | DAY_STEMS


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
