"""What claims lean to of which nothing is sure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.leans.extreme_rows import check_extreme_rows
from groundgraph.text.quantities.leans.list_leans import lean_by_lists
from groundgraph.text.quantities.leans.moved_rows import check_moved_rows
from groundgraph.text.quantities.leans.one_row import check_one_row
from groundgraph.text.quantities.leans.row_sets import check_row_sets
from groundgraph.text.quantities.leans.said import leaning, said_by
from groundgraph.text.quantities.leans.told_leans import lean_by_words
from groundgraph.text.quantities.lookups.columns import check_columns

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim


def with_leanings(claim: ReadClaim, compared: list[Check]) -> list[Check]:
    """Let comparisons of which nothing is known lean to what lists, or words, say of them.

    What amounts bear out is open where words say the other way.
    """
    right = [at for at, check in enumerate(compared) if _is_right(check)]
    if not right and any(check.lean or check.outcome != "open" for check in compared):
        return compared
    said = said_by(claim)
    lean = 0.0 if right or not said else lean_by_lists(claim, said)
    lean = lean or (lean_by_words(claim, said) if said else 0.0)
    if not lean or (right and lean > 0):
        return compared
    at = right or [i for i, check in enumerate(compared) if check.kind == "comparison"][:1]
    if not at:
        return [*compared, leaning(claim, lean)]
    return [
        replace(check, outcome="open", lean=lean) if i in at else check
        for i, check in enumerate(compared)
    ]


def check_table_leans(claim: ReadClaim) -> list[Check]:
    """Let a claim lean to what columns, the row that has the most, or other rows say of it."""
    if not claim.grids:
        return []
    found = check_row_sets(claim) or check_columns(claim)
    found = found or check_extreme_rows(claim) or check_one_row(claim)
    return found or check_moved_rows(claim)


def _is_right(check: Check) -> bool:
    return check.outcome == "supported" and check.kind == "comparison"
