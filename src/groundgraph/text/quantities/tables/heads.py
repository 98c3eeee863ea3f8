"""What heads the columns of a table, where several rows tell it, and what stands above them.

               |  Years Ended December 31,  |
    (in thousands)   |  2019  |  2018

What all columns share, a scale or "Years Ended", belongs to the caption; a row of units belongs to
each column's name where they differ.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.calendar_words import MONTHS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.tables.html import Written

_TOKEN = re.compile(r"[^\W\d_]+|\d+|\S")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORT_PERIOD = re.compile(r"(?:fy|[qh][1-4])[ -]?['’]?(?:(?:20)?\d\d)?", re.IGNORECASE)
_OF_PERIODS = frozenset(
    """fiscal fy cy year years ended ending as of at the for quarter months month to and - – / ,
    .""".split()
)
_SCALES = frozenset(
    """thousand thousands million millions billion billions lakh lakhs crore crores 000 000s m mn mm
    bn k teur keur % in""".split()
)
_MARKS = frozenset("$€£¥₹")
_OF_UNITS = (
    _SCALES
    | _MARKS
    | frozenset(
        """us u s usd eur gbp rmb inr rs chf aud cad hk nt dollar dollars euro euros pounds shares
    share amount amounts except per data and percent percentages unaudited number of ( ) [ ] ' ’ , .
    :""".split()
    )
)
"""Words and marks of a cell that tells a unit or a scale alone: "$'000", "(in millions)"."""
_QUANTITIES = frozenset("qty quantity count units pcs pieces".split())
_COUNT = re.compile(r"\d+(?:[.,]\d+)?[ ]?(?:x|pcs|pieces)?")
_LONGEST = 60
_NOTE = re.compile(r"(?<=\d)\s?\((?:\d|[a-z])\)$")
"""The mark of a footnote behind a year: "2019 (1)"."""
_SPACED = re.compile(r"\d(?: \d){3}")
_OF_LEAGUES = {"W": "Won", "L": "Lost", "D": "Drawn", "T": "Tied", "P": "Played"}
_GAMES = frozenset({"W", "L"})
"""Letters that head the columns of a league table, where both stand there."""
_OF_BOUNDS = {"min": "Minimum", "max": "Maximum", "typ": "Typical", "nom": "Nominal"}
_BOUNDS = frozenset({"min", "max"})
"""Words cut short in the heads of data sheets, where both stand there; "Min" may be minutes."""
_OF_NUMBERS = frozenset({"", "#", "no", "nr", "pos", "position", "id", "index", "row", "line"})
"""What heads a column that counts the rows."""
_OF_IDS = frozenset("id no nr number bib code index key ref #".split())
_OF_NAMES = frozenset("name title label product item subject employee student patient".split())
_WORDS = re.compile(r"[a-z]+|#")
_MOST_LEVELS, _SEVERAL = 3, 2


class Heads(NamedTuple):
    """What a table's columns are called.

    Attributes:
        names: The name of each column, that of the rows' names first.
        caption: What stands above the table and is said of all columns.
        rows: The rows below.
    """

    names: list[str]
    caption: str
    rows: list[list[Written]]


def heads_of(rows: Sequence[list[Written]], caption: str) -> Heads:
    """Part the rows of a table into what heads its columns and what stands below.

    Args:
        rows: All of them, cells with their places.
        caption: What stands above the table.
    """
    levels = [[_plain(cell) for cell, _ in rows[0]]]
    rest = list(rows[1:])
    shared = [caption]
    while rest and len(levels) <= _MOST_LEVELS and _goes_on(levels[0], [c for c, _ in rest[0]]):
        levels.append([_plain(cell) for cell, _ in rest.pop(0)])
    corners = [level[0] for level in levels if level]
    units = [corner for corner in corners if is_unit(corner)]
    shared += units
    corner = " ".join(corner for corner in corners if corner and corner not in units)
    width = max(map(len, levels))
    told = [_filled(level, width, levels) for level in levels]
    for level in told[:]:
        own = {*filter(None, level)}
        if len(own) == 1 and len(told) > 1:
            shared += own
            told.remove(level)
    columns = range(width - 1)
    names = [" ".join(dict.fromkeys(level[at] for level in told if level[at])) for at in columns]
    behind = [found[0] if (found := _UNIT_BEHIND.search(name)) else "" for name in names]
    if len({*behind}) == 1 and behind[0]:
        shared.append(behind[0].strip())
        names = [_UNIT_BEHIND.sub("", name) for name in names]
    return Heads([corner, *spelled_out(names)], " ".join(filter(None, shared)), rest)


def only_numbers_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether the first column only counts the rows, which the second names: "#", "pos"."""
    if len(rows) <= _SEVERAL or any(len(row) <= _SEVERAL for row in rows):
        return False
    head = rows[0][0].lower().strip(" .")
    numbers, names = [row[0].strip(" .") for row in rows[1:]], [row[1] for row in rows[1:]]
    if head not in _OF_NUMBERS or not all(map(str.isdecimal, numbers)):
        return False
    first = int(numbers[0])
    counts = first in {0, 1} and [*map(int, numbers)] == [*range(first, first + len(numbers))]
    return counts and all(name[:1].isalpha() for name in names) and len({*names}) == len(names)


