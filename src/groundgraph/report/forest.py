"""Forest plots: one panel per metric, one line per row, its interval and the paper's value."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Cell = Mapping[str, Any]

_WIDTH = 440
_LEFT = 150
_RIGHT = 24
_PITCH = 20
_FOOT = 24
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_LONGEST_NAME = 22


def forest_plots(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Return the panels of a table, in pixels; empty when no value has an interval.

    Metrics of the same first word (``delta_isolated@0.3``, ``delta_isolated@0.4``) share a scale.
    """
    drawn = [cell for cell in cells if cell.get("ci95") and cell["value"] is not None]
    families: dict[str, list[Cell]] = {}
    for cell in drawn:
        families.setdefault(_family(cell), []).append(cell)
    scales = {family: _Scale(members) for family, members in families.items()}
    metrics = dict.fromkeys(cell["metric"] for cell in drawn)
    panels = {m: [cell for cell in drawn if cell["metric"] == m] for m in metrics}
    return [_panel(m, members, scales[_family(members[0])]) for m, members in panels.items()]


def _family(cell: Cell) -> str:
    return re.split("[@_]", str(cell["metric"]))[0]


class _Scale:
    """A linear axis with round ticks that holds every value, interval and paper's value."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        values = [x for cell in cells for x in (*cell["ci95"], cell["value"], cell.get("paper"))]
        known = [x for x in values if x is not None]
        step = round_step((max(known) - min(known)) / 4 or abs(known[0]) / 4 or 0.25)
        first, last = math.floor(min(known) / step), math.ceil(max(known) / step)
        self.ticks = [number * step for number in range(first, max(last, first + 1) + 1)]
        self.digits = next(d for d in range(12) if abs(round(step, d) - step) < step * 1e-6)

    def x(self, value: float) -> float:
        share = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)


def round_step(rough: float) -> float:
    """Return the least round step, 1, 2, 2.5 or 5 times a power of ten, that is no smaller."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * step for step in _STEPS if power * step >= rough * 0.999)


def _panel(metric: str, cells: Sequence[Cell], scale: _Scale) -> dict[str, Any]:
    return {
        "name": metric,
        "width": _WIDTH,
        "height": len(cells) * _PITCH + _FOOT,
        "left": _LEFT,
        "ticks": [_tick(value, scale) for value in scale.ticks],
        "marks": [_mark(number, cell, scale) for number, cell in enumerate(cells)],
    }


def _tick(value: float, scale: _Scale) -> dict[str, Any]:
    text = f"{value:.{scale.digits}f}".replace("-", "\N{MINUS SIGN}")
    return {"x": scale.x(value), "text": text, "zero": abs(value) < 1e-12}


def _mark(number: int, cell: Cell, scale: _Scale) -> dict[str, Any]:
    low, high = cell["ci95"]
    paper, name = cell.get("paper"), str(cell["row"])
    beside = "" if paper is None else f", paper {paper:.3f}"
    return {
        "name": name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…",
        "title": f"{name}: {cell['value']:.3f} [{low:.3f}, {high:.3f}]{beside}",
        "y": number * _PITCH + 12,
        "x": scale.x(cell["value"]),
        "low": scale.x(low),
        "high": scale.x(high),
        "paper": None if paper is None else scale.x(paper),
    }
