"""Tables whose columns stand below each other, some of them only one blank apart.

    Filesystem      Size  Used Avail Use% Mounted on
    /dev/sda1        50G   31G   17G  65% /
    /dev/sdb1       200G  188G   12G  94% /var

A column is where no line of the table has a blank throughout; what has no head, or nothing below
it, belongs to the column before.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAST_LINES, _LEAST_COLUMNS = 3, 3
_GAP = re.compile(r"\S[ \u00a0]{2,}\S")


def aligned(text: str, lines: Sequence[Span]) -> list[list[Span]]:
    r"""Return the cells of each of some lines, an empty span for a blank one.

    Args:
        text: The text.
        lines: Neighbouring lines of it.

    Returns:
        None where the lines are no table.

    >>> text = "Name   Use% Left on\na       65% /x\nbc       7% /"
    >>> [[cell.of(text) for cell in row] for row in aligned(text, [Span(0, 19), Span(20, 34),
    ...     Span(35, 48)])]
    [['Name', 'Use%', 'Left on'], ['a', '65%', '/x'], ['bc', '7%', '/']]
    """
    written = [line.of(text).replace("\u00a0", " ") for line in lines]
    if len(lines) < _LEAST_LINES or any("\t" in line for line in written):
        return []
    columns = _columns(written)
    if len(columns) < _LEAST_COLUMNS:
        return []
    cells = [[_cell(line, *column) for column in columns] for line in written]
    if not all(row[0] for row in cells[1:]) or _are_grown_together(written, cells):
        return []
    return [
        [Span(line.start + cell.start, line.start + cell.end) for cell in row]
        for line, row in zip(lines, cells, strict=True)
    ]


def _columns(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where columns begin and end, those joined of which one has no head or no values."""
    width = max(map(len, lines))
    filled = [any(line[at : at + 1].strip() for line in lines) for at in range(width)]
    runs = [
        [at for at, _ in run] for full, run in groupby(enumerate(filled), lambda x: x[1]) if full
    ]
    found: list[tuple[int, int]] = []
    for run in runs:
        start, end = run[0], run[-1] + 1
        headed = bool(lines[0][start:end].strip())
        below = any(line[start:end].strip() for line in lines[1:])
        if found and not (headed and below):
            start = found.pop()[0]
        found.append((start, end))
    return found


def _cell(line: str, start: int, end: int) -> Span:
    written = line[start:end]
    first = start + len(written) - len(written.lstrip())
    return Span(first, max(first, start + len(written.rstrip())))


def _are_grown_together(lines: Sequence[str], rows: Sequence[Sequence[Span]]) -> bool:
    """Say whether a cell holds several columns: two blanks in a row, or one blank in each line."""
    told = [[cell.of(line) for cell in row] for line, row in zip(lines, rows, strict=True)]
    if any(_GAP.search(cell) for row in told for cell in row):
        return True
    return any(all(" " in row[at] for row in told) for at in range(1, len(told[0])))
