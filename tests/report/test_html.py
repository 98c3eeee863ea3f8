from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import resource
import zlib
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.errors import InputError, MachineError
from groundgraph.report.html import ReportWriter
from groundgraph.report.page import write_page
from groundgraph.types import Example, Passage

OLDER = '<meta name="generator" content="groundgraph">older'

if TYPE_CHECKING:
    from pathlib import Path


class Scripts(HTMLParser):
    """Collects what a browser would run, read as data, or fetch."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.data: dict[str, str] = {}
        self.code: list[str] = []
        self.styles: list[str] = []
        self.policy = ""
        self.links: list[str] = []
        self.visible = ""
        self._open: tuple[str, dict[str, str | None]] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.links += [str(found[name]) for name in ("src", "href") if name in found]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = str(found["content"])
        self._open = (tag, found) if tag in {"script", "style"} else None

    def handle_endtag(self, tag: str) -> None:
        self._open = None

    def handle_data(self, data: str) -> None:
        tag, attributes = self._open or ("", {})
        if tag == "style":
            self.styles.append(data)
        elif attributes.get("type") in {"application/json", "text/plain"}:
            name = str(attributes["id"])
            self.data[name] = self.data.get(name, "") + data
        elif tag == "script":
            self.code.append(data)
        else:
            self.visible += data

    def detail(self, number: int) -> dict[str, Any]:
        detail: dict[str, Any] = json.loads(
            zlib.decompress(base64.b64decode(self.data[f"row-{number}"]))
        )
        assert len(detail["verdicts"]) == 1
        return {**detail, **detail["verdicts"][0]}

    def lines(self) -> list[int]:
        return [entry["line"] for entry in json.loads(self.data["index"])]

    def text(self) -> str:
        return " ".join(self.visible.split())


def report(path: Path) -> Scripts:
    return Scripts(path.read_text(encoding="utf-8"))


def verdict(row: dict[str, Any], line: int, label: str, score: float | None) -> dict[str, Any]:
    return {**row, "line": line, "label": label, "hallucination_score": score, "reason": "Why."}


def test_each_row_is_found_in_the_index_and_in_its_own_block(
    tmp_path: Path, example: Example, row: dict[str, Any], error_row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    with ReportWriter(path) as writer:
        writer.add(example, row)
        writer.add(None, error_row)
    page = report(path)
    assert page.lines() == [7, 9]
    assert page.detail(0)["features"] == row["features"]
    assert page.detail(1)["error"]["field"] == "passages"


def test_the_header_counts_every_label(
    tmp_path: Path, example: Example, row: dict[str, Any], error_row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    with ReportWriter(path, "My run") as writer:
        for line in range(1, 4):
            writer.add(example, verdict(row, line, "grounded", 0.2))
        writer.add(example, verdict(row, 4, "unverifiable", None))
        writer.add(example, row)
        writer.add(None, error_row)
    text = report(path).text()
    assert "My run 6 answers checked by egc" in text
    assert "1 hallucinated 3 grounded 1 unverifiable 1 errors" in text


def test_the_header_counts_what_each_detector_found(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    other = {**row, "detector": {**row["detector"], "name": "kea"}}
    with ReportWriter(path) as writer:
        writer.add(example, verdict(row, 1, "grounded", 0.2), other)
        writer.add(example, verdict(row, 2, "grounded", 0.2), other)
    assert "checked by egc, beside it kea (2 hallucinated)" in report(path).text()


def test_the_page_allows_its_own_script_and_style_and_nothing_else(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    with ReportWriter(path) as writer:
        writer.add(example, row)
    page = report(path)
    hashes = re.findall(r"'sha256-([^']+)'", page.policy)
    content = [*page.styles, *page.code]
    assert hashes == [
        base64.b64encode(hashlib.sha256(c.encode()).digest()).decode() for c in content
    ]
    assert page.policy.startswith("default-src 'none'; ")
    assert set(page.links) == {"#list", "data:,"}
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|innerHTML", "".join(content))


def test_hostile_text_stays_text(tmp_path: Path, example: Example, row: dict[str, Any]) -> None:
    hostile = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\0\ud800"
    path = tmp_path / "report.html"
    with ReportWriter(path, hostile, hostile) as writer:
        writer.add(
            Example(hostile, (Passage(hostile),), question=hostile, id=hostile, generator=hostile),
            {**row, "id": hostile},
        )
    page = report(path)
    assert len(page.code) == 1
    assert "x" not in page.links
    assert json.loads(page.data["index"])[0]["answer"] == hostile.replace("\ud800", "\ufffd")


def test_a_file_holds_every_row_of_a_run_of_twelve_thousand(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    with ReportWriter(path) as writer:
        for line in range(1, 12_001):
            writer.add(example, verdict(row, line, "grounded", 0.5))
    page = report(path)
    assert page.lines() == list(range(1, 12_001))
    assert len(page.data) == 12_001
    assert set(page.links) == {"#list", "data:,"}
    assert list(tmp_path.iterdir()) == [path]


def test_beyond_what_a_file_holds_there_are_parts_that_lead_to_each_other(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "my report.html"
    labels = ["grounded", "grounded", "hallucinated", "grounded", "hallucinated"]
    with ReportWriter(path, max_rows=2) as writer:
        for line, label in enumerate(labels, 1):
            writer.add(example, verdict(row, line, label, 0.5))
    names = ["my report.html", "my report.part2.html", "my report.part3.html"]
    assert sorted(file.name for file in tmp_path.iterdir()) == names
    pages = [report(tmp_path / name) for name in names]
    assert [page.lines() for page in pages] == [[1, 2], [3, 4], [5]]
    assert pages[2].detail(0)["features"] == row["features"]
    assert [sorted(set(page.links) - {"#list", "data:,"}) for page in pages] == [
        ["my%20report.part2.html", "my%20report.part3.html"],
        ["my%20report.html", "my%20report.part3.html"],
        ["my%20report.html", "my%20report.part2.html"],
    ]
    for page in pages:
        assert "2 hallucinated 3 grounded" in page.text()
    assert "This file holds answers 5 to 5 of 5: list, search and filters" in pages[2].text()


@pytest.mark.parametrize(("rows", "parts"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_part_begins_only_where_there_is_a_row_for_it(
    tmp_path: Path, example: Example, row: dict[str, Any], rows: int, parts: int
) -> None:
    with ReportWriter(tmp_path / "report.html", max_rows=2) as writer:
        for line in range(rows):
            writer.add(example, verdict(row, line + 1, "grounded", 0.5))
    assert len(list(tmp_path.iterdir())) == parts


def test_parts_of_an_older_report_go_and_other_files_stay(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    for rows in (7, 3):
        with ReportWriter(path, max_rows=2) as writer:
            for line in range(rows):
                writer.add(example, verdict(row, line + 1, "grounded", 0.5))
        (tmp_path / "report-2.html").write_text("mine")
    names = ["report-2.html", "report.html", "report.part2.html"]
    assert sorted(file.name for file in tmp_path.iterdir()) == names


def test_a_failed_run_leaves_the_older_report_and_no_other_file(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    path.write_text(OLDER)
    row["features"]["coverage"] = float("nan")
    with pytest.raises(ValueError, match="not JSON compliant"), ReportWriter(path) as writer:
        writer.add(example, row)
    assert path.read_text() == OLDER
    assert list(tmp_path.iterdir()) == [path]


def test_an_empty_run_makes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    with ReportWriter(path):
        pass
    page = report(path)
    assert json.loads(page.data["index"]) == []
    assert "0 answers" in page.visible


def test_a_missing_folder_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder"):
        ReportWriter(tmp_path / "absent" / "report.html")


def test_a_cap_below_one_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="max_rows is 0"):
        ReportWriter(tmp_path / "report.html", max_rows=0)


def test_rows_wait_on_disk_not_in_memory(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    import tracemalloc

    with ReportWriter(tmp_path / "report.html") as writer:
        for _ in range(500):  # Python keeps freed tuples, up to some thousand
            writer.add(example, row)
        tracemalloc.start()
        for _ in range(500):
            writer.add(example, row)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert held < 100_000  # 500 rows are 2 MB of JSON
    assert (tmp_path / "report.html").stat().st_size > 300_000


def test_writing_takes_the_memory_of_a_few_rows(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    import tracemalloc

    with ReportWriter(tmp_path / "warm.html") as writer:
        for _ in range(500):  # templates are compiled once, and Python keeps freed tuples
            writer.add(example, row)
    tracemalloc.start()
    with ReportWriter(tmp_path / "report.html", max_rows=1_500) as writer:
        for _ in range(2_000):
            writer.add(example, row)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (tmp_path / "report.html").stat().st_size > 1_000_000
    assert peak < 800_000  # the style and the scripts, some times; the rows would be 16 MB


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_has_the_contrast_that_wcag_aa_asks_for(tmp_path: Path, theme: int) -> None:
    with ReportWriter(tmp_path / "report.html"):
        pass
    style = report(tmp_path / "report.html").styles[0]
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", style)
    colours = {name: both[theme] for name, *both in pairs}
    grounds = [colours[name] for name in ("page", "panel", "raised", "hover", "chosen")]
    inks = ("ink", "soft", "grounded", "hallucinated", "unverifiable", "error", "unsupported")
    tints = [(ink, colours[f"{ink}-tint"]) for ink in ("unsupported", "contradicted", "supported")]
    worn = [(ink, ground) for ink in inks for ground in grounds] + tints
    worn += [("ink", tint) for _, tint in tints] + [("mark-ink", colours["mark"])]
    poor = [(ink, ground) for ink, ground in worn if contrast(colours[ink], ground) < 4.5]
    assert poor == []


@pytest.mark.parametrize("place", ["folder", "pipe", "/dev/null"])
def test_a_folder_a_pipe_or_a_device_is_not_replaced_by_a_page(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="expected a regular file"):
        ReportWriter(tmp_path / place)
    with pytest.raises(InputError, match="expected a regular file"):
        write_page(tmp_path / place, "report.html.j2", (), (), {})


def test_a_disk_that_fills_up_is_told_and_the_older_report_stays(
    tmp_path: Path, example: Example, row: dict[str, Any]
) -> None:
    path = tmp_path / "report.html"
    path.write_text(OLDER)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, before[1]))
    try:
        with pytest.raises(MachineError, match="an older report is kept"):
            write(path, example, row)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_text() == OLDER
    assert list(tmp_path.iterdir()) == [path]


def write(path: Path, example: Example, row: dict[str, Any]) -> None:
    with ReportWriter(path) as writer:
        writer.add(example, row)
