"""The page of the site about a run of `groundgraph bench`: its results.json as Markdown."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Cell = Mapping[str, Any]

MISSING = "–"


def page_of(results: Mapping[str, Any], folder: str) -> str:
    """Return the page of one ``results.json``.

    Args:
        results: What `groundgraph bench` wrote.
        folder: Name of the folder that holds it, as the page shows it.

    Raises:
        ValueError: When the run was interrupted, or a table has two cells of one row and metric.
    """
    if not results.get("complete", False):
        raise ValueError(f"{folder}/results.json is of a run that was interrupted; run it again")
    title = results.get("title") or f"bench {results['bench']}"
    made = results["environment"]
    intro = (
        f"`groundgraph bench {results['bench']}`, groundgraph {made['groundgraph']}, Python "
        f"{made['python']} on {made['machine']}; in brackets 95% intervals. All of it as JSON: "
        f"[results.json]({folder}/results.json)."
    )
    notes = results.get("notes", {})
    tables = [_table(name, cells, notes.get(name, "")) for name, cells in results["tables"].items()]
    return (
        "\n\n".join(
            [f"# {title} ({folder})", intro, *tables, "## What was measured", _spec(results)]
        )
        + "\n"
    )


def _table(name: str, cells: Sequence[Cell], note: str) -> str:
    grid = _grid(name, cells)
    metrics = list(dict.fromkeys(cell["metric"] for cell in cells))
    head = ["", *(metric.replace("_", " ") for metric in metrics), "n", "hallucinated"]
    rows = [
        [_plain(row), *(_shown(by.get(metric)) for metric in metrics), *_sizes(by)]
        for row, by in grid.items()
    ]
    lines = [_line(head), _line(["---"] * len(head)), *map(_line, rows)]
    parts = [f"## {name.replace('_', ' ')}", _plain(note), "\n".join(lines)]
    return "\n\n".join(part for part in parts if part)


def _grid(name: str, cells: Sequence[Cell]) -> dict[str, dict[str, Cell]]:
    grid: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        by_metric = grid.setdefault(cell["row"], {})
        if cell["metric"] in by_metric:
            raise ValueError(f"table {name!r} has {cell['row']!r} × {cell['metric']!r} twice")
        by_metric[cell["metric"]] = cell
    return grid


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return ""
    bounds = cell.get("ci95")
    parts = [_figure(cell["value"])]
    parts += [f"[{_figure(bounds[0])},\N{NO-BREAK SPACE}{_figure(bounds[1])}]"] if bounds else []
    parts += [f"(paper {_figure(cell['paper'])})"] if cell.get("paper") is not None else []
    return " ".join(parts)


def _figure(value: float | None) -> str:
    if value is None:
        return MISSING
    return f"{value:,}" if isinstance(value, int) else f"{round(value, 3) or 0.0:.3f}"


def _sizes(by_metric: Mapping[str, Cell]) -> list[str]:
    """Return how many answers a row rests on, and how many of them are hallucinated."""
    counts = [{cell.get(size) for cell in by_metric.values()} for size in ("n", "positives")]
    return [_range([n for n in found if n is not None]) for found in counts]


def _range(numbers: Sequence[int]) -> str:
    if not numbers:
        return MISSING
    low, high = min(numbers), max(numbers)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def _plain(text: str) -> str:
    """Return a text of a bench such that Markdown shows it as it stands."""
    return re.sub(r"([|*_`<\[\\])", r"\\\1", text)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _spec(results: Mapping[str, Any]) -> str:
    told = {"spec": results["spec"], "environment": results["environment"]}
    return f"```json\n{json.dumps(told, indent=1, ensure_ascii=False)}\n```"
