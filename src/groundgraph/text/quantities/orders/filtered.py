"""Conditions by which a superlative is said of some rows alone: "the cheapest vegan option"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.selections import selections

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.model import EvidenceQuantity


def meets(claim: ReadClaim, held: EvidenceQuantity) -> bool | None:
    """Say whether the row of a reading meets each condition of a claim and its question.

    Returns:
        ``None`` where they set none for its table, or it is no cell.
    """
    cell = held.cell
    if cell is None:
        return None
    found = None
    for passage, grid in claim.grids:
        if passage != held.passage or grid.table != cell.table:
            continue
        rows = [
            number
            for number, row in enumerate(grid.rows)
            if max(own.cell.at[0] for own in row.values()) == cell.at[0]
        ]
        wanted = selections(f"{claim.question.text} {claim.text}", grid)
        if rows and wanted:
            found = all(rows[0] in each.rows for each in wanted if rows[0] in each.known)
    return found
