"""Units and currencies that a field of their own tells: "Weight | Unit" over "800 | g"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.written.table_cells import heads_units

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from groundgraph.text.quantities.written.table_cells import TableCell

_BARE = re.compile(r"[<>≤≥~≈±+−–-]?\s?\.?\d[\d.,]*(?:\s?(?:[-–−]|to)\s?\d[\d.,]*)?")
"""A value or range without a unit."""
_MONEY = re.compile(r"\b(?:price|cost|fee|charge|vat|tax|discount)s?\b|[$€£%]", re.IGNORECASE)
_SUMS = re.compile(
    r"\b(?:price|cost|fee|charge|vat|discount|amount|(?:sub)?total|balance|salary|wage|rent|sum"
    r"|due|paid|deposit|refund|revenue|budget|spend|income|payment|premium|limit)s?\b",
    re.IGNORECASE,
)
"""Columns that hold sums of money where a currency is told beside them."""
_CURRENCY = re.compile(r"(?:.{0,40}\b)?currency(?: code)?", re.IGNORECASE)
_CODE = re.compile(r"[A-Z]{3}|[$€£¥₹]|[A-Za-z ]{3,20}")
_COUNTS = re.compile(
    r"\b(?:n|no|nr|number|count|samples?|qty|quantity|total|change|year|date|item|pos|id|code)\b|#",
    re.IGNORECASE,
)
"""Columns whose values have other units than those of the columns beside them."""
_LIMITS = re.compile(
    r"\b(?:ref|reference|normal|range|limits?|interval|min|max|minimum|maximum|target)\b",
    re.IGNORECASE,
)


def with_currency(cells: list[TableCell]) -> list[TableCell]:
    """Return cells, the sums of money among them with the currency that a field of their own tells.

    It is that of their own record or row, else the only one that is told.
    """
    known = [cell for cell in cells if "currency" in cell.column.lower()]
    told = [c for c in known if _CURRENCY.fullmatch(c.column) and _CODE.fullmatch(c.value)]
    if not told:
        return cells
    by_row: dict[tuple[int, int], set[str]] = {}
    for cell in told:
        by_row.setdefault((cell.table, cell.at[0]), set()).add(cell.value)
    every = {cell.value for cell in told}
    return [_in_currency(cell, by_row.get((cell.table, cell.at[0]), every)) for cell in cells]


def _in_currency(cell: TableCell, known: AbstractSet[str]) -> TableCell:
    bare = len(known) == 1 and _SUMS.search(cell.column) and _BARE.fullmatch(cell.value)
    if not bare or cell.unit:
        return cell
    [currency] = known
    return replace(cell, unit=currency)


def with_units(cells: list[TableCell]) -> list[TableCell]:
    """Return the cells of a table, the values with the units that a column has for their rows.

    They are those of the columns right before it, else right after it, and of columns of limits.
    """
    ordered = sorted(cells, key=lambda cell: cell.at[1])
    names = [*dict.fromkeys(cell.column for cell in ordered)]
    units = [at for at, name in enumerate(names) if heads_units(name)]
    named = {cell.column for cell in cells if cell.at[1] == 0}
    if len(units) != 1 or names[units[0]] in named:
        return with_currency(cells)
    [at] = units
    bare = {cell.column for cell in cells if _BARE.fullmatch(cell.value)} - named
    own = _run(names[:at][::-1], bare) or _run(names[at + 1 :], bare)
    own |= {name for name in bare if _LIMITS.search(name)}
    told = {cell.at[0]: cell.value for cell in cells if cell.column == names[at]}
    return with_currency([_with_unit(cell, told.get(cell.at[0], ""), own) for cell in cells])


def _with_unit(cell: TableCell, unit: str, measured: AbstractSet[str]) -> TableCell:
    others = tuple(other for other in cell.others if other != unit)
    bare = cell.column in measured and _BARE.fullmatch(cell.value)
    return replace(cell, others=others, unit=unit if bare else "")


def _run(names: Sequence[str], bare: AbstractSet[str]) -> set[str]:
    """Return the first of some columns, and those after it that may have its unit too."""
    found: set[str] = set()
    for name in names:
        if name not in bare or _MONEY.search(name) or (found and _COUNTS.search(name)):
            break
        found.add(name)
    return found
