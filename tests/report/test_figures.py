"""Figures of a bench's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.report.figures import figures
from groundgraph.report.tables import write_tables

if TYPE_CHECKING:
    from pathlib import Path


def cell(row: str, metric: str, value: float | None, paper: float | None = None) -> dict[str, Any]:
    return {"row": row, "metric": metric, "value": value, "ci95": None, "paper": paper, "n": 9}


def roc(row: str, *rates: float) -> list[dict[str, Any]]:
    return [cell(row, f"true_positive_rate@{n / 10}", rate) for n, rate in enumerate(rates, 1)]


def test_a_metric_at_several_places_is_a_curve_for_each_row() -> None:
    [drawn] = figures([*roc("summeval", 0.4, 0.6, 0.7), *roc("qags", 0.2, 0.3, 0.5)])
    assert drawn["name"] == "true_positive_rate"
    curves = [line["points"] for line in drawn["lines"] if line["class"].startswith("curve")]
    assert [len(points) for points in curves] == [3, 3]
    for points in curves:  # x grows to the right, a greater value is higher up
        assert points == sorted(points)
        assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert [name for _, name in drawn["key"]] == ["summeval", "qags"]
    assert drawn["dots"][0]["title"] == "summeval, 0.1: 0.400"


def test_places_are_ordered_as_numbers() -> None:
    [drawn] = figures([cell("a", f"d@{x}", x) for x in (10, 2, 1)])
    [curve] = [line for line in drawn["lines"] if line["class"].startswith("curve")]
    assert [x for x, _ in curve["points"]] == sorted(x for x, _ in curve["points"])


def test_a_curve_has_the_intervals_of_its_values() -> None:
    cells = [cell("a", f"auroc@{x}", 0.7) | {"ci95": (0.6, 0.9)} for x in (1, 2)]
    [drawn] = figures([*cells, cell("a", "auroc@3", 0.8)])
    bounds = [line["points"] for line in drawn["lines"] if line["class"].startswith("interval")]
    assert len(bounds) == 2
    for (x, low), (same, high) in bounds:
        assert x == same
        assert 0 <= high < low <= drawn["height"]


def test_the_papers_values_are_marked_beside_ours() -> None:
    [drawn] = figures([cell("a", f"d@{x}", 0.1 * x, paper=0.2) for x in (1, 2, 3)])
    assert next(mark["title"] for mark in drawn["papers"]) == "a, 1: paper 0.200"


def test_two_places_and_values_that_are_not_known_make_no_curve() -> None:
    assert figures([cell("a", "d@1", 0.1), cell("a", "d@2", 0.2), cell("a", "d@3", None)]) == []
    assert figures([cell("a", "auroc", 0.7)]) == []
    assert figures([]) == []


def test_quartiles_are_boxes() -> None:
    values = {"q25": 0.2, "median": 0.5, "q75": 0.9}
    cells = [
        cell(f"coverage, {label}", name, value)
        for label in ("grounded", "hallucinated")
        for name, value in values.items()
    ]
    [drawn] = figures(cells)
    assert [bar["class"] for bar in drawn["bars"]] == ["c0", "c1"]
    for bar, dot in zip(drawn["bars"], drawn["dots"], strict=True):
        assert bar["x"] < dot["x"] < bar["x"] + bar["width"]


def test_means_by_label_are_two_marks_on_a_line() -> None:
    cells = [cell("gpt", "mean_grounded", 0.6), cell("gpt", "mean_hallucinated", 0.4)]
    [drawn] = figures(cells)
    grounded, hallucinated = drawn["dots"]
    assert grounded["x"] > hallucinated["x"]
    assert grounded["y"] == hallucinated["y"]
    assert [name for _, name in drawn["key"]] == ["grounded", "hallucinated"]


@pytest.mark.parametrize("values", [(0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (-3.0, 0.0, 1e6)])
def test_every_mark_lies_within_its_figure(values: tuple[float, ...]) -> None:
    [drawn] = figures([cell("a", f"d@{x}", value) for x, value in enumerate(values)])
    for mark in drawn["dots"]:
        assert 0 <= mark["x"] <= drawn["width"]
        assert 0 <= mark["y"] <= drawn["height"]


def test_the_page_draws_them_and_escapes_their_names(tmp_path: Path) -> None:
    table = roc("<b>summeval</b>", 0.4, 0.6, 0.7)
    write_tables(tmp_path / "r.html", {"bench": "kea", "tables": {"figure_3_roc": table}})
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page.count("<polyline") >= 1
    assert page.count('<circle class="dot') == 4
    assert "<b>summeval" not in page
