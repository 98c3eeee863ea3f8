"""Tables with cells that span rows or columns, or with names of columns in two rows, made plain.

What comes out has one row of names, and each row below it a cell for each of them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.documents.plain_text import PlainText, PlainWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST_ACROSS, _MOST_TIMES, _MOST_ADDED = 100, 4, 10_000
"""Columns that a cell may span, and what repeating cells may add to a table."""
_EMPTY = PlainWriter("").collected()


class Spanning(NamedTuple):
    """A cell with how many columns and rows it takes up."""

    words: PlainText
    across: int
    down: int


def spread(rows: Sequence[Sequence[Spanning]], heads: int) -> list[list[PlainText]]:
    """Repeat a cell in every row that it spans, and one of the heads or of words in every column.

    Of what spans the first columns, and of numbers, the other columns are blank.
    Where the first columns hold what several rows share, the first that tells them apart comes
    before these, since the first names the rows.

    Args:
        rows: The cells of each row, those of the heads first.
        heads: How many rows name the columns.
    """
    cells = sum(map(len, rows))
    if sum(c.across * c.down for row in rows for c in row) > _MOST_ADDED + _MOST_TIMES * cells:
        return [[cell.words for cell in row] for row in rows]
    found: list[list[PlainText]] = []
    waiting: dict[int, tuple[PlainText, int]] = {}
    shared: set[int] = set()
    for number, row in enumerate(rows):
        shared |= waiting.keys() if number > heads else set()
        found.append(_filled(row, waiting, repeats=number < heads))
    first = next(at for at in range(len(shared) + 1) if at not in shared)
    return _by_own_names(found, heads, first)


def _filled(
    row: Sequence[Spanning], waiting: dict[int, tuple[PlainText, int]], *, repeats: bool
) -> list[PlainText]:
    """Return a row with the cells above that span it; ``waiting`` has these by their column."""
    found: list[PlainText] = []
    left = list(reversed(row))
    while left or len(found) in waiting:
        at = len(found)
        if at in waiting:
            words, more = waiting.pop(at)
            found.append(words)
            if more > 1:
                waiting[at] = words, more - 1
            continue
        cell = left.pop()
        said_of_all = repeats or (at > 0 and not any(map(str.isdigit, cell.words.text)))
        for column in range(at, at + min(cell.across, _MOST_ACROSS)):
            own = cell.words if said_of_all or column == at else _EMPTY
            found.append(own)
            if cell.down > 1:
                waiting[column] = own, cell.down - 1
    for at in [at for at in waiting if at >= len(found)]:
        del waiting[at]  # of a row that is too short
    return found


def _by_own_names(rows: list[list[PlainText]], heads: int, shared: int) -> list[list[PlainText]]:
    """Name rows by the column behind those whose cells they share, and by these where they must."""
    width = len(rows[heads]) if heads < len(rows) else 0
    if not shared or shared >= width or any(len(row) != width for row in rows):
        return rows
    names = [row[shared].text for row in rows[heads:]]
    if len({*names}) == len(names):
        return [[*_named(row, shared), *row[shared + 1 :]] for row in rows]
    return [[joined(row[: shared + 1]), *row[shared + 1 :]] for row in rows]


def _named(row: Sequence[PlainText], shared: int) -> list[PlainText]:
    """Put the name of a row before what it shares; of a total, which has none, this names it."""
    if row[shared].text:
        return [row[shared], *row[:shared]]
    return [row[0], _EMPTY, *row[1:shared]]


def joined(cells: Sequence[PlainText]) -> PlainText:
    """Return cells as one, each once: "Monthly price" above "Contract"."""
    out = PlainWriter("")
    for cell in {cell.text: cell for cell in cells if cell.text}.values():
        place = cell.starts[0]
        out.put(" " if out.last else "", place, place)
        out.paste(cell)
    return out.collected()


def with_one_head(rows: list[list[PlainText]]) -> list[list[PlainText]]:
    """Join the names of columns that stand in two rows.

    The first of them has blanks, or names twice, for the columns that one name is said of.
    """
    if len(rows) < 3 or not _goes_on(rows[0], rows[1]):
        return rows
    above: list[PlainText] = [rows[0][0]]
    for cell in rows[0][1:]:
        above.append(cell if cell.text or len(above) == 1 else above[-1])
    return [[joined(two) for two in zip(above, rows[1], strict=True)], *rows[2:]]


def _goes_on(head: Sequence[PlainText], row: Sequence[PlainText]) -> bool:
    """Say whether a row has finer names for the columns that a head has one name for."""
    if len(head) != len(row) or row[0].text not in {"", head[0].text}:
        return False
    names = [cell.text for cell in head[1:]]
    shared = any(not two or two == one for one, two in pairwise(names)) and bool(names[0])
    return shared and all(
        cell.text and (_YEAR.fullmatch(cell.text) or not any(map(str.isdigit, cell.text)))
        for cell in row[1:]
    )
