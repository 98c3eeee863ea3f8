"""How many of each thing a list or table has: `[{"name": "Bolt", "qty": 40}, …]`."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.tables.cells import cell_stems
from groundgraph.text.quantities.written.agreement import agreement
from groundgraph.text.quantities.written.table_cells import spaced
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_COUNTING = frozenset(
    {"quantity", "count", "number", "stock", "in stock", "units", "pieces", "number of items"}
)
"""Columns that say how many of its row's thing there are."""
_HOLDING = frozenset(
    """is are was were has have had contain contains contained hold holds held include includes
    included comprise comprises stock got""".split()
)
_OF_SOME = frozenset(
    """each every per more less fewer another extra other left remaining further after before for if
    not no than""".split()
)
"""Words by which a claim speaks of some of them."""
_HELD = frozenset(cell_stems("contain hold include stock"))


def check_counted(claim: ReadClaim) -> list[Check]:
    """Hold "there are 12 bolts" against the row that counts bolts, where it has another number."""
    amounts = claim.sentence.amounts
    if not amounts or claim.lower.isdisjoint(_HOLDING) or not claim.lower.isdisjoint(_OF_SOME):
        return []
    if any(amount.unit is not COUNT for amount in amounts):
        return []
    counted = [amount for amount in amounts if amount.noun and not amount.weak]
    rows = [*_counted_rows(claim), *_counted_fields(claim)] if counted else []
    found = []
    for amount in counted:
        own = [row for words, row in rows if _counts(claim, amount, words)]
        if len(own) == 1 and agreement(amount, own[0].amount) == "differs":
            found.append(Check("contradicted", "cell", amount.span, (own[0],), 1.0))
    return found


def _counts(claim: ReadClaim, amount: Quantity, name: frozenset[str]) -> bool:
    return not name.isdisjoint(amount.noun) and name <= claim.sentence.words.keys()


def _counted_fields(claim: ReadClaim) -> Iterator[tuple[frozenset[str], EvidenceQuantity]]:
    """Yield "Bolts: 40" of a list, where a claim says no more than how many bolts there are."""
    for reading in claim.index.readings:
        cell = reading.cell
        if cell is not None and cell.alone and reading.amount.unit is COUNT:
            name = frozenset(cell_stems(cell.column))
            if name >= claim.sentence.words.keys() - _HELD:
                yield name, reading


def _counted_rows(claim: ReadClaim) -> list[tuple[frozenset[str], EvidenceQuantity]]:
    """Return the cells that count, with the words that tell their rows from the others."""
    columns: defaultdict[tuple[int, int], list[EvidenceQuantity]] = defaultdict(list)
    for reading in claim.index.readings:
        cell = reading.cell
        if cell is not None and cell.row and spaced(cell.column).lower() in _COUNTING:
            columns[reading.passage, cell.table].append(reading)
    found = []
    for place, held in columns.items():
        names = [frozenset(cell_stems(r.cell.row)) for r in held if r.cell]
        shared = frozenset.intersection(*names)
        if len(names) > 1 and place not in claim.other_tables:
            found += [(own - shared, r) for own, r in zip(names, held, strict=True) if own > shared]
    return found
