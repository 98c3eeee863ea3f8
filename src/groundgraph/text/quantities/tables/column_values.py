"""What the cells of a column of a table hold: numbers, or yes and no."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.tables.grids import Grid

_YES = frozenset("yes x true ✓ ✔ ✅ y t included".split())
_NO = frozenset("no - – — n false f ✗ ✘ ❌".split()) | {"", "not included"}
_FLAGS = {"0", "1"}
_NUMBER = re.compile(r"[-−]?\d+(?:,\d{3})*(?::\d\d){0,2}(?:\.\d+)?")
_MOSTLY = 2 / 3
"""Share of a column's cells that hold numbers, where it is one of numbers."""


def is_of_numbers(grid: Grid, column: int) -> bool:
    """Say whether most cells of a column hold numbers."""
    told = [row[column].cell.value for row in grid.rows if column in row]
    return sum(bool(_NUMBER.search(value)) for value in told) >= max(2, _MOSTLY * len(told))


def column_of_times(grid: Grid) -> int | None:
    """Return the one column of times, by which the first wins."""
    told = [c for c, head in grid.headers.items() if c and is_of_numbers(grid, c)]
    timed = [c for c in told if stem("time") in grid.headers[c]]
    return timed[0] if len(timed) == 1 else None


def value_of(grid: Grid, row: int, column: int) -> float | None:
    """Return the number of a cell, a time in its smallest unit; ``None`` where it has none."""
    cell = grid.rows[row].get(column)
    match = _NUMBER.search(cell.cell.value) if cell else None
    if match is None:
        return None
    value = 0.0
    for part in match[0].replace(",", "").replace("−", "-").split(":"):
        value = 60 * value + float(part)
    return value


def is_of_marks(grid: Grid, column: int) -> bool:
    """Say whether every cell of a column says yes or no, 0 and 1 among them."""
    values = {row[column].cell.value for row in grid.rows if column in row}
    return values == _FLAGS or is_of_yes_or_no(grid, column)


def is_of_yes_or_no(grid: Grid, column: int) -> bool:
    """Say whether a column says yes and no in words or signs; a cell that is left out says no."""
    values = {row[column].cell.value.strip().lower() for row in grid.rows if column in row}
    filled = all(column in row for row in grid.rows)
    return (
        column > 0
        and values <= _YES | _NO
        and bool(values & _YES)
        and (bool(values & _NO) or not filled)
    )


def is_yes(grid: Grid, row: int, column: int) -> bool:
    """Say whether a cell of a column of yes and no says yes."""
    cell = grid.rows[row].get(column)
    return cell is not None and cell.cell.value.strip().lower() in _YES | {"1"}


def mark_of(grid: Grid, row: int, column: int) -> bool | None:
    """Return whether a cell says yes, ``None`` where it says neither yes nor no."""
    cell = grid.rows[row].get(column)
    value = cell.cell.value.strip().lower() if cell else "?"
    return True if value in _YES else False if value in _NO else None
