"""Conditions by which a superlative is said of some rows alone: "the cheapest vegan option"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.selections import selections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Grid
    from groundgraph.text.quantities.tables.selections import Selection
    from groundgraph.text.quantities.written.model import EvidenceQuantity
    from groundgraph.text.quantities.written.table_cells import TableCell


def meets(claim: ReadClaim, held: EvidenceQuantity) -> bool | None:
    """Say whether the row of a reading meets each condition of a claim and its question.

    Returns:
        ``None`` where they set none for its table, or it is no cell.
    """
    told = [row in each.rows for row, each, _ in _conditions(claim, held)]
    return all(told) if told else None


def failing(claim: ReadClaim, held: EvidenceQuantity) -> TableCell | None:
    """Return the cell of a reading's row by which it does not meet a condition."""
    cells = (
        grid.rows[row][each.column].cell
        for row, each, grid in _conditions(claim, held)
        if row not in each.rows
    )
    return next(cells, None)


def _conditions(claim: ReadClaim, held: EvidenceQuantity) -> Iterator[tuple[int, Selection, Grid]]:
    """Yield the row of a reading with each condition of which its table tells."""
    cell = held.cell
    for passage, grid in claim.grids if cell is not None else ():
        if passage != held.passage or cell is None or grid.table != cell.table:
            continue
        at = [max(own.cell.at[0] for own in row.values()) for row in grid.rows]
        if cell.at[0] not in at:
            continue
        row = at.index(cell.at[0])
        for each in selections(f"{claim.question.text} {claim.text}", grid):
            if row in each.known:
                yield row, each, grid
