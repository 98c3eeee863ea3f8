"""Numbers of a claim on one row of a table that another row has: "render.py, at 52%"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundgraph.text.quantities.evidence.findings import Check
from groundgraph.text.quantities.lookups.named_rows import rows_named
from groundgraph.text.quantities.lookups.rows import is_told_outside, named_in
from groundgraph.text.quantities.tables.grids import said_in
from groundgraph.text.quantities.written.model import Event
from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.text.quantities.evidence.slots import ReadClaim
    from groundgraph.text.quantities.tables.grids import Cell, Grid

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
_IN_CELL = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OF_OTHERS = re.compile(
    r"\b(?:than|more|less|fewer|instead|rather|discount|ahead|behind|before|after|compared|versus|vs|average|mean|total|sum"
    r"|between|difference|from|of the|out of|other|others|both|not|no|over|above|below|under)\b"
    r"|n['’]t\b|[+×÷=]",
    re.IGNORECASE,
)
"""Words by which a claim on one row tells a number of others, or one that is reckoned."""
_FEW = frozenset(range(2, 13))
_SURE, _LEAST_DIGITS = 0.9, 2


def check_row_numbers(claim: ReadClaim) -> list[Check]:
    """Hold the numbers of a claim that names one row against the cells of that row.

    A number that the row has not, and another row has in a column in which the named one has
    another, is of that.
    """
    if not claim.grids or _OF_OTHERS.search(claim.text):
        return []
    return [check for passage, grid in claim.grids for check in _in_grid(claim, passage, grid)]


def _in_grid(claim: ReadClaim, passage: int, grid: Grid) -> Iterator[Check]:
    named = rows_named(claim, grid)
    if len(named) != 1 or _names_another(claim, grid, next(iter(named))):
        return
    [(number, place)] = named.items()
    row = grid.rows[number]
    own = {value for cell in row.values() for value in _numbers(cell)}
    asked = {_plain(match[0]) for match in _NUMBER.finditer(claim.question.text)}
    asked |= {_plain(found) for head in grid.headers.values() for found in head}
    for match in _NUMBER.finditer(claim.text):
        value = _plain(match[0])
        if len(re.sub(r"\D", "", value)) < _LEAST_DIGITS or value in own | asked:
            continue
        if place.start <= match.start() < place.end:
            continue
        places = [
            (at, column)
            for at, other in enumerate(grid.rows)
            if at != number
            for column, cell in other.items()
            if value in _numbers(cell)
        ]
        columns = {column for _, column in places}
        meant = [column for column in sorted(columns) if column in row and _numbers(row[column])]
        one = len(columns) == 1 or len({at for at, _ in places}) == 1
        if one and meant and not is_told_outside(claim, grid, value):
            if any(_is_multiple(value, each) for each in _numbers(row[meant[0]])):
                continue
            cell = row[meant[0]].cell
            event = Event.of_cell(cell, passage)
            yield Check("contradicted", "row", _whole(claim, match), (event,), _SURE)
            return


def _whole(claim: ReadClaim, match: re.Match[str]) -> Span:
    """Return where the amount stands that a number is of."""
    spans = [amount.span for amount in claim.sentence.amounts]
    return next((s for s in spans if s.start <= match.start() < s.end), Span(*match.span()))


def _is_multiple(value: str, own: str) -> bool:
    """Say whether a number may be that of several: "€180 for two days" beside 90."""
    one, other = float(value), float(own)
    return other > 0 and one / other in _FEW


def _names_another(claim: ReadClaim, grid: Grid, number: int) -> bool:
    """Say whether a claim has words that stand in other rows alone."""
    return any(
        number not in {row for row, _ in each.places} and any(map(str.isalpha, "".join(each.words)))
        for each in named_in(said_in(claim.text), grid)
    )


def _numbers(cell: Cell) -> set[str]:
    return {_plain(found) for found in _IN_CELL.findall(cell.cell.value)}


def _plain(number: str) -> str:
    whole = number.replace(",", "")
    return whole.rstrip("0").rstrip(".") if "." in whole else whole
