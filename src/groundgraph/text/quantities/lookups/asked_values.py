"""The values that a question asks of a table: of a cell, or reckoned from the cells it names."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.findings import Operation
    from groundgraph.text.quantities.lookups.asked_cells import Asked
    from groundgraph.text.quantities.tables.sheets import Entry, Line, Sheet
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_TO = re.compile(
    r"\b(?:over|to|in|out of|divided by|against|as (?:an? )?\w{1,12} of|relative to)\b",
    re.IGNORECASE,
)
"""Words between what is divided and by what."""
_BOTH = ("part", "whole")


class Reading(NamedTuple):
    """A value that may be asked for.

    Attributes:
        value: In the scale of the table.
        entries: The cells.
        told: How it is reckoned, "" for that of one cell.
        divided: Whether it comes from a division, so that its last digit may be cut.
        scale: That of the cells, 0 where none is told.
        percent: Whether it is a percentage.
        way: By which operation, ``None`` for what a cell holds.
        unit: What it measures, where the cell or its column tells that.
    """

    value: Fraction
    entries: tuple[Entry, ...]
    told: str
    divided: bool = False
    scale: int = 0
    percent: bool = False
    way: Operation | None = None
    unit: MeasureUnit | None = None


def readings_of(asked: Asked, sheet: Sheet, *, percent: bool) -> Iterator[Reading]:
    """Yield the values that a question may ask for."""
    lines = [name.lines for name in asked.named]
    columns = asked.columns
    if not columns and asked.way in {"cell", "ratio"}:
        numbers = {line.number for name in lines for line in name}
        own = [c for c in sheet.columns if any((n, c.number) in sheet.entries for n in numbers)]
        columns = (tuple(own),) if len(own) == 1 else ()
    if asked.way == "cell" and len(lines) == 1 and len(columns) == 1:
        for entry in _entries(sheet, lines[0], columns[0]):
            yield Reading(
                entry.number,
                (entry,),
                "",
                scale=entry.scale,
                percent=entry.percent,
                unit=entry.unit,
            )
    elif asked.way in {"change", "growth"}:
        for one, other in _pairs(asked, sheet, lines):
            yield from _moved(asked.way, one, other, percent=percent)
    elif asked.way in {"average", "sum"}:
        for group in _groups(asked, sheet, lines):
            yield _gathered(asked.way, group)
    elif asked.way == "ratio" and len(lines) == len(_BOTH) and len(columns) == 1:
        yield from _ratios(asked, sheet, columns[0], percent=percent)


def _ratios(
    asked: Asked, sheet: Sheet, column: Sequence[Line], *, percent: bool
) -> Iterator[Reading]:
    """Yield a part of a whole: "the ratio of A to B", "the percentage of B that were A"."""
    first, second = asked.named
    between = asked.text[first.span.end : second.span.start]
    part, whole = (first, second) if _TO.search(between) else (second, first)
    for one, other in product(
        _entries(sheet, part.lines, column), _entries(sheet, whole.lines, column)
    ):
        if other.number:
            yield _divided(one, other, percent=percent)


def _entries(sheet: Sheet, lines: Sequence[Line], columns: Sequence[Line]) -> list[Entry]:
    keys = [(line.number, column.number) for line in lines for column in columns]
    return [sheet.entries[key] for key in keys if key in sheet.entries]


def _pairs(
    asked: Asked, sheet: Sheet, lines: Sequence[Sequence[Line]]
) -> Iterator[tuple[Entry, Entry]]:
    """Yield an earlier and a later cell of one line, or cells of two lines in one column."""
    columns = asked.columns
    timed = sorted(_timed(sheet), key=_time)
    if len(lines) == 1:
        if not columns and len(timed) == 2:
            columns = tuple((column,) for column in timed)
        if len(columns) == 1 and len(columns[0]) == 1 and columns[0][0] in timed:
            at = timed.index(columns[0][0])
            columns = ((timed[at - 1],), columns[0]) if at else ()
        if len(columns) != 2:
            return
        first, second = columns
        if all(c.period for c in (*first, *second)):
            first, second = sorted(columns, key=lambda group: _time(group[0]) if group else ())
        else:  # "the difference between workforce and facility costs"
            first, second = second, first
        yield from product(_entries(sheet, lines[0], first), _entries(sheet, lines[0], second))
    elif len(lines) == 2 and len(columns) == 1 and asked.way == "change":
        yield from product(
            _entries(sheet, lines[1], columns[0]), _entries(sheet, lines[0], columns[0])
        )


def _timed(sheet: Sheet) -> list[Line]:
    """Return the columns of periods; of several of one period those that tell nothing more."""
    told = [column for column in sheet.columns if column.period]
    alone = len({column.period for column in told}) == len(told)
    return [column for column in told if alone or not column.words]


def _time(line: Line) -> tuple[int, ...]:
    return line.period[:3] if line.period else ()


def _groups(
    asked: Asked, sheet: Sheet, lines: Sequence[Sequence[Line]]
) -> Iterator[tuple[Entry, ...]]:
    """Yield the cells that are summed: of one line over columns, or of a column over lines."""
    columns = asked.columns
    timed = tuple((column,) for column in _timed(sheet))
    if len(lines) == 1:
        if not columns:
            columns = timed
        groups = [columns] if len(columns) > 1 else []
        if len(columns) == 1 and asked.way == "sum":
            groups = [columns]
        if asked.ranges and len(columns) == 2 and all(columns):
            low, high = sorted(_time(column[0]) for column in columns)
            between = tuple(c for c in timed if low <= _time(c[0]) <= high)
            groups += [between] if len(between) > 2 else []
        if len(columns) == 1 and asked.way == "average" and len(columns[0]) == 1:
            years = sorted((c for (c,) in timed), key=_time)
            at = years.index(columns[0][0]) if columns[0][0] in years else 0
            groups += [((years[at - 1],), columns[0])] if at else []
        for group in groups:
            yield from product(*(_entries(sheet, lines[0], column) for column in group))
    elif len(columns) == 1:
        yield from product(*(_entries(sheet, line, columns[0]) for line in lines))


def _gathered(way: str, group: Sequence[Entry]) -> Reading:
    total = sum((entry.number for entry in group), Fraction(0))
    parts = " + ".join(map(_shown, group)).replace("+ −", "− ")
    value, told = total, f"{parts} = {_written(total)}"
    name: Operation = "average" if way == "average" else "sum"
    if way == "average":
        value = total / len(group)
        told = f"({parts}) / {len(group)} = {_written(value)}"
    told = told if len(group) > 1 else ""
    scale, percent = _common(group)
    return Reading(value, tuple(group), told, way == "average", scale, percent, name)


def _moved(way: str, one: Entry, other: Entry, *, percent: bool) -> Iterator[Reading]:
    """Yield the change from one cell to the other, or its share of the first."""
    change = other.number - one.number
    minus = f"{_shown(other)} − {_shown(one)}".replace("− −", "+ ")
    scale, shares = _common((one, other))
    if (way == "growth" or (percent and not shares)) and one.number:
        value = 100 * change / abs(one.number)
        told = f"({minus}) / {_shown(one)} = {_written(value)}%"
        yield Reading(value, (one, other), told, divided=True, percent=True, way="change")
        if one.number < 0:  # of which no share is well told
            yield Reading(-value, (one, other), told, divided=True, percent=True, way="change")
    if way == "change" or (percent and shares):
        told = f"{minus} = {_written(change)}"
        yield Reading(change, (one, other), told, False, scale, shares and percent, "difference")


def _divided(one: Entry, other: Entry, *, percent: bool) -> Reading:
    value = one.number / other.number * (100 if percent else 1)
    told = f"{_shown(one)} / {_shown(other)} = {_written(value)}{'%' if percent else ''}"
    return Reading(value, (one, other), told, divided=True, percent=percent, way="ratio")


def _common(entries: Sequence[Entry]) -> tuple[int, bool]:
    scales = {entry.scale for entry in entries if entry.number}
    return (scales.pop() if len(scales) == 1 else 0), any(entry.percent for entry in entries)


def _shown(entry: Entry) -> str:
    return _written(entry.number) + ("%" if entry.percent else "")


def _written(value: Fraction) -> str:
    """Write a number for a reader, with two decimals at most."""
    text = f"{float(value):,.2f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−")
