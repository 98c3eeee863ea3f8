"""Amounts in brackets, which accounts have for those below 0: "Cash flow | (2.2) | 4.9"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.text.quantities.tables.heads import is_period

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.written.table_cells import TableCell

_MONEY = r"(?:[A-Z]{1,3})?[$€£¥₹]?[ ]?"
_DIGITS = r"(?:\d[\d,]*(?:\.\d+)?|\.\d+)[ ]?(?:%|bn|mn?|k)?"
_IN_BRACKETS = re.compile(rf"{_MONEY}\([ ]?{_MONEY}{_DIGITS}[ ]?\)[ ]?%?")
_ABOVE_0 = re.compile(rf"{_MONEY}{_DIGITS}")
_RESULTS = re.compile(
    r"\b(?:profits?|income(?! tax)|earnings|ebit(?:da)?|results?|cash ?flows?|net cash|growth"
    r"|margins?|surplus|contribution|return on)\b",
    re.IGNORECASE,
)
_COSTS = re.compile(
    r"\b(?:cost|expense|charge|payment|paid|used|outflow|decrease|tax)", re.IGNORECASE
)
_OF_TAX = re.compile(r"\b(?:before|after|pre)[ -](?:income )?tax", re.IGNORECASE)
"""What is no cost: "Profit before tax"."""
_TWO_WAYS = re.compile(r"[(/] ?(?:loss|deficit|decrease|outflow)", re.IGNORECASE)


def is_in_brackets(value: str) -> bool:
    """Say whether a cell is an amount in brackets alone.

    >>> [is_in_brackets(value) for value in ("(2.2)", "$ (1,204)", "(2.2)%", "4.9 (1.1)")]
    [True, True, True, False]
    """
    return value.endswith((")", "%")) and _IN_BRACKETS.fullmatch(value) is not None


def with_signs(cells: list[TableCell]) -> list[TableCell]:
    """Return the cells of a table, those in brackets told that have values above 0 beside them.

    They are those of their row, and of their column where that is no period.
    """
    bracketed = [cell for cell in cells if is_in_brackets(cell.value)]
    if not bracketed:
        return cells
    lines = {line for cell in cells if _ABOVE_0.fullmatch(cell.value) for line in _lines(cell)}
    turning = {id(cell) for cell in bracketed if not lines.isdisjoint(_lines(cell))}
    return [replace(cell, turns=True) if id(cell) in turning else cell for cell in cells]


def _lines(cell: TableCell) -> Sequence[tuple[str, int]]:
    row, column = cell.at
    return [("row", row)] if is_period(cell.column) else [("row", row), ("column", column)]


def is_a_loss(cell: TableCell) -> bool:
    """Say whether a cell is below 0 in a line that may be either.

    "Net income (loss) | (350)"; "Cash flow | (2.2) | 4.9", but no costs, which are told without
    their brackets.
    """
    if cell.value.strip("$€£¥ ")[:1] not in {"(", "-", "−"}:
        return False
    names = _OF_TAX.sub("", f"{cell.row} {cell.column}")
    turns = cell.turns and _RESULTS.search(names) is not None and _COSTS.search(names) is None
    return turns or _TWO_WAYS.search(cell.row) is not None
