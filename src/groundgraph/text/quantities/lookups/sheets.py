"""Values that a question asks of a table of numbers: of one cell, or reckoned from several.

"What is the percentage change in revenue between 2018 and 2019?", "5.2%": the line and the columns
that it names are found, and what it asks is reckoned. A value is wrong where they are surely those
that are meant, and no scale or sign under which it may be told gives it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.evidence.findings import Check, Operation
from groundgraph.text.quantities.lookups.asked_cells import asked_of
from groundgraph.text.quantities.lookups.asked_years import check_years
from groundgraph.text.quantities.tables.periods import periods_in
from groundgraph.text.quantities.tables.sheets import words_of
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.lookups.asked_cells import Asked
    from groundgraph.text.quantities.tables.sheets import Entry, Line, Sheet
    from groundgraph.text.quantities.written.amounts import Quantity

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?|\.\d+")
_FALLS = re.compile(r"(?<![/(])\b(?:decreas|declin|reduc|drop|fall|fell)", re.IGNORECASE)
_APART = re.compile(r"\b(?:difference|variance)", re.IGNORECASE)
_TO = re.compile(
    r"\b(?:over|to|in|out of|divided by|against|as (?:an? )?\w{1,12} of|relative to)\b",
    re.IGNORECASE,
)
"""Words between what is divided and by what."""
_ROUNDED = Fraction(51, 100)
"""Share of the last digit shown by which a value may differ; of what is divided, a whole one."""
_WORD = {"change": "difference", "growth": "change", "average": "average", "sum": "sum"}
_FEW = 2
"""Readings of one question at most; of more it is not sure what is meant."""
_SURE, _LEAN = 1.0, 0.5


class Told(NamedTuple):
    """A number of a claim.

    Attributes:
        number: As it is written, below 0 in brackets or with a sign.
        step: One of its last digit.
        scale: That of "thousand" or "million" behind it, else 1.
        percent: Whether it is a percentage.
        signed: Whether a sign or brackets are written.
        span: Where it stands.
    """

    number: Fraction
    step: Fraction
    scale: int
    percent: bool
    signed: bool
    span: Span


class Reading(NamedTuple):
    """A value that may be asked for.

    Attributes:
        value: In the scale of the table.
        entries: The cells.
        told: How it is reckoned, "" for that of one cell.
        divided: Whether it comes from a division, so that its last digit may be cut.
        scale: That of the cells, 0 where none is told.
        percent: Whether it is a percentage.
    """

    value: Fraction
    entries: tuple[Entry, ...]
    told: str
    divided: bool = False
    scale: int = 0
    percent: bool = False


def check_sheets(claim: ReadClaim) -> list[Check]:
    """Hold a short answer against the cells of tables that its question names."""
    text = _question(claim)
    sheets = [sheet for passage in claim.index.passages for sheet in passage.sheets]
    if not text or not sheets:
        return []
    asked = [(found, sheet) for sheet in sheets if (found := asked_of(text, sheet)) is not None]
    if len(asked) != 1:
        return []
    [(found, sheet)] = asked
    if found.way == "when":
        return check_years(claim, found, sheet)
    told = _told(claim)
    if not told:
        return []
    if len(told) > 1:
        return _in_turn(found, sheet, told)
    if found.way == "cell" and len(found.columns) > 1 and "total" in text.lower():
        found = found._replace(way="sum")  # "the total cost of revenue in 2018 and 2019"
    check = _check(found, sheet, told[0])
    return [check] if check is not None else []


def _question(claim: ReadClaim) -> str:
    """Return the question where a claim only answers it, else ""."""
    asked = {*words_of(claim.question.text)}
    said = {word for word in words_of(claim.text) if word.isalpha()}
    return claim.question.text if asked and said - _UNITS <= asked else ""


_UNITS = frozenset(words_of("thousand thousands million millions billion billions usd eur shares"))


def _told(claim: ReadClaim) -> list[Told]:
    """Return the numbers of a claim that its question does not have, nor are years."""
    periods = [span for _, span in periods_in(claim.text)]
    found = []
    for amount in claim.sentence.amounts:
        asked = any(agreement(amount, other) == "equal" for other in claim.question.amounts)
        if not asked and not any(span.overlaps(amount.span) for span in periods):
            told = _number(claim.text, amount)
            if told is not None:
                found.append(told)
    if len(found) > 1 and found[-1].scale > 1:  # "161, 186 thousand"
        found = [one._replace(scale=found[-1].scale) for one in found]
    return found


def _number(text: str, amount: Quantity) -> Told | None:
    match = _DIGITS.search(text, *amount.span)
    if match is None:
        return None
    number = Fraction(match[0].replace(",", ""))
    scale = abs(amount.value) / number if number and amount.scaled else Fraction(1)
    decimals = len(match[0].partition(".")[2])
    before, behind = text[: match.start()].rstrip("$€£¥ "), text[match.end() :].lstrip("% ")
    opened = before.endswith("(") and behind.startswith(")")
    minus = amount.value < 0 or opened or text[: match.start()].rstrip("$€£¥ (")[-1:] in "-−"
    minus = minus and bool(before)
    return Told(
        -number if minus else number,
        Fraction(1, 10**decimals),
        int(scale),
        amount.unit.name in {"%", "percentage points"},
        minus or "+" in text[match.start() - 2 : match.start()],
        amount.span,
    )


def _in_turn(asked: Asked, sheet: Sheet, told: Sequence[Told]) -> list[Check]:
    """Hold several values against as many columns, or lines, in the order in which they are asked."""
    if asked.way != "cell":
        return []
    cases: list[Asked] = []
    if len(asked.named) == 1 and len(asked.columns) == len(told):
        cases = [asked._replace(columns=(column,)) for column in asked.columns]
    elif len(asked.named) == len(told) and len(asked.columns) == 1:
        cases = [asked._replace(named=(name,)) for name in asked.named]
    checks = [_check(case, sheet, one) for case, one in zip(cases, told, strict=False)]
    return [check for check in checks if check is not None]


def _check(asked: Asked, sheet: Sheet, told: Told) -> Check | None:
    found = list(_readings(asked, sheet, percent=told.percent))
    if not found:
        return None
    fits = [_fits(asked, told, reading) for reading in found]
    first = found[0]
    if "right" in fits:
        first = found[fits.index("right")]
        return _made("supported", asked, sheet, told, first)
    if not asked.sure or len(found) > _FEW or "open" in fits:
        return _made("open", asked, sheet, told, first)
    return _made("contradicted", asked, sheet, told, first)


def _made(outcome: str, asked: Asked, sheet: Sheet, told: Told, reading: Reading) -> Check:
    held = tuple(
        Event(Moment(), {}, sheet.passage, e.cell.span, e.cell.span, 0, e.cell)
        for e in reading.entries
    )
    way: Operation | None = _WORD.get(asked.way, "ratio") if reading.told else None  # type: ignore
    kind = "derivation" if reading.told else "amount"
    lean = -_LEAN if outcome == "open" else 0.0
    return Check(outcome, kind, told.span, held, _SURE, reading.told, way, plain=True, lean=lean)


def _fits(asked: Asked, told: Told, reading: Reading) -> str:
    """Say whether a number is a value: "right", "wrong", or "open" where it may be."""
    bare = told.number, reading.value, told.step
    near = _is_near(*bare, divided=reading.divided)
    if told.percent != reading.percent:
        unscaled = reading.scale == 0 if told.percent else told.scale == 1
        if not (near and unscaled):
            return "open"
    elif not near or (reading.scale > 1 and told.scale not in {1, reading.scale}):
        scale = reading.scale or 1
        whole = told.number * told.scale, reading.value * scale, told.step * told.scale
        if not (told.scale != scale and _is_near(*whole, divided=reading.divided)):
            return "wrong"
    if _is_of_costs(asked, reading):
        grows = abs(reading.entries[1].number) > abs(reading.entries[0].number)
        return "right" if (told.number > 0) == grows else "open"
    if (told.number < 0) == (reading.value < 0) or not told.number:
        return "right"
    return _of_signs(asked, told)


def _of_signs(asked: Asked, told: Told) -> str:
    """Say what becomes of a value that has the other sign.

    Costs are printed in brackets and told without; a fall may be told as "a decrease of 5".
    """
    if asked.way not in {"change", "growth"}:
        return "right" if told.number > 0 else "wrong"
    if _FALLS.search(asked.text):
        return "right" if told.number > 0 else "open"
    if _APART.search(asked.text):
        return "right" if told.number > 0 else "open"
    return "wrong"


def _is_of_costs(asked: Asked, reading: Reading) -> bool:
    """Say whether a change is one of values in brackets: costs, that grow the more they are."""
    moves = asked.way in {"change", "growth"}
    return moves and all(entry.number < 0 for entry in reading.entries)


def _is_near(told: Fraction, value: Fraction, step: Fraction, *, divided: bool) -> bool:
    """Say whether a number is a value to the digits that it shows; decimals may be cut."""
    room = step if divided and step < 1 else step * _ROUNDED
    return abs(abs(told) - abs(value)) <= room


def _readings(asked: Asked, sheet: Sheet, *, percent: bool) -> Iterator[Reading]:
    """Yield the values that a question may ask for."""
    lines = [name.lines for name in asked.named]
    columns = asked.columns
    if not columns and asked.way in {"cell", "ratio"}:
        numbers = {line.number for name in lines for line in name}
        own = [c for c in sheet.columns if any((n, c.number) in sheet.entries for n in numbers)]
        columns = (own,) if len(own) == 1 else ()
    if asked.way == "cell" and len(lines) == 1 and len(columns) == 1:
        for entry in _entries(sheet, lines[0], columns[0]):
            yield Reading(entry.number, (entry,), "", scale=entry.scale, percent=entry.percent)
    elif asked.way in {"change", "growth"}:
        for one, other in _pairs(asked, sheet, lines):
            yield from _moved(asked.way, one, other, percent=percent)
    elif asked.way in {"average", "sum"}:
        for group in _groups(asked, sheet, lines):
            yield _gathered(asked.way, group)
    elif asked.way == "ratio" and len(lines) == 2 and len(columns) == 1:
        between = asked.text[asked.named[0].span.end : asked.named[1].span.start]
        part, whole = lines if _TO.search(between) else lines[::-1]
        for one, other in product(
            _entries(sheet, part, columns[0]), _entries(sheet, whole, columns[0])
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
    if way == "average":
        value = total / len(group)
        told = f"({parts}) / {len(group)} = {_written(value)}"
    told = told if len(group) > 1 else ""
    scale, percent = _common(group)
    return Reading(value, tuple(group), told, way == "average", scale, percent)


def _moved(way: str, one: Entry, other: Entry, *, percent: bool) -> Iterator[Reading]:
    """Yield the change from one cell to the other, or its share of the first."""
    change = other.number - one.number
    minus = f"{_shown(other)} − {_shown(one)}".replace("− −", "+ ")
    scale, shares = _common((one, other))
    if (way == "growth" or (percent and not shares)) and one.number:
        value = 100 * change / abs(one.number)
        told = f"({minus}) / {_shown(one)} = {_written(value)}%"
        yield Reading(value, (one, other), told, divided=True, percent=True)
        if one.number < 0:  # of which no share is well told
            yield Reading(-value, (one, other), told, divided=True, percent=True)
    if way == "change" or (percent and shares):
        told = f"{minus} = {_written(change)}"
        yield Reading(change, (one, other), told, scale=scale, percent=shares and percent)


def _divided(one: Entry, other: Entry, *, percent: bool) -> Reading:
    value = one.number / other.number * (100 if percent else 1)
    told = f"{_shown(one)} / {_shown(other)} = {_written(value)}{'%' if percent else ''}"
    return Reading(value, (one, other), told, divided=True, percent=percent)


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
