"""Opening hours in tables and records, and whether a claim tells them of the right days."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
    from groundgraph.text.quantities.slots import ReadClaim
    from groundgraph.text.quantities.tables import TableCell

_UNTOLD = re.compile(r"0?0[:.]0?0 ?[-–] ?0?0[:.]0?0")
"""Hours that records give of days of which they know none, of closed and of whole ones alike."""
_LEAST_DAYS = 2
_CLOSES = re.compile(r"\b(?:until|till|to|by|clos\w+|shut\w*|ends?)\W+(?:\w+\W+){0,2}$")
_OPENS = re.compile(r"\b(?:opens?|opening|from|starts?|starting|after)\W+(?:\w+\W+){0,2}$")
_OF_OPENING = re.compile(r"\b(?:open|clos|hours|operat|shut)", re.IGNORECASE)
_EITHER = re.compile(r"\d\s?(?:[ap]\.?m\.?)?\s+or\s+\d", re.IGNORECASE)
_MOSTLY = frozenset("most mostly usually typically generally often sometimes some".split())
_HOURS = frozenset({"hour", "open", "time", "opening", "clos"})
_OF_PARTS = frozenset(
    map(
        stem,
        """breakfast brunch lunch dinner happy kitchen delivery takeout pickup drive-through service
        mass class appointment phone hotline tour entry admission""".split(),
    )
)
"""Words of a part of the day or of a business, whose hours are its own."""

Openings = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Schedule:
    """When something is open.

    Attributes:
        name: Stems of what the record or table is called.
        days: Weekday, 0 for Monday, to the times and the cell that tells them.
    """

    name: frozenset[str]
    days: dict[int, tuple[Openings, TableCell]]


def schedules_of(cells: Sequence[TableCell]) -> list[Schedule]:
    """Return the opening hours among the cells of a passage, one for each record or table."""
    found: defaultdict[tuple[int, str], dict[int, tuple[Openings, TableCell]]] = defaultdict(dict)
    for cell, value in [*_joined(cells), *((cell, cell.value) for cell in cells)]:
        name, days = _days(cell)
        openings = openings_of(value) if days else None
        if openings is not None:
            found[cell.table, name].update(dict.fromkeys(days, (openings, cell)))
    return [
        Schedule(frozenset(cell_stems(name)) - _HOURS, days)
        for (_, name), days in found.items()
        if len(days) >= _LEAST_DAYS
    ]


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
    known = [(p.number, one) for p in claim.index.passages for one in p.schedules]
    said = statements(claim.text) if known else []
    if not said or not _OF_PARTS.isdisjoint(claim.sentence.words) or claim.lower & _MOSTLY:
        return []
    words = {*claim.sentence.words, *claim.question.words}
    named = [pair for pair in known if pair[1].name and pair[1].name <= words]
    chosen = named if len(known) > 1 else known
    if len(chosen) != 1 or _EITHER.search(claim.text):
        return []
    if any(m.moment.dated for m in claim.sentence.mentions):
        return []  # a date is told of one day alone
    return list(_checks(claim, said, *chosen[0]))


def _checks(
    claim: ReadClaim, said: Sequence[HoursStatement], passage: int, schedule: Schedule
) -> Iterator[Check]:
    for one in said:
        if not one.named and not (one.times and _OF_OPENING.search(claim.text)):
            continue
        told = [schedule.days[day] for day in sorted(one.days) if day in schedule.days]
        told = [day for day in told if one.closed or not _UNTOLD.fullmatch(day[1].value.strip())]
        check = _of_days(claim, one, told)
        if check is not None and (
            check.outcome == "contradicted" or one.days <= schedule.days.keys()
        ):
            yield replace(check, held=tuple(replace(e, passage=passage) for e in check.held))


def _of_days(
    claim: ReadClaim, said: HoursStatement, days: Sequence[tuple[Openings, TableCell]]
) -> Check | None:
    """Hold one statement against the hours of its days."""
    right = [_agrees(claim, said, openings) for openings, _ in days]
    if not days or (any(right) and not all(right) and not said.named):
        return None
    found = [told for agrees, (_, told) in zip(right, days, strict=True) if agrees == all(right)]
    event = Event(Moment(), {}, 0, found[0].span, found[0].span, 0, found[0])
    return Check(decided(right=all(right)), "cell", said.text, (event,), 1.0)


def _agrees(claim: ReadClaim, said: HoursStatement, openings: Openings) -> bool:
    if said.closed or not openings:
        return said.closed and not openings
    if not said.times:
        return True
    if len(said.times) > 1:
        return any(one in said.times[0] and other in said.times[1] for one, other in openings)
    before = claim.text[: claim.text.find(said.text)].lower()
    ends = {time for one, other in openings for time in _meant(before, one, other)}
    return not ends.isdisjoint(said.times[0])


def _meant(before: str, opens: int, closes: int) -> tuple[int, ...]:
    """Return the time that the words before it ask for, else both."""
    if _CLOSES.search(before):
        return (closes,)
    return (opens,) if _OPENS.search(before) else (opens, closes)
