"""What a claim says of the row that has the most: "the chair for the lightest users lasts 2 years".

The row is found by the column that the superlative measures, and the rest of the claim is held
against its other cells. Columns are found by words and units, so that what is found leans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.leans.list_leans import fits_unit, sign_of
from groundgraph.text.quantities.leans.said import leaning, superlatives_of
from groundgraph.text.quantities.lookups.columns import DENIALS, yes_or_no_columns
from groundgraph.text.quantities.lookups.rows import named_in
from groundgraph.text.quantities.tables.cells import cell_amounts
from groundgraph.text.quantities.tables.column_values import is_yes
from groundgraph.text.quantities.tables.grids import said_in
from groundgraph.text.quantities.written.agreement import agreement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.evidence.value_lists import ListedValue, ValueList
    from groundgraph.text.quantities.leans.said import Said
    from groundgraph.text.quantities.tables.grids import Cell, Grid

_LEAN, _TWO = 0.6, 2


def check_extreme_rows(claim: ReadClaim) -> list[Check]:
    """Let a claim lean to whether the row that has the most has what else it says."""
    said = list(superlatives_of(claim)) if claim.grids else []
    if len(said) != 1 or said[0].rank != 1:
        return []
    found = [way for passage, grid in claim.grids for way in _ways(claim, said[0], passage, grid)]
    if not found or len(set(found)) > 1:
        return []
    return [leaning(claim, _LEAN * found[0])]


def _ways(claim: ReadClaim, said: Said, passage: int, grid: Grid) -> Iterator[int]:
    """Yield 1 or -1 for each cell of the row that has, or has not, what the claim says."""
    lists = [
        told
        for told in claim.index.passages[passage].value_lists
        if told.of_cells and sign_of(said.adjective, told) and _column(told, grid)
    ]
    fits = [_fit(said, told) for told in lists]
    best = max(fits, default=(0, 0))
    for fit, told in zip(fits, lists, strict=True):
        if fit == best and (best > (0, 0) or len(lists) == 1):
            row = _top(claim, told, sign_of(said.adjective, told), grid)
            if row is not None:
                yield from _cells(claim, grid, row)


def _fit(said: Said, told: ValueList) -> tuple[int, int]:
    called = len(told.words.intersection(said.adjective.attribute))
    return fits_unit(said.adjective, told) + called, len(told.words & said.kind)


def _column(told: ValueList, grid: Grid) -> int:
    """Return the column of a table that a list is; 0 where it is none of it."""
    places = {(m.place[0], m.place[2]) for m in told.members if m.place is not None}
    [(table, column), *more] = places or {(-1, 0)}
    return column if table == grid.table and not more else 0


def _top(claim: ReadClaim, told: ValueList, sign: int, grid: Grid) -> tuple[int, int] | None:
    """Return the row and column of the most, of the rows that share what a claim names."""
    group = list(_group(claim, told, grid))
    best = max(member.value * sign for member in group)
    tops = [m.place for m in group if m.value * sign == best and m.place is not None]
    return (_number(grid, tops[0][1]), tops[0][2]) if len(tops) == 1 else None


def _group(claim: ReadClaim, told: ValueList, grid: Grid) -> Iterator[ListedValue]:
    rows = [
        {_row_of(grid, row) for row, _ in each.places}
        for each in named_in(said_in(claim.text), grid)
        if _TWO <= len({row for row, _ in each.places}) < len(grid.rows)
    ]
    meant = set.intersection(*rows) if rows else set()
    wide = len(meant) >= _TWO
    yield from (
        member
        for member in told.members
        if not wide or (member.place is not None and member.place[1] in meant)
    )


def _row_of(grid: Grid, number: int) -> int:
    """Return the index in its table of a row of a grid."""
    return max(cell.cell.at[0] for cell in grid.rows[number].values())


def _number(grid: Grid, row: int) -> int:
    return next(at for at in range(len(grid.rows)) if _row_of(grid, at) == row)


def _cells(claim: ReadClaim, grid: Grid, place: tuple[int, int]) -> Iterator[int]:
    row, measured = place
    said, own = said_in(claim.text), grid.rows[row]
    letters = {token.text for token in claim.sentence.tokens}
    denied = not DENIALS.isdisjoint(letters) or any(w.endswith(("n't", "n’t")) for w in letters)
    ways: list[int] = []
    for column, cell in own.items():
        others = [r[column] for at, r in enumerate(grid.rows) if at != row and column in r]
        if column != measured and not denied:
            ways += _of_cell(claim, said, cell, others)
    marked = yes_or_no_columns(said, grid) if not ways else ()
    yield from ways or (1 if is_yes(grid, row, column) != denied else -1 for column in marked)


def _of_cell(
    claim: ReadClaim, said: frozenset[str], own: Cell, others: list[Cell]
) -> Iterator[int]:
    """Yield 1 where a claim tells an own cell, -1 where it tells that of another row instead."""
    if all(other.words == own.words for other in others):
        return
    if _is_told(claim, said, own):
        yield 1
    elif any(_is_told(claim, said, other) for other in others):
        yield -1


def _is_told(claim: ReadClaim, said: frozenset[str], cell: Cell) -> bool:
    amounts = cell_amounts(cell.cell) if claim.sentence.amounts else []
    if len(amounts) == 1 and amounts[0].dimension:
        return any(agreement(told, amounts[0]) == "equal" for told in claim.sentence.amounts)
    return bool(cell.words) and cell.words <= said