def spelled_out(names: Sequence[str]) -> list[str]:
    """Return the names of columns, those whole that are cut short beside their like.

    >>> spelled_out(["Min", "Typ", "Max"]), spelled_out(["Player", "Min"])
    (['Minimum', 'Typical', 'Maximum'], ['Player', 'Min'])
    """
    if {*names} >= _GAMES:
        return [_OF_LEAGUES.get(name, name) for name in names]
    short = [name.strip(".").lower() for name in names]
    if {*short} >= _BOUNDS:
        return [_OF_BOUNDS.get(own, name) for own, name in zip(short, names, strict=True)]
    return [*names]


_UNIT_BEHIND = re.compile(
    r"(?<=(?:19|20)\d\d) [(]?(?:[$€£¥₹]|[A-Z]{3}\s)?['’]?"
    r"(?:000s?|k|mn?|thousand|million|bn|lakhs?|crores?)\)?$"
)
"""The unit of a year's values: "2019 €m"."""


def _plain(cell: str) -> str:
    """Return a head without the mark of a footnote; a year that is printed "2 0 1 8" as one."""
    return cell.replace(" ", "") if _SPACED.fullmatch(cell) else _NOTE.sub("", cell)


def naming_column(header: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the column that names the rows: the first, or behind quantities the first of words.

    Behind one that only counts the rows it is the second.

    >>> naming_column(["Qty", "Item", "Price"], [["12", "Bracket", "18.50"], ["3", "Bolt", "2.00"]])
    1
    """
    if only_numbers_rows([header, *rows]) or _names_behind_ids(header, rows):
        return 1
    if not header or header[0].strip(" .#").lower() not in _QUANTITIES or not rows:
        return 0
    if not all(len(row) == len(header) and _COUNT.fullmatch(row[0]) for row in rows):
        return 0
    named = (at for at in range(1, len(header)) if all(row[at][:1].isalpha() for row in rows))
    return next(named, 0)


def _names_behind_ids(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Say whether numbers that name rows stand before their names: "bib | name | club"."""
    if len(header) <= _SEVERAL or len(rows) < _SEVERAL or any(len(row) <= 1 for row in rows):
        return False
    ids, names = [row[0].strip() for row in rows], [row[1].strip() for row in rows]
    first, last = (_WORDS.findall(name.lower())[-1:] for name in header[:2])
    called = bool(first) and first[0] in _OF_IDS and bool(last) and last[0] in _OF_NAMES
    apart = len({*ids}) == len({*names}) == len(rows)
    return called and apart and all(map(str.isdecimal, ids)) and all(n[:1].isalpha() for n in names)


def is_unit(cell: str) -> bool:
    """Say whether a cell tells a unit or a scale alone.

    >>> [is_unit(cell) for cell in ("(in thousands)", "RMB'Million", "£m", "Shares", "2019")]
    [True, True, True, False, False]
    """
    told = _tokens(cell)
    return not told.isdisjoint(_SCALES | _MARKS) and told <= _OF_UNITS


@lru_cache(maxsize=1 << 12)
def is_period(cell: str) -> bool:
    """Say whether a cell names a year, or a day or a quarter of one, and nothing else.

    >>> [is_period(cell) for cell in ("2019", "April 27, 2019", "Q4 2023", "Net of 2019 sales")]
    [True, True, True, False]
    """
    if _SHORT_PERIOD.fullmatch(cell):
        return True
    told = _tokens(cell)
    return any(map(_YEAR.fullmatch, told)) and all(
        word in _OF_PERIODS or word in MONTHS or word.isdigit() for word in told
    )


def heads_period(column: str) -> bool:
    """Say whether a column is headed by a year or quarter, or by what begins with a number."""
    return column[:1].isdigit() or is_period(column)


def _tokens(cell: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(cell.lower())) if len(cell) <= _LONGEST else frozenset()


def _goes_on(first: Sequence[str], row: Sequence[str]) -> bool:
    """Say whether a row goes on with the heads of a table: with years, units, or finer names."""
    if not row:
        return False
    others = [_plain(cell) for cell in row[1:] if cell]
    if not others:
        return is_unit(row[0])  # "(In thousands) |  |"
    if all(map(is_unit, others)):
        return not row[0] or is_unit(row[0]) or len(others) > 1
    finer = sum(map(bool, first)) < len(others)
    nameless = not row[0] or is_unit(row[0])
    nameless |= finer and sum(map(is_period, others)) > 1
    untitled = not first[0] or is_unit(first[0])
    if not (nameless and untitled):
        return False
    return all(
        is_period(cell) or is_unit(cell) or (finer and not any(map(str.isdigit, cell)))
        for cell in others
    )


def _filled(level: Sequence[str], width: int, levels: Sequence[Sequence[str]]) -> list[str]:
    """Return the heads of one level, what stands above several columns for each of them."""
    cells = [*level[1:], *[""] * (width - len(level))]
    if level is levels[-1] or sum(map(bool, cells)) < _SEVERAL:
        return cells
    found, last = [], ""
    for cell in cells:
        last = cell or last
        found.append(last)
    return found
