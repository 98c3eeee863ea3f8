"""Rows of a table that stand for a range, such as "2 to 5 kg", and the one a claim falls into."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.cells import cell_stems, header_unit
from groundgraph.text.quantities.written.tokens import tokens
from groundgraph.text.quantities.written.unit_table import BY_WORD
from groundgraph.text.quantities.written.units import unit_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.text.quantities.written.amounts import Quantity
    from groundgraph.text.quantities.written.table_cells import TableCell
    from groundgraph.text.quantities.written.unit_table import MeasureUnit

_BAND = re.compile(
    r"(?P<bound>under|below|less than|up to|over|above|more than|at least|from|[<>≤≥]=?)?\s?"
    r"[$€£]?(?P<low>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[a-z%²³]{1,12})??\s?"
    r"(?:(?:-|–|to|and under)\s?[$€£]?(?P<high>\d[\d,]*(?:\.\d+)?)"
    r"|(?P<open>\+|(?:and|or) (?:over|more|above|older)))?\s?(?P<after>[a-z%²³]+(?:\s[a-z]+)?)?",
    re.IGNORECASE,
)
_LONGEST = 40
"""Characters of a row's name that is read as a range."""
_BELOW = frozenset({"under", "below", "less than", "<"})
_MOST = frozenset({"up to", "≤", "<="})
_ABOVE = frozenset({"over", "above", "more than", ">"})
_HEAD = re.compile(
    r"\b(?:up to|under|below|less than|over|above|more than|at least|from)(?=\s*(?:[(\[]|\Z))"
    r"|[<≤>≥]\Z",
    re.IGNORECASE,
)
"""How a header tells what its rows are the limits of: "Weight up to", "From (kg)"."""


@dataclass(frozen=True)
class Band:
    """A row that stands for a range of a measure.

    Attributes:
        low: The least, in the base unit where one is told; ``None`` for no bound.
        high: The most.
        strict: Whether the bound itself is outside, as in "under 2".
        unit: The unit, where the row or the header names one.
        measure: Stems of the header.
        row: Stems of the row's name.
        table: The passage and the table that it stands in.
        beyond: Where another one ends that takes in less.
        short_of: Where another one begins that takes in less.
    """

    low: Fraction | None
    high: Fraction | None
    strict: bool
    unit: MeasureUnit | None
    measure: frozenset[str]
    row: tuple[str, ...]
    table: tuple[int, int]
    beyond: Fraction | None = None
    short_of: Fraction | None = None

    def holds(self, amount: Quantity) -> bool:
        """Say whether an amount is of this measure and lies in the range."""
        value = amount.value
        if self.unit is not None and self.unit.dimension:
            if amount.dimension != self.unit.dimension or not _told_alike(amount, self.unit):
                return False
            value = amount.base / self.unit.factor
        elif not self.measure & {*amount.noun, *cell_stems(amount.unit.name)}:
            return False
        above = self.low is None or (value > self.low if self.strict else value >= self.low)
        below = self.high is None or (value < self.high if self.strict else value <= self.high)
        if self.beyond is not None and value <= self.beyond:
            return False
        return above and below and not (self.short_of is not None and value >= self.short_of)


def bands_of(cells: Sequence[TableCell], passage: int) -> list[Band]:
    """Return the rows of tables whose names are ranges."""
    found = []
    for cell in cells:
        named = cell.at[1] == 0 and not cell.alone
        name = cell.column if cell.alone else cell.value if named else ""
        match = _BAND.fullmatch(" ".join(name.split())) if 0 < len(name) <= _LONGEST else None
        if match is None:
            continue
        low, high, strict = _ends(match, "" if cell.alone else cell.column)
        unit = _unit(match["after"] or match["unit"] or "") or header_unit(cell.column, "")[0]
        headed = not cell.alone and _HEAD.search(cell.column) is not None
        if not (match["bound"] or match["high"] or match["open"] or headed):
            if unit is None:
                continue
            high = low  # "24" under "Months" is for two years
        stems = frozenset(cell_stems(cell.caption if cell.alone else cell.column))
        found.append(Band(low, high, strict, unit, stems, cell_stems(name), (passage, cell.table)))
    return list(_next_to_each_other(found))


def _next_to_each_other(bands: Sequence[Band]) -> Iterator[Band]:
    """Let "up to 5 kg" begin where "up to 1 kg" ends, and "over 5 kg" end where "over 9 kg" begins.

    The limit itself is of the one that names it.
    """
    for band in bands:
        beside = [other for other in bands if other.table == band.table and other is not band]
        tops = [o.high for o in beside if o.low is None and o.high is not None]
        floors = [o.low for o in beside if o.high is None and o.low is not None]
        top = band.high if band.low is None else None
        floor = band.low if band.high is None else None
        lower = [high for high in tops if top is not None and high < top]
        upper = [low for low in floors if floor is not None and low > floor]
        yield replace(band, beyond=max(lower, default=None), short_of=min(upper, default=None))


def _told_alike(amount: Quantity, unit: MeasureUnit) -> bool:
    """Say whether two times are both told in months and longer, or neither is."""
    long = BY_WORD["month"].factor
    return unit.dimension != "time" or (amount.unit.factor >= long) == (unit.factor >= long)


def _unit(written: str) -> MeasureUnit | None:
    parts = tokens(written)
    unit = unit_at(parts, 0, written) if parts else None
    return unit[0] if unit is not None else None


def _ends(match: re.Match[str], header: str) -> tuple[Fraction | None, Fraction | None, bool]:
    """Return the least and the most of a row, and whether these are outside.

    A header may tell which of them all rows name: "Weight up to".
    """
    first = Fraction(match["low"].replace(",", ""))
    if match["high"]:
        return first, Fraction(match["high"].replace(",", "")), False
    headed = _HEAD.search(header) if not match["open"] else None
    bound = (match["bound"] or (headed[0] if headed else "")).lower()
    if bound in _BELOW or bound in _MOST:
        return None, first, bound in _BELOW
    return first, None, bound in _ABOVE


def row_of(amounts: Sequence[Quantity], bands: Sequence[Band]) -> tuple[Quantity, Band] | None:
    """Return the one row that an amount falls into, where just one amount and row fit."""
    found = [(a, band) for a in amounts if not a.weak for band in bands if band.holds(a)]
    return found[0] if len(found) == 1 else None
