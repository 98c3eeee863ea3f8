"""The cells of tables and records that hold a word or a code, by row."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_amounts, cell_mentions, cell_stems
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.table_cells import TableCell

_LONGEST = 60
PART = ""
"""Column of what stands beside an amount in a line of a list."""
_PLAIN_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_BETWEEN_PARTS = re.compile(r"[,;/]")


@dataclass(frozen=True)
class WordRow:
    """The cells of a row, or of a record without a name, that hold a word or a code.

    Attributes:
        name: What the row is called, or "".
        stems: The content words of the name.
        cells: The cells, in order.
    """

    name: str
    stems: tuple[str, ...]
    cells: tuple[TableCell, ...]


def records_of(cells: Sequence[TableCell]) -> list[WordRow]:
    """Return the rows of tables and the records of a passage, without amounts, dates and prose."""
    rows: defaultdict[tuple[int, str], list[TableCell]] = defaultdict(list)
    for cell in cells:
        if _is_word(cell):
            rows[cell.table, cell.row].append(cell)
    told = [WordRow(name, cell_stems(name), tuple(own)) for (_, name), own in rows.items()]
    return [*told, *_lines_of_parts(cells)]


def _lines_of_parts(cells: Sequence[TableCell]) -> Iterator[WordRow]:
    """Yield "Ramipril: 5 mg, morning" as a row with a word, where several lines are told so."""
    found: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in cells:
        if not cell.alone:
            continue
        parts = [part.strip() for part in _BETWEEN_PARTS.split(cell.value)]
        if len(parts) < 2 or not parts[0][:1].isdigit():
            continue
        word, key = ", ".join(parts[1:]), cell.column
        if len(word) <= _LONGEST and word[:1].isalpha() and not any(map(str.isdigit, word)):
            start = cell.span.end - len(word)
            own = replace(cell, row=key, column=PART, value=word, span=Span(start, cell.span.end))
            found[cell.table].append(replace(own, others=(), at=(cell.at[1], 1)))
    for lines in found.values():
        if len(lines) > 1:
            yield from (WordRow(c.row, cell_stems(c.row), (c,)) for c in lines)


def _is_word(cell: TableCell) -> bool:
    if not 0 < len(cell.value) <= _LONGEST or not any(map(str.isalnum, cell.value)):
        return False
    if not any(map(str.isdigit, cell.value)):
        return True
    if _PLAIN_NUMBER.fullmatch(cell.value):
        return False
    return not cell_mentions(cell.value)[1] and not cell_amounts(cell)
