"""Tables of numbers as reports print them: lines with a name, columns with a name or a period.

A table whose rows are years is turned, so that its years head columns.
"""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.quantities.tables.cells import (
    cell_amounts,
    header_unit,
    is_nothing,
    unit_told,
)
from groundgraph.text.quantities.tables.heads import is_unit
from groundgraph.text.quantities.tables.periods import periods_in
from groundgraph.text.quantities.tables.scales import scale_of
from groundgraph.text.quantities.written.table_cells import spaced
from groundgraph.text.words import STOP_WORDS
from groundgraph.text.words import stem as plain_stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.tables.periods import Period
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_NUMBER = re.compile(
    r"(?P<open>\()?\s?(?P<minus>[-−–])?\s?(?:[A-Z]{1,3})?[$€£¥]?\s?(?P<inner>\()?"
    r"(?P<sign>[-−–])?\s?(?P<digits>\d[\d,]*(?:\.\d+)?|\.\d+)\s?(?P<percent>%)?\s?(?P<close>\))?"
    r"\s?(?P<behind>%)?"
)
_BRACKETS = re.compile(r"\([^()]*\)")
_LESS = re.compile(r"(?:less|add|plus)\b:?\s", re.IGNORECASE)
_BEHIND = re.compile(r"[,;:–—]| (?:from|for|during|as of|at|on|before|after|net of|due|-) ")
_WORD = re.compile(r"[^\W_]+(?:[.,/-](?=\d)[^\W_]+|\.(?=[a-z])[^\W_]+)*")
_NOTE = re.compile(r"(?<=[a-z)])\d{1,2}$")
"""The mark of a footnote behind a name: "Other benefits2"."""
UNSCALED = re.compile(
    r"per\b|ratio|rate\b|%|percent|price|\byears?\b|\bage\b|days|number|volatility|yield|employees",
    re.IGNORECASE,
)
"""Names of lines and columns whose values stand in no scale of their table."""
_OF_PERIODS = frozenset(map(plain_stem, "fiscal year years ended ending quarter weeks".split()))
_NAMED = frozenset({"other", "own", "no", "not", "more", "before", "after", "over", "under"})
_LIGHT = STOP_WORDS - _NAMED
_NO_MEASURES = frozenset({"", "share", "points"})
_LEAST, _MOST_LINES = 2, 120


class Entry(NamedTuple):
    """A number of a table.

    Attributes:
        number: As it is written, below 0 in brackets or with a sign.
        percent: Whether it is written with "%".
        unit: What it measures, ``None`` where that is not written.
        scale: By what it is multiplied; 0 where that is not told.
        cell: The cell.
    """

    number: Fraction
    percent: bool
    unit: MeasureUnit | None
    scale: int
    cell: TableCell


class Line(NamedTuple):
    """A line of a table, or a column.

    Attributes:
        words: What it is called, in order, without what stands in brackets.
        short: The first of them, up to a comma or "from": "Other income" of "Other income, net".
        more: The words in brackets, and those of its section.
        period: Where a year names it.
        number: Its place.
    """

    words: tuple[str, ...]
    short: tuple[str, ...]
    more: frozenset[str]
    period: Period | None
    number: int


class Sheet(NamedTuple):
    """A table of numbers.

    Attributes:
        passage: The passage's number.
        table: Its own number in it.
        lines: Its lines.
        columns: Its columns.
        entries: Its numbers, by the numbers of line and column.
        caption: The words of what stands above it.
    """

    passage: int
    table: int
    lines: tuple[Line, ...]
    columns: tuple[Line, ...]
    entries: dict[tuple[int, int], Entry]
    caption: frozenset[str]


def sheets_of(cells: Sequence[TableCell], passage: int, text: str) -> list[Sheet]:
    """Return the tables among some cells that hold numbers in lines and columns."""
    found: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in cells:
        if not cell.alone and cell.at[1]:
            found[cell.table].append(cell)
    scale = scale_of(text) if found else 1
    made = [_sheet(own, passage, scale) for own in found.values()]
    return [sheet for sheet in made if sheet.entries and len(sheet.lines) <= _MOST_LINES]


