"""A bench's tables beside the paper's, as one HTML file that asks the network for nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.report.figures import figures
from groundgraph.report.forest import forest_plots
from groundgraph.report.page import write_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Cell = Mapping[str, Any]

_SIZES = ("n", "positives")
MISSING = "\N{EM DASH}"


def write_tables(path: str | Path, results: Mapping[str, Any]) -> None:
    """Write the page of a bench's ``results.json``.

    Args:
        path: The HTML file; an older one is replaced once the new one is whole.
        results: ``{"bench", "tables": {TABLE: [{"row", "metric", "value", "ci95", "paper",
            "n", "positives"?, "note"?}]}, "spec", "environment", "title"?, "notes"?}``, where
            "notes" maps a table's name to a text shown above it. A ``value`` of ``None`` is
            shown as a dash with its note.

    Raises:
        ValueError: When a table holds two cells of the same row and metric.
    """
    notes = results.get("notes", {})
    tables = [
        _table(number, name, cells, str(notes.get(name, "")))
        for number, (name, cells) in enumerate(results["tables"].items(), 1)
    ]
    content = {
        "title": results.get("title") or f"groundgraph bench {results['bench']}",
        "tables": tables,
        "spec": _pretty(results.get("spec")),
        "environment": _pretty(results.get("environment")),
    }
    write_page(Path(path), "tables.html.j2", ("base.css", "tables.css"), ("theme.js",), content)


def _table(number: int, name: str, cells: Sequence[Cell], note: str) -> dict[str, Any]:
    """Pivot the cells: rows and metrics in the order in which they first occur."""
    grid = _grid(name, cells)
    metrics = list(dict.fromkeys(cell["metric"] for cell in cells))
    compared = {cell["metric"] for cell in cells if cell.get("paper") is not None}
    whole = {metric for metric in metrics if _counts(grid, metric)}
    sizes = [size for size in _SIZES if _varies_by_row_only(grid, size) and size not in metrics]
    plots = forest_plots(cells)
    return {
        "anchor": f"table-{number}",
        "name": name,
        "note": note,
        "metrics": [{"name": metric, "compared": metric in compared} for metric in metrics],
        "compared": bool(compared),
        "sizes": sizes,
        "rows": [
            {
                "name": row,
                "cells": [
                    _cell(by_metric.get(m), m in compared, m in whole, sizes) for m in metrics
                ],
                "sizes": [_size(by_metric, size) for size in sizes],
            }
            for row, by_metric in grid.items()
        ],
        "plots": plots,
        "figures": figures(cells),
        "plotted_paper": any(mark["paper"] is not None for plot in plots for mark in plot["marks"]),
    }


def _grid(name: str, cells: Sequence[Cell]) -> dict[str, dict[str, Cell]]:
    grid: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        by_metric = grid.setdefault(cell["row"], {})
        if cell["metric"] in by_metric:
            raise ValueError(f"table {name!r} has {cell['row']!r} × {cell['metric']!r} twice")
        by_metric[cell["metric"]] = cell
    return grid


def _counts(grid: Mapping[str, Mapping[str, Cell]], metric: str) -> bool:
    """Say whether a metric counts things: whole numbers, not all of them 0 or 1."""
    values = [by[metric]["value"] for by in grid.values() if metric in by]
    known = [value for value in values if value is not None]
    return all(value == int(value) for value in known) and any(abs(v) > 1 for v in known)


def _varies_by_row_only(grid: Mapping[str, Mapping[str, Cell]], size: str) -> bool:
    """Say whether one column can hold ``n`` (or positives): given, and equal along each row."""
    found = [{cell.get(size) for cell in by.values()} for by in grid.values()]
    return all(len(values) == 1 for values in found) and any(values != {None} for values in found)


def _size(by_metric: Mapping[str, Cell], size: str) -> str:
    value = next(iter(by_metric.values())).get(size)
    return "" if value is None else f"{value:,}"


def _cell(
    cell: Cell | None, compared: bool, whole: bool, in_columns: Sequence[str]
) -> dict[str, Any]:
    blank = {"value": "", "interval": "", "paper": "", "difference": "", "note": "", "title": ""}
    if cell is None:
        return {**blank, "sizes": "", "compared": compared}
    value, paper, interval = cell["value"], cell.get("paper"), cell.get("ci95")
    both = value is not None and paper is not None
    sizes = [
        f"{size} {cell[size]:,}"
        for size in _SIZES
        if size not in in_columns and cell.get(size) is not None
    ]
    return {
        "value": _figure(value, whole),
        "interval": f"[{_figure(interval[0], whole)}, {_figure(interval[1], whole)}]"
        if interval
        else "",
        "paper": "" if paper is None else _figure(paper, whole),
        "difference": _difference(value - paper, whole) if both else "",
        "note": str(cell.get("note") or ""),
        "title": "" if value is None else str(value),
        "sizes": "" if whole else ", ".join(sizes),
        "compared": compared,
    }


def _figure(value: float | None, whole: bool) -> str:
    if value is None:
        return MISSING
    if whole and value == int(value):
        return f"{int(value):,}"
    return f"{round(value, 3) or 0.0:.3f}".replace("-", "\N{MINUS SIGN}")


def _difference(value: float, whole: bool) -> str:
    value = round(value, 0 if whole else 3)
    text = f"{value:+,.0f}" if whole else f"{value:+.3f}"
    return text.replace("-", "\N{MINUS SIGN}") if value else text.lstrip("+-")


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)
