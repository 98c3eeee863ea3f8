"""What a claim says of one row of a table: what it has none of, how it moved, whether it is first.

"Size 2 is sold out" beside 0 under "In stock"; "the bonus went down from January to February"; "the
suit has to be finished last". Columns are found by words, so that what is found leans.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.leans.row_sets import ALONE
from groundgraph.text.quantities.leans.said import leaning, tells_values
from groundgraph.text.quantities.lookups.columns import DENIALS
from groundgraph.text.quantities.lookups.rows import named_in, with_places
from groundgraph.text.quantities.tables.column_values import is_of_numbers, value_of
from groundgraph.text.quantities.tables.grids import said_in
from groundgraph.text.quantities.written.moments import order
from groundgraph.text.quantities.written.stems import stem

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid

_WORD = re.compile(r"[^\W_]+")
_CLAUSES = re.compile(r"[,;]|\b(?:and|but|while|whereas|although|though|than)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_NOTHING = frozenset({"", "-", "–", "—", "none", "no", "nil", "0", "n/a"})
_GONE = re.compile(r"\b(?:sold out|out of stock|fully booked|booked up|full|unavailable)\b")
_STILL = re.compile(r"\b(?:available|in stock|on sale|left)\b")
_OF_STOCK = frozenset(
    map(stem, "stock left free available remaining places seats quantity".split())
)
_UP = re.compile(
    r"\b(?:(?:went|gone|go|goes|moved) up|rose|risen|rises|grew|grown|increased|climbed|gained)\b"
)
_DOWN = re.compile(
    r"\b(?:(?:went|gone|go|goes|moved) down|fell|fallen|falls|dropped|decreased|declined|shrank"
    r"|slipped)\b"
)
_FIRST, _LAST = frozenset({"first", "earliest", "soonest"}), frozenset({"last", "latest"})
_LEAN, _TWO = 0.6, 2


def check_one_row(claim: ReadClaim) -> list[Check]:
    """Let a claim of one row lean to what the columns that it speaks of have there."""
    lower = claim.text.lower()
    letters = _WORD.findall(lower)
    if tells_values(claim) or _CLAUSES.search(lower) or not ALONE.isdisjoint(letters):
        return []
    found = set()
    for passage, grid in claim.grids:
        said = with_places(said_in(claim.text), letters, grid)
        rows = _rows(said, grid)
        if len(rows) != 1:
            continue
        [row] = rows
        for right in (
            _has_none(lower, letters, said, (grid, row)),
            _moved(lower, letters, said, (grid, row)),
            _is_first(claim, letters, passage, (grid, row)),
        ):
            if right is not None:
                found.add(right)
    return [leaning(claim, _LEAN if found.pop() else -_LEAN)] if len(found) == 1 else []


def _rows(said: frozenset[str], grid: Grid) -> set[int]:
    """Return the rows that have all that is named."""
    named = [{row for row, _ in each.places} for each in named_in(said, grid)]
    return set.intersection(*named) if named else set()


def _has_none(
    lower: str, letters: list[str], said: frozenset[str], place: tuple[Grid, int]
) -> bool | None:
    """Say whether a row has, or has nothing of, what heads the column that a claim names."""
    grid, row = place
    gone, still = _GONE.search(lower), _STILL.search(lower)
    scarce = _OF_STOCK if gone or still else frozenset()
    denied = not DENIALS.isdisjoint(letters) or "n't" in lower or "n’t" in lower
    found = set()
    for column, head in grid.headers.items():
        values = [r[column].cell.value.strip().lower() for r in grid.rows if column in r]
        empty = [value in _NOTHING for value in values]
        named = head & (said | scarce) and not head & grid.headers.get(0, frozenset())
        if column and named and any(empty) and not all(empty) and column in grid.rows[row]:
            has = grid.rows[row][column].cell.value.strip().lower() not in _NOTHING
            found.add(has != (denied != bool(gone)))
    return found.pop() if len(found) == 1 else None


def _moved(
    lower: str, letters: list[str], said: frozenset[str], place: tuple[Grid, int]
) -> bool | None:
    """Say whether the values of a row moved as a claim says, from one column to a later one."""
    grid, row = place
    ways = bool(_UP.search(lower)) - bool(_DOWN.search(lower))
    if not ways or not DENIALS.isdisjoint(letters):
        return None
    step = way_of_columns(said, grid, row)
    return None if step is None else step * ways > 0


def way_of_columns(said: frozenset[str], grid: Grid, row: int) -> float | None:
    """Return what a row has more in the later of the two columns of numbers that are meant."""
    numbers = [column for column in sorted(grid.headers) if column and is_of_numbers(grid, column)]
    named = [column for column in numbers if grid.headers[column] & said]
    columns = named if len(named) == _TWO else numbers
    if len(columns) != _TWO:
        return None
    if _are_backwards(*(grid.headers[column] for column in columns)):
        columns.reverse()
    one, other = (value_of(grid, row, column) for column in columns)
    return None if one is None or other is None else other - one


def _are_backwards(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether the later of two years heads the first of two columns."""
    years = [[word for word in head if _YEAR.fullmatch(word)] for head in (one, other)]
    return all(years) and max(years[0]) > max(years[1])


def _is_first(
    claim: ReadClaim, letters: list[str], passage: int, place: tuple[Grid, int]
) -> bool | None:
    """Say whether a row is the first, or last, by the only column of dates, or by each of them."""
    grid, row = place
    first, last = not _FIRST.isdisjoint(letters), not _LAST.isdisjoint(letters)
    if first == last or not DENIALS.isdisjoint(letters):
        return None
    own = next(iter(grid.rows[row].values())).cell.at[0]
    events = [e for e in claim.index.passages[passage].events if e.cell is not None]
    held = [e for e in events if e.cell is not None and e.cell.table == grid.table]
    found = set()
    for column in {e.cell.at[1] for e in held if e.cell is not None}:
        told = [e for e in held if e.cell is not None and e.cell.at[1] == column]
        mine = [e for e in told if e.cell is not None and e.cell.at[0] == own]
        if len(told) < _TWO or len(mine) != 1:
            return None
        orders = [order(e.moment, mine[0].moment) for e in told if e is not mine[0]]
        found.add(all(way == ("after" if first else "before") for way in orders))
    return found.pop() if len(found) == 1 else None
