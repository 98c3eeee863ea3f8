"""Tables with rows and columns, their cells as words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import (
    DAY_NAMES,
    MONTH_NAMES,
    MONTHS,
    WEEKDAYS,
    read_month,
)
from groundgraph.text.number_words import ONES
from groundgraph.text.quantities.tables.reading import spaced
from groundgraph.text.quantities.written.stems import is_content, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.text.quantities.written.table_cells import TableCell

_WORD = re.compile(r"[^\W\d_]+|\d+(?:[.,:/–-]\d+)*")
_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)"
    r"(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_YEAR = re.compile(r"(\d{4})-\d\d(?!\d)")
"""The year of a date or month in digits."""
_RANGE = re.compile(r"(?<!from )(?<![\d.,:])(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?)(?![\d.,:]?\d)")
"""A range in words, which cells write as "90–95"."""
_LONGEST, _MOST_CELLS = 40, 400
_LEAST, _NO_TABLE = 2, -1
_NUMBERS = {word: str(value) for word, value in ONES.items()} | {"single": "1"}


class Cell(NamedTuple):
    """A cell as what a claim may name.

    Attributes:
        words: The words and numbers of its value.
        cell: The cell.
    """

    words: frozenset[str]
    cell: TableCell


@dataclass(frozen=True, eq=False)
class Grid:
    """A table with rows and columns.

    Attributes:
        table: Its number in its passage.
        headers: The words of each column's name.
        rows: The cells of each row by their column.
        loose: Whether it is a list in a sentence, or records of data.
    """

    table: int
    headers: dict[int, frozenset[str]]
    rows: tuple[dict[int, Cell], ...]
    loose: bool = False


def grids_of(cells: Sequence[TableCell]) -> list[Grid]:
    """Return the tables among some cells that have several rows and columns."""
    found: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in cells:
        if not cell.alone and not cell.names_a_unit:
            found[cell.table].append(cell)
    tables = [own for own in found.values() if len(own) <= _MOST_CELLS]
    grids = [_grid(own) if _is_even(own) else _of_records(own) for own in tables]
    return [grid for grid in grids if len(grid.rows) >= _LEAST and len(grid.headers) >= _LEAST]


def _of_records(cells: Sequence[TableCell]) -> Grid:
    """Return records of data as a table, a column for each field that two of them have.

    Its cells stand in no column of the passage, so that it has no number of its own.
    """
    records: defaultdict[int, dict[str, TableCell]] = defaultdict(dict)
    for cell in cells:
        records[cell.at[0]].setdefault(cell.column, cell)
    held = Counter(column for own in records.values() for column in own)
    shared = [column for column, many in held.items() if many >= _LEAST]
    naming = {name.column for own in records.values() for name in own.values() if _names(name, own)}
    columns = {column: at for at, column in enumerate(shared, 1) if column not in naming}
    columns |= dict.fromkeys([column for column in shared if column in naming][:1], 0)
    placed = [
        replace(cell, at=(number, columns[column]))
        for number, own in records.items()
        if len(own.keys() & columns.keys()) >= _LEAST
        for column, cell in own.items()
        if column in columns
    ]
    return (
        replace(_grid(placed), table=_NO_TABLE, loose=True) if placed else Grid(_NO_TABLE, {}, ())
    )


def _names(name: TableCell, record: dict[str, TableCell]) -> bool:
    """Say whether a field is what the others of its record are told of."""
    others = [cell for cell in record.values() if cell is not name]
    return bool(others) and all(cell.row.startswith(name.value) for cell in others)


def _is_even(cells: Sequence[TableCell]) -> bool:
    """Say whether each column has one name in all rows, as the fields of nested data have not."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    for cell in cells:
        names[cell.at[1]].add(cell.column)
    return all(len(own) == 1 for own in names.values())


def _grid(cells: Sequence[TableCell]) -> Grid:
    rows: defaultdict[int, dict[int, Cell]] = defaultdict(dict)
    headers: dict[int, frozenset[str]] = {}
    for cell in cells:
        if len(cell.value) <= _LONGEST:
            rows[cell.at[0]][cell.at[1]] = Cell(_words(cell), cell)
            headers[cell.at[1]] = words_of(spaced(cell.column))
    _tell_years_apart(rows.values())
    first = min(headers, default=0)
    if first > 0:  # the column of the rows' names has no name itself
        headers[0] = frozenset()
        for own in rows.values():
            cell = next(iter(own.values())).cell
            own.setdefault(0, Cell(words_of(cell.row), cell))
    return Grid(cells[0].table, headers, tuple(rows.values()))


