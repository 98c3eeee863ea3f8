"""Rows of a table as cells, each with the names of its row, its column and its section."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.heads import (
    heads_of,
    is_unit,
    naming_column,
    only_numbers_rows,
)
from groundgraph.text.quantities.tables.measured import with_units
from groundgraph.text.quantities.written.table_cells import TableCell
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.tables.html import Written

_LETTER_FIRST = re.compile(r"[\"'(/]?[^\W\d_]")
_LEAST_ROWS = 2
_QUOTED = re.compile(r'(?:(?<![^,;\t])|(?<=[,;] ))"[^"]*(?:""[^"]*)*"(?=\s?(?:[,;\t]|$))')
_AROUND = '"*_` \t\r'
"""What is no part of a cell: blanks, quotes, marks of bold and italic print."""
_MARK = re.compile(r"[,;\t]")
_LONGEST_LINE = 1_000
_TOTAL = re.compile(r"total\b", re.IGNORECASE)


def split(text: str, line: Span, mark: str) -> list[Written]:
    """Return the cells of a line between marks, without the marks of bold and italic print."""
    found = []
    at = line.start
    for part in unquoted(text[line.start : line.end]).split(mark):
        first = at + len(part) - len(part.lstrip(_AROUND))
        place = Span(first, max(first, at + len(part.rstrip(_AROUND))))
        found.append((place.of(text), place))
        at += len(part) + len(mark)
    return found


def unquoted(line: str) -> str:
    """Return a line of cells with blanks for the marks within quoted ones.

    >>> unquoted('HX-204,"Bolt M8, zinc",0.18')
    'HX-204,"Bolt M8  zinc",0.18'
    """
    if '"' not in line or len(line) > _LONGEST_LINE:
        return line
    return _QUOTED.sub(lambda match: _MARK.sub(" ", match[0]), line)


def piped(rows: Sequence[list[Written]]) -> list[list[Written]]:
    """Leave out what stands outside the first and the last "|" of lines that begin with one.

    Where others begin with a cell, and the line is as long as these, its first cell is blank. A
    line of nothing but bars is no row.
    """
    open_rows = [len(row) for row in rows if row[0][0]]
    width = Counter(open_rows).most_common(1)[0][0] if open_rows else 0
    inner = [row if len(row) == width else _inner(row) for row in rows]
    return [row for row in inner if row]


def _inner(row: list[Written]) -> list[Written]:
    row = row[1:] if not row[0][0] and len(row) > 1 else row
    return row[:-1] if row and not row[-1][0] else row


def grid(rows: list[list[Written]], number: int, caption: str) -> list[TableCell]:
    """Read rows under a header; the first column names the rows, but for one that counts them."""
    while len(rows) > 1 and len([cell for cell, _ in rows[0] if cell]) == 1:
        caption = f"{caption} {' '.join(cell for cell, _ in rows[0])}".strip()
        rows = rows[1:]
    if len(rows) < _LEAST_ROWS:
        return []
    if only_numbers_rows([[cell for cell, _ in row] for row in rows]):
        rows = [row[1:] for row in rows]
    heads = heads_of(_with_names_first(rows), caption)
    found: list[TableCell] = []
    for at, (row, section) in enumerate(_in_sections(heads.rows)):
        found += _cells(row, heads.names, (number, at), heads.caption, section)
    return with_units(found)


def _with_names_first(rows: list[list[Written]]) -> list[list[Written]]:
    """Move the column that names the rows before the others: "Qty | Item | Price"."""
    header, *below = [[cell for cell, _ in row] for row in rows]
    at = naming_column(header, below)
    return [[row[at], *row[:at], *row[at + 1 :]] for row in rows] if at else rows


def _in_sections(rows: Sequence[list[Written]]) -> Iterator[tuple[list[Written], str]]:
    """Yield rows with the heading of their section, a row of which all other cells are blank."""
    section: list[str] = []
    opened = False
    for row in rows:
        if len(row) > 1 and row[0][0] and not any(cell for cell, _ in row[1:]):
            if not is_unit(row[0][0]):
                section = [*(section if opened else ()), row[0][0]]
                opened = True
            yield row, ""
            continue
        opened = False
        yield row, " ".join(section)
        if _TOTAL.match(row[0][0]):
            section = []


def _cells(
    row: list[Written], names: Sequence[str], place: tuple[int, int], caption: str, section: str
) -> Iterator[TableCell]:
    number, at = place
    if len(row) < _LEAST_ROWS:
        return
    name, named_at = row[0]
    shift = 1 if len(row) == len(names) + 1 and names[0] else 0
    texts = tuple(cell for cell, _ in row[1:] if _LETTER_FIRST.match(cell))
    for column, (cell, span) in enumerate(row[1:], start=1):
        if not cell:
            continue
        head = names[column - shift] if column - shift < len(names) else ""
        others = tuple(other for other in texts if other != cell)
        yield TableCell(
            name, head, cell, span, number, (at, column), others, caption, section=section
        )
    if names[0] and not shift and name:
        yield TableCell(
            name, names[0], name, named_at, number, (at, 0), texts, caption, section=section
        )
