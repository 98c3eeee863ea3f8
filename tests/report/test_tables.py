from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.report.forest import forest_plots
from groundgraph.report.tables import write_tables

if TYPE_CHECKING:
    from pathlib import Path


class Tables(HTMLParser):
    """The texts of the cells of every table, row by row."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.rows[-1][-1] += data


def cell(row: str, metric: str, value: float | None, **more: Any) -> dict[str, Any]:
    return {
        "row": row,
        "metric": metric,
        "value": value,
        "ci95": None,
        "paper": None,
        "n": 875,
        **more,
    }


def written(tmp_path: Path, tables: dict[str, Any], **more: Any) -> str:
    path = tmp_path / "report.html"
    results = {"bench": "egc", "tables": tables, "spec": {"tau": 0.4}, "environment": {}, **more}
    write_tables(path, results)
    return path.read_text(encoding="utf-8")


def test_a_value_stands_beside_its_interval_the_papers_value_and_the_difference(
    tmp_path: Path,
) -> None:
    cells = [cell("coverage", "auroc", 0.559, ci95=(0.509, 0.614), paper=0.589, positives=153)]
    header, sub, first = Tables(written(tmp_path, {"overall": cells})).rows
    assert header == ["", "auroc", "n", "positives"]
    assert sub == ["", "ours", "paper", "", ""]
    assert first == [
        "coverage",
        "0.559 [0.509, 0.614]",
        "0.589 −0.030",
        "875",
        "153",
    ]


def test_cells_are_pivoted_in_the_order_in_which_they_come(tmp_path: Path) -> None:
    cells = [cell("b", "f1", 0.1), cell("b", "auroc", 0.2), cell("a", "auroc", 0.3)]
    rows = Tables(written(tmp_path, {"overall": cells})).rows
    assert rows == [
        ["", "f1", "auroc", "n"],
        ["b", "0.100", "0.200", "875"],
        ["a", "", "0.300", "875"],
    ]


def test_an_undefined_value_is_a_dash_with_its_note(tmp_path: Path) -> None:
    cells = [cell("GPT-4", "auroc", None, note="1 hallucinated row"), cell("all", "auroc", 0.5)]
    rows = Tables(written(tmp_path, {"t": cells})).rows
    assert rows[1][1] == "— 1 hallucinated row"


def test_counts_are_whole_numbers_and_proportions_are_not(tmp_path: Path) -> None:
    cells = [cell("total", "rows", 5767, paper=5767), cell("total", "share", 1.0)]
    rows = Tables(written(tmp_path, {"counts": cells})).rows
    assert rows[2] == ["total", "5,767", "5,767 0", "1.000", "875"]


def test_n_stands_in_the_cell_where_it_differs_along_a_row(tmp_path: Path) -> None:
    cells = [cell("a", "x", 0.1, n=10), cell("a", "y", 0.2, n=20)]
    rows = Tables(written(tmp_path, {"t": cells})).rows
    assert rows[1] == ["a", "0.100 n 10", "0.200 n 20"]


def test_titles_and_notes_are_shown_and_escaped(tmp_path: Path) -> None:
    cells = [cell("<b>row</b>", "m", 0.5, ci95=[0.4, 0.6])]
    page = written(
        tmp_path, {"<t>": cells}, title="<script>x</script>", notes={"<t>": "a & <i>b</i>"}
    )
    assert "a &amp; &lt;i&gt;b&lt;/i&gt;" in page
    assert page.count("<script>") == 1
    assert "<b>row" not in page
    assert "<i>" not in page


def test_the_page_asks_for_nothing(tmp_path: Path) -> None:
    page = written(tmp_path, {"t": [cell("a", "m", 0.5, ci95=[0.4, 0.6])]})
    assert not re.search(r'(src|href)="(?!#|data:,")', page)
    assert "default-src &#39;none&#39;" in page


def test_two_values_for_one_cell_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'a' × 'm' twice"):
        written(tmp_path, {"t": [cell("a", "m", 0.1), cell("a", "m", 0.2)]})


def test_only_values_with_an_interval_are_plotted() -> None:
    cells = [cell("a", "m", 0.1), cell("b", "m", None), cell("c", "n", 5)]
    assert forest_plots(cells) == []


def test_marks_of_a_plot_lie_within_it_and_in_the_order_of_their_values() -> None:
    cells = [
        cell("a", "delta", -0.03, ci95=[-0.05, -0.01], paper=-0.038),
        cell("b", "delta", 0.02, ci95=[0.0, 0.04], paper=0.2),
    ]
    [plot] = forest_plots(cells)
    first, second = plot["marks"]
    assert first["low"] < first["x"] < first["high"]
    assert first["paper"] < first["x"] < second["x"] < second["paper"]
    assert all(
        plot["left"] <= m[k] <= plot["width"] for m in plot["marks"] for k in ("low", "paper")
    )
    assert any(tick["zero"] for tick in plot["ticks"])


def test_the_steps_of_a_sweep_share_their_scale() -> None:
    cells = [cell("a", "d@0.3", 0.1, ci95=[0, 0.2]), cell("a", "d@0.4", 5, ci95=[4, 6])]
    one, other = forest_plots(cells)
    assert one["ticks"] == other["ticks"]


@pytest.mark.parametrize("value", [0.0, 1.0, -3.0, 1e-9, 1e6])
def test_a_single_value_without_width_can_be_plotted(value: float) -> None:
    [plot] = forest_plots([cell("a", "m", value, ci95=[value, value])])
    assert len({tick["text"] for tick in plot["ticks"]}) == len(plot["ticks"]) >= 2
    assert plot["left"] <= plot["marks"][0]["x"] <= plot["width"]
