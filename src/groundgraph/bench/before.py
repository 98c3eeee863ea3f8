"""What a bench found of an earlier commit, kept beside it and shown under the same rows."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.bench.results import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BEFORE = ", before"
"""Stands behind the name of a row that holds earlier figures."""


def kept(results: Mapping[str, Any], commit: str, rows: str) -> dict[str, Any]:
    """Return what to keep of a bench's results.

    Args:
        results: The content of results.json.
        commit: What was measured.
        rows: A pattern; rows whose whole name matches it are kept.

    Returns:
        ``{"commit", "tables": {TABLE: [[row, metric, value, low, high, n, positives]]}}``,
        numbers rounded to four digits.
    """
    tables = {
        name: [_packed(cell) for cell in cells if re.fullmatch(rows, cell["row"])]
        for name, cells in results["tables"].items()
    }
    return {"commit": commit, "tables": {name: cells for name, cells in tables.items() if cells}}


class Before(NamedTuple):
    """What an earlier commit's results kept.

    Attributes:
        commit: What was measured.
        tables: Cells by the name of the table.
    """

    commit: str
    tables: Mapping[str, Sequence[Cell]]

    def cells(self, table: str) -> Sequence[Cell]:
        """Return the cells of a table; () where nothing was kept of it."""
        return self.tables.get(table, ())

    def noted(self, table: str, note: str) -> str:
        """Say in a table's note which commit its earlier rows are of."""
        return f"{note} Rows 'before' are of commit {self.commit}." if self.cells(table) else note


def read_before(bench: str) -> Before:
    """Return what ``bench/<bench>/before.json`` keeps."""
    path = files("groundgraph.bench") / bench / "before.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    return Before(
        content["commit"],
        {name: [_unpacked(*cell) for cell in cells] for name, cells in content["tables"].items()},
    )


def beside(cells: Sequence[Cell], before: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a table, under each row what it was before."""
    rows = list(dict.fromkeys(cell.row for cell in cells))
    return [
        cell
        for row in rows
        for cell in (
            *(cell for cell in cells if cell.row == row),
            *(cell._replace(row=row + BEFORE) for cell in before if cell.row == row),
        )
    ]


def _packed(cell: Mapping[str, Any]) -> list[Any]:
    numbers = (cell["value"], *(cell["ci95"] or (None, None)))
    rounded = [None if number is None else round(number, 4) for number in numbers]
    return [cell["row"], cell["metric"], *rounded, cell["n"], cell["positives"]]


def _unpacked(
    row: str,
    metric: str,
    value: float | None,
    low: float | None,
    high: float | None,
    n: int,
    positives: int,
) -> Cell:
    ci95 = None if low is None or high is None else (low, high)
    return Cell(row, metric, value, ci95, None, n, positives)
