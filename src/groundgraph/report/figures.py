"""Figures of a bench's tables: curves, quartiles, and means by label, as shapes of an SVG."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from groundgraph.report.forest import round_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Cell = Mapping[str, Any]
    Figure = dict[str, Any]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _FOOT, _TOP = 440, 260, 46, 14, 36, 10
_NAMES, _PITCH = 150, 22
_LEAST = 3
"""Points that make a curve."""
_COLOURS = 6
_AT = re.compile(r"(.+)@(-?\d+(?:\.\d+)?)")
_BOX = ("q25", "median", "q75")
_LABELS = ("grounded", "hallucinated")
_LONGEST_NAME = 22


def figures(cells: Sequence[Cell]) -> list[Figure]:
    """Return the figures of a table, in pixels; empty where it has nothing to draw so.

    A metric ``name@x`` with three values of x or more is a curve, with its intervals; ``q25``,
    ``median`` and ``q75`` are boxes; ``name_grounded`` beside ``name_hallucinated`` are two marks
    on a line.
    """
    known = [cell for cell in cells if cell["value"] is not None]
    return [*_curves(known), *_boxes(known), *_means(known)]


class _Axis:
    """A linear axis with round ticks that holds every value."""

    def __init__(self, values: Iterable[float], first: float, last: float) -> None:
        known = list(values)
        low, high = min(known), max(known)
        step = round_step((high - low) / 4 or abs(low) / 4 or 0.25)
        start, end = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        self.ticks = [number * step for number in range(start, max(end, start + 1) + 1)]
        self._digits = next(d for d in range(12) if abs(round(step, d) - step) < step * 1e-6)
        self._first, self._last = first, last

    def place(self, value: float) -> float:
        """Return the pixel of a value."""
        share = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(self._first + share * (self._last - self._first), 1)

    def text(self, value: float) -> str:
        """Return the label of a tick."""
        return f"{value:.{self._digits}f}".replace("-", "\N{MINUS SIGN}")


def _curves(cells: Sequence[Cell]) -> list[Figure]:
    families: dict[str, dict[str, list[tuple[float, Cell]]]] = {}
    for cell in cells:
        if found := _AT.fullmatch(cell["metric"]):
            rows = families.setdefault(found[1], {})
            rows.setdefault(cell["row"], []).append((float(found[2]), cell))
    return [
        _curve(name, {row: sorted(points, key=_first) for row, points in rows.items()})
        for name, rows in families.items()
        if max(map(len, rows.values())) >= _LEAST
    ]


def _first(point: tuple[float, Cell]) -> float:
    return point[0]


def _curve(name: str, rows: Mapping[str, list[tuple[float, Cell]]]) -> Figure:
    points = [point for row in rows.values() for point in row]
    papers = [c["paper"] for _, c in points if c.get("paper") is not None]
    across = _Axis([x for x, _ in points], _LEFT, _WIDTH - _RIGHT)
    bounds = [bound for _, c in points for bound in c.get("ci95") or ()]
    up = _Axis([c["value"] for _, c in points] + papers + bounds, _HEIGHT - _FOOT, _TOP)
    drawn = _empty(name, _HEIGHT)
    drawn["lines"] = [
        *({"class": "grid", "points": [(_LEFT, up.place(y)), (_WIDTH - _RIGHT, up.place(y))]}
          for y in up.ticks),
        *({"class": f"curve c{number % _COLOURS}",
           "points": [(across.place(x), up.place(c["value"])) for x, c in row]}
          for number, row in enumerate(rows.values())),
        *({"class": f"interval c{number % _COLOURS}",
           "points": [(across.place(x), up.place(bound)) for bound in c["ci95"]]}
          for number, row in enumerate(rows.values())
          for x, c in row if c.get("ci95")),
    ]  # fmt: skip
    drawn["texts"] = [
        *_texts(
            "tick", [(across.place(x), _HEIGHT - _FOOT + 16, across.text(x)) for x in across.ticks]
        ),
        *_texts("row", [(_LEFT - 8, up.place(y) + 4, up.text(y)) for y in up.ticks]),
    ]
    for number, (row, own) in enumerate(rows.items()):
        for x, cell in own:
            said = f"{row}, {x:g}: {cell['value']:.3f}"
            drawn["dots"].append(
                _mark(f"c{number % _COLOURS}", across.place(x), up.place(cell["value"]), said)
            )
            if cell.get("paper") is not None:
                told = f"{row}, {x:g}: paper {cell['paper']:.3f}"
                drawn["papers"].append(_mark("", across.place(x), up.place(cell["paper"]), told))
    drawn["key"] = [(f"c{number % _COLOURS}", row) for number, row in enumerate(rows)]
    return drawn


def _boxes(cells: Sequence[Cell]) -> list[Figure]:
    rows: dict[str, dict[str, float]] = {}
    for cell in cells:
        if cell["metric"] in _BOX:
            rows.setdefault(cell["row"], {})[cell["metric"]] = cell["value"]
    whole = {row: [by[name] for name in _BOX] for row, by in rows.items() if len(by) == len(_BOX)}
    if not whole:
        return []
    axis = _Axis([x for values in whole.values() for x in values], _NAMES, _WIDTH - _RIGHT)
    drawn = _rows("quartiles", list(whole), axis)
    for number, (row, (low, middle, high)) in enumerate(whole.items()):
        y, kind = _line(number), "c1" if row.endswith("hallucinated") else "c0"
        title = f"{row}: median {middle:.3f}, quartiles {low:.3f} and {high:.3f}"
        drawn["bars"].append(
            {"class": kind, "x": axis.place(low), "y": y - 6, "height": 12, "title": title}
            | {"width": round(max(axis.place(high) - axis.place(low), 1.0), 1)}
        )
        drawn["dots"].append(_mark(kind, axis.place(middle), y, title))
    return [drawn]


def _means(cells: Sequence[Cell]) -> list[Figure]:
    families: dict[str, dict[str, dict[str, float]]] = {}
    for cell in cells:
        name, _, label = cell["metric"].rpartition("_")
        if name and label in _LABELS:
            rows = families.setdefault(name, {})
            rows.setdefault(cell["row"], {})[label] = cell["value"]
    return [
        _pairs(name, rows)
        for name, rows in families.items()
        if any(len(by) == len(_LABELS) for by in rows.values())
    ]


def _pairs(name: str, rows: Mapping[str, Mapping[str, float]]) -> Figure:
    axis = _Axis([x for by in rows.values() for x in by.values()], _NAMES, _WIDTH - _RIGHT)
    drawn = _rows(name, list(rows), axis)
    for number, (row, by) in enumerate(rows.items()):
        ends = [(axis.place(value), _line(number)) for value in by.values()]
        drawn["lines"].append({"class": "grid", "points": ends})
        drawn["dots"] += [
            _mark(f"c{_LABELS.index(label)}", x, y, f"{row}, {label}: {by[label]:.3f}")
            for label, (x, y) in zip(by, ends, strict=True)
        ]
    drawn["key"] = [(f"c{number}", label) for number, label in enumerate(_LABELS)]
    return drawn


def _rows(name: str, rows: Sequence[str], axis: _Axis) -> Figure:
    """Return a figure with a line for each row, its name at the left, and a scale below."""
    foot = _line(len(rows))
    drawn = _empty(name, foot + 14)
    drawn["lines"] = [
        {"class": "grid", "points": [(axis.place(x), 2), (axis.place(x), foot - 6)]}
        for x in axis.ticks
    ]
    names = [(_NAMES - 10, _line(n) + 4, _shortened(row)) for n, row in enumerate(rows)]
    scale = [(axis.place(x), foot + 8, axis.text(x)) for x in axis.ticks]
    drawn["texts"] = [*_texts("row", names), *_texts("tick", scale)]
    return drawn


def _empty(name: str, height: int) -> Figure:
    shapes: Figure = {kind: [] for kind in ("lines", "bars", "dots", "papers", "texts", "key")}
    return {"name": name, "width": _WIDTH, "height": height, **shapes}


def _line(number: int) -> int:
    return number * _PITCH + 14


def _mark(kind: str, x: float, y: float, title: str) -> dict[str, Any]:
    return {"class": kind, "x": x, "y": y, "title": title}


def _texts(kind: str, placed: Iterable[tuple[float, float, str]]) -> list[dict[str, Any]]:
    return [{"class": kind, "x": x, "y": y, "text": text} for x, y, text in placed]


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
