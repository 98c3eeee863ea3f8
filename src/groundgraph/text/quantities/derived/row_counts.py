"""How many rows of a table a claim speaks of: "Two hotels have three stars".

What heads the names of the rows is what is counted, and no cell of theirs is such a number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.derived.derivations import Derivation, value_amount
from groundgraph.text.quantities.tables.grids import words_of
from groundgraph.text.quantities.written.model import Event
from groundgraph.text.quantities.written.moments import Moment
from groundgraph.text.quantities.written.stems import stem
from groundgraph.text.quantities.written.unit_table import COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.passage_reading import PassageReading
    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Cell, Grid
    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.model import EvidenceQuantity

_SURE, _BEHIND = 1.0, 2
"""Fit of what is counted so; tokens behind a number among which its noun stands."""
_NO_CONDITIONS = frozenset(
    """not no never neither nor without except only all every each both other others more less fewer
    least most over under above below between than or""".split()
)
"""Words by which a claim says more of what is counted than that it has a value."""
_TOLD = frozenset({"list", "tabl", "row", "entry", "be", "hav"})
"""Stems of words that a claim on a table may have besides."""


def counts_rows(claim: ReadClaim, amount: Quantity, reading: EvidenceQuantity) -> bool:
    """Say whether an amount counts the rows of a table, whose cells are no such number."""
    cell = reading.cell
    if cell is None or cell.at[1] == 0 or amount.unit is not COUNT or not amount.noun:
        return False
    head = claim.index.passages[reading.passage].row_heads.get(cell.table, frozenset())
    return _is_head(claim, head, amount) and head.isdisjoint(words_of(cell.column))


def _is_head(claim: ReadClaim, head: frozenset[str], amount: Quantity) -> bool:
    """Say whether what heads the names of rows stands behind an amount: "three hotels"."""
    if not head or not head <= {*amount.noun}:
        return False
    behind = claim.sentence.tokens[amount.first + 1 : amount.after + _BEHIND]
    return head <= {stem(token.text) for token in behind}


def rows_counted(claim: ReadClaim, amount: Quantity) -> Iterator[Derivation]:
    """Yield the number of the rows with the value that a claim tells, where that is all it says."""
    if amount.unit is not COUNT or not amount.noun or amount.bound not in {"exact", "exactly"}:
        return
    if sum(other.noun == amount.noun for other in claim.sentence.amounts) > 1:
        return  # "three of the four hotels"
    if not _NO_CONDITIONS.isdisjoint(claim.lower) or any(w.endswith("n't") for w in claim.lower):
        return
    for passage in claim.index.passages:
        for grid in passage.grids:
            if _is_head(claim, grid.headers.get(0, frozenset()), amount) and _is_whole(grid):
                yield from _with_value(claim, amount, grid, passage)


def _is_whole(grid: Grid) -> bool:
    """Say whether each row is named by a cell of its own, and none is a total."""
    names = [row[0].words for row in grid.rows if 0 in row]
    return len(names) == len(grid.rows) == len({*names}) and not any("total" in n for n in names)


def _with_value(
    claim: ReadClaim, amount: Quantity, grid: Grid, passage: PassageReading
) -> Iterator[Derivation]:
    """Yield how many rows have the one value of a column that a claim names, with its head or not.

    Args:
        claim: The claim.
        amount: What it says their number is.
        grid: The table.
        passage: That which holds it.
    """
    before, behind = claim.text[: amount.span.start], claim.text[amount.span.end :]
    said = words_of(f"{before} {behind}") - grid.headers[0] - _TOLD
    for column, head in grid.headers.items():
        values = [row[column] for row in grid.rows if column in row] if column else []
        held = [cell for cell in values if said - head <= cell.words and not _denies(cell)]
        alike = all(cell.words | head == said | head for cell in held)
        if not held or not said - head or len(values) < len(grid.rows) or not alike:
            continue
        first, last = held[0].cell, held[-1].cell
        if any(map(str.isdigit, first.value)) and not head <= said:
            continue  # a number of another thing
        span = first.span._replace(end=last.span.end)
        event = Event(Moment(), {}, passage.number, span, span, 0)
        number = value_amount(Fraction(len(held)), COUNT)
        terms = (f"rows with “{first.column}: {first.value}”",)
        yield Derivation(number, terms, (event,), _SURE, "count", whole=True, sole=True)


def _denies(cell: Cell) -> bool:
    return not _NO_CONDITIONS.isdisjoint(cell.cell.value.lower().split())
