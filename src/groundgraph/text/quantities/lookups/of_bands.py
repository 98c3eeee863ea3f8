"""Amounts in the row of a range that another amount of a claim, or its question, falls into."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.model import EvidenceQuantity

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_OF_BAND = 0.9
"""Fit of a value that another row of ranges has in its column."""


def of_its_band(claim: ReadClaim, check: Check) -> Check:
    """Hold an amount to the row of a range that another amount falls into.

    What stands there is told in other words; what stands in its column alone is surely wrong.
    """
    held = check.held[0] if check.held else None
    if claim.in_band is None or not isinstance(held, EvidenceQuantity) or held.cell is None:
        return check
    band, cell = claim.in_band[1], held.cell
    named = cell_stems(cell.column if cell.alone else cell.row)
    if (held.passage, cell.table) != band.table or named != band.row:
        return check
    if not cell.at[1] and not cell.alone:
        return check  # the range itself
    if check.outcome == "supported":
        return replace(check, anew=True)
    amount = claim.sentence.amounts[claim.numbers[check.at]] if check.at in claim.numbers else None
    if check.outcome not in {"contradicted", "elsewhere"} or amount is None:
        return check
    beside = (
        reading.amount
        for reading in claim.index.readings
        if (other := reading.cell) is not None
        and (reading.passage, other.table) == band.table
        and (cell.alone or other.at[1] == cell.at[1])
    )
    told = any(amount.value == each.value and amount.noun == each.noun for each in beside)
    fit = max(check.fit, _OF_BAND)
    return replace(check, outcome="contradicted", fit=fit) if told else check