def _tell_years_apart(rows: Iterable[dict[int, Cell]]) -> None:
    """Add the years to the dates of a column that have one of its days in several."""
    days: defaultdict[tuple[int, frozenset[str]], list[tuple[dict[int, Cell], re.Match[str]]]]
    days = defaultdict(list)
    for row in rows:
        for column, cell in row.items():
            if found := _YEAR.match(cell.cell.value):
                days[column, cell.words].append((row, found))
    for (column, words), held in days.items():
        if len({found[1] for _, found in held}) > 1:
            for row, found in held:
                row[column] = row[column]._replace(words=words | {found[1]})


def _words(cell: TableCell) -> frozenset[str]:
    """Return the words of a cell; a date in digits as a claim has it: "march", "11".

    A time of day stands beside it, the year does not: claims leave it out.
    """
    if month := read_month(cell.value, surely="month" in cell.column.lower()):
        return frozenset({month})
    found = _ISO.fullmatch(cell.value)
    if found is None or not 1 <= int(found[2]) <= len(MONTH_NAMES):
        return words_of(cell.value)
    clock = {found[4]} if found[4] and found[4] != "00:00" else set()
    return frozenset({MONTH_NAMES[int(found[2]) - 1], str(int(found[3])), *clock})


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return the words and numbers of a text in the form in which rows are compared."""
    return frozenset(_listed(text))


@lru_cache(maxsize=4096)
def said_in(text: str) -> frozenset[str]:
    """Return the words of a claim, and each number with the word behind it.

    >>> sorted(said_in("a 4 kg parcel to zone 2"))
    ['2', '4', '4 kg', 'kg', 'parcel', 'zon']
    """
    placed = _placed(text)
    beside = (
        f"{one} {other}"
        for (one, _, end), (other, start, _) in pairwise(placed)
        if start - end <= 1 and _counts(one, other)
    )
    return frozenset([*(word for word, _, _ in placed), *beside])


def is_another_amount(words: frozenset[str], said: frozenset[str]) -> bool:
    """Say whether a cell has a number of what a claim has another number of: "2 kg", "4 kg"."""
    if len(words) != _LEAST:
        return False
    number, of = sorted(words, key=lambda word: not word[0].isdigit())
    told = {pair for pair in said if pair.endswith(f" {of}")} if _counts(number, of) else set()
    return bool(told) and f"{number} {of}" not in told


def _counts(number: str, of: str) -> bool:
    return number[0].isdigit() and not of[0].isdigit()


def _listed(text: str) -> list[str]:
    """Return the words and numbers of a text in a form of their own; months and days by name."""
    return [word for word, _, _ in _placed(text)]


def _placed(text: str) -> list[tuple[str, int, int]]:
    """Return them with where they begin and end, ranges in words taken for such in digits."""
    plain = _RANGE.sub(r"\1-\2", text) if " to " in text else text
    return [
        (form, *match.span())
        for match in _WORD.finditer(plain)
        if not (_is_article(match) or _is_divisor(match)) and (form := _form(match[0].lower()))
    ]


def _form(word: str) -> str:
    """Return the form of a word in small letters, "" of one without a meaning of its own."""
    if word[0].isdigit():
        return word.replace(",", "").replace("–", "-")
    if word in WEEKDAYS or word.removesuffix("s") in WEEKDAYS:
        return DAY_NAMES[WEEKDAYS.get(word, WEEKDAYS.get(word.removesuffix("s"), 0))]
    if word in MONTHS:
        return MONTH_NAMES[MONTHS[word] - 1]
    if word in _NUMBERS:
        return _NUMBERS[word]
    return stem(word) if is_content(word) or len(word) == 1 else ""


def _is_divisor(match: re.Match[str]) -> bool:
    """Say whether a word is the "L" of "mmol/L", not the "B" of "A/B"."""
    before = match.string[max(match.start() - 2, 0) : match.start()]
    return len(match[0]) == 1 and before.endswith("/") and before[0].islower()


def _is_article(match: re.Match[str]) -> bool:
    """Say whether a word is the "a" of "a child", and names no zone A."""
    before, behind = match.string[: match.start()], match.string[match.end() :]
    return behind[:1].isspace() and (match[0] == "a" or (match[0] == "A" and not before.strip()))
