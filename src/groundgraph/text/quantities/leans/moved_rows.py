"""Several rows of a table that are said to have moved one way: "Dellow and Cray shrank".

Each must have moved so from one column of numbers to the later one, or the claim leans to be wrong.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.leans.one_row import way_of_columns
from groundgraph.text.quantities.leans.said import leaning
from groundgraph.text.quantities.lookups.columns import DENIALS
from groundgraph.text.quantities.lookups.rows import named_in
from groundgraph.text.quantities.tables.grids import said_in, words_of

if TYPE_CHECKING:
    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.evidence.slots import ReadClaim

_UP = re.compile(r"\b(?:gain(?:ed|s)?|grew|grow(?:n|s)?|rose|risen|increased|climbed|went up)\b")
_DOWN = re.compile(
    r"\b(?:lost|lose|loses|shrank|shrunk|shrink|fell|fallen|dropped|decreased|declined|went down)\b"
)
_PARTED = re.compile(r"\b(?:than|but|while|whereas|although|though|except|unlike)\b|;")
_WORD = re.compile(r"[^\W_]+")
_LEAN, _TWO = 0.6, 2


def check_moved_rows(claim: ReadClaim) -> list[Check]:
    """Let a claim of several rows lean to whether each moved as it, or its question, says."""
    lower = claim.text.lower()
    way = _way(lower) or _way(claim.question.text.lower())
    if not way or _PARTED.search(lower) or not DENIALS.isdisjoint(_WORD.findall(lower)):
        return []
    if any(amount.dimension for amount in claim.sentence.amounts):
        return []
    found = set()
    for _, grid in claim.grids:
        named = [each for each in named_in(said_in(claim.text), grid) if len(each.places) == 1]
        rows = {row for each in named for row, column in each.places if column == 0}
        if len(rows) < _TWO or len(rows) < len(named):
            continue
        moved = [way_of_columns(words_of(claim.text), grid, row) for row in sorted(rows)]
        if all(step is not None for step in moved):
            found.add(all(step is not None and step * way > 0 for step in moved))
    return [leaning(claim, _LEAN if found.pop() else -_LEAN)] if len(found) == 1 else []


def _way(text: str) -> int:
    """Return 1 for up, -1 for down, 0 for both or neither."""
    return bool(_UP.search(text)) - bool(_DOWN.search(text))