def _sheet(cells: Sequence[TableCell], passage: int, around: int) -> Sheet:
    entries = {}
    lines, columns = {}, {}
    names: dict[int, str] = {}
    for cell in cells:
        entry = _entry(cell, around)
        if entry is not None:
            row, column = cell.at
            if names.setdefault(column, cell.column) != cell.column:
                return Sheet(
                    passage, cells[0].table, (), (), {}, frozenset()
                )  # fields of nested data
            entries[row, column] = entry
            lines[row] = _line(cell.row, cell.section, row)
            columns[column] = _line(cell.column, "", column)
    rows, heads = tuple(lines.values()), tuple(columns.values())
    if _are_periods(rows) and not any(head.period for head in heads):
        rows, heads = heads, rows
        entries = {(column, row): entry for (row, column), entry in entries.items()}
    return Sheet(
        passage, cells[0].table, rows, heads, entries, frozenset(words_of(cells[0].caption))
    )


def _are_periods(lines: Sequence[Line]) -> bool:
    return sum(line.period is not None and not line.words for line in lines) >= _LEAST


def _line(name: str, section: str, number: int) -> Line:
    name = _LESS.sub("", _NOTE.sub("", name.strip()))
    plain = _BRACKETS.sub(" ", name)
    periods = periods_in(plain)
    period = periods[0][0] if len(periods) == 1 else None
    if period is not None:
        plain = plain[: periods[0][1].start] + plain[periods[0][1].end :]
    words = words_of(plain) or (words_of(name) if period is None else ())
    words = tuple(word for word in words if period is None or word not in _OF_PERIODS)
    inner = [
        word for part in _BRACKETS.findall(name) if not is_unit(part) for word in words_of(part)
    ]
    short = words_of(_BEHIND.split(plain, maxsplit=1)[0])
    return Line(words, short, frozenset((*inner, *words_of(section))), period, number)


def _entry(cell: TableCell, around: int) -> Entry | None:
    """Read a cell that is a number; what only names its row or a date is none."""
    value = cell.value.strip()
    if is_nothing(value):
        return Entry(Fraction(0), percent=False, unit=None, scale=0, cell=cell)
    match = _NUMBER.fullmatch(value)
    if match is None:
        return _measured(cell)
    number = Fraction(match["digits"].replace(",", ""))
    opened = match["open"] or match["inner"]
    if match["minus"] or match["sign"] or (opened and (match["close"] or match["behind"])):
        number = -number
    percent = bool(match["percent"] or match["behind"])
    unit = None if percent else header_unit(cell.column, "")[0] or unit_told(cell.unit)[0]
    unit = unit if unit is not None and _is_measure(unit) else None
    return Entry(number, percent, unit, 0 if percent else _scale(cell, around), cell)


def _measured(cell: TableCell) -> Entry | None:
    """Read a cell that is a number with a unit: "2,950 g"."""
    amounts = cell_amounts(cell)
    if len(amounts) != 1 or amounts[0].span.end < len(cell.value.rstrip(" .")):
        return None
    [amount] = amounts
    plain = amount.span.start == 0 and _is_measure(amount.unit) and amount.bound == "exact"
    return (
        Entry(amount.value, percent=False, unit=amount.unit, scale=0, cell=cell) if plain else None
    )


def _is_measure(unit: MeasureUnit) -> bool:
    """Say whether a value may be told in another unit of its kind: not of money, counts, shares."""
    return unit.dimension not in _NO_MEASURES and not unit.dimension.startswith("money")


def _scale(cell: TableCell, around: int) -> int:
    """Return by what a table multiplies a cell, 0 where that may be nothing."""
    own = header_unit(cell.column, "")[1]
    own = own if own > 1 else header_unit(cell.row, "")[1]
    if own > 1:
        return own
    names = f"{cell.row} {cell.column}"
    if UNSCALED.search(names):
        return 0
    above = header_unit("", cell.caption)[1]
    return above if above > 1 else (around if around > 1 else 0)


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """Return the stems of a name, each once, in order; "other" and "before" are names here.

    >>> words_of("Other operating expenses"), words_of("Total number of the shares")
    (('other', 'operat', 'expens'), ('total', 'number', 'shar'))
    """
    return tuple(dict.fromkeys(word for word, _ in placed_words(text)))


def placed_words(text: str) -> Iterator[tuple[str, int]]:
    """Yield the stems of a text with where each begins, in order."""
    plain = spaced(text) if " " not in text else text
    for match in _WORD.finditer(plain):
        word = match[0].lower()
        if word not in _LIGHT and (len(word) > 1 or word.isdigit() or match[0].isupper()):
            yield plain_stem(word), match.start()
