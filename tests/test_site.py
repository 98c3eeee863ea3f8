"""The site: navigation, links, pages of benches, and that it builds without a warning."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench_pages import page_of
from docstring_blocks import as_markdown
from groundgraph import check_many
from groundgraph.bench.results import Results, Rows
from groundgraph.measures.bootstrap import Interval
from site_hooks import ELSEWHERE, ON_GITHUB, benchmarks, places, relinked

ROOT = Path(__file__).parents[1]
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
AT = places()
ROWS = [
    json.loads(line)
    for line in (ROOT / "docs" / "graphs" / "rows.jsonl").read_text("utf-8").splitlines()
]
"""What the pictures of graphs are drawn of."""


def in_navigation(entries: Any) -> list[str]:
    """Return the pages of a part of the navigation."""
    if isinstance(entries, str):
        return [entries]
    inner = entries.values() if isinstance(entries, dict) else entries
    return [page for each in inner for page in in_navigation(each)]


def test_every_page_has_one_place_in_the_navigation() -> None:
    made = {uri for name, uri in AT.items() if name.endswith(".json")}
    assert sorted(in_navigation(SETTINGS["nav"])) == sorted(set(AT.values()) - made)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_pages_that_stand_outside_docs_exist(name: str) -> None:
    assert (ROOT / name).is_file()


@pytest.mark.parametrize(
    ("source", "link", "on_the_site"),
    [
        ("README.md", "docs/rows.md#output", "rows.md#output"),
        ("README.md", "docs/graphs/report.webp", "graphs/report.webp"),
        ("README.md", "NOTICE", f"{ON_GITHUB}NOTICE"),
        ("docs/howto/guard.md", "../serve.md", "../serve.md"),
        ("docs/howto/models.md", "../../CONTRIBUTING.md#train", "../project/contributing.md#train"),
        ("docs/rows.md", "../README.md", "index.md"),
        ("docs/serve.md", "../deploy/compose.yaml", f"{ON_GITHUB}deploy/compose.yaml"),
        (
            "docs/integrations.md",
            "examples/groundedness.yml",
            f"{ON_GITHUB}docs/examples/groundedness.yml",
        ),
        ("docs/gone.md", "../nowhere.md", "../nowhere.md"),
        ("docs/rows.md", "https://example.org/a.md", "https://example.org/a.md"),
        ("docs/rows.md", "#output", "#output"),
    ],
)
def test_links_lead_to_pages_of_the_site_or_to_the_repository(
    source: str, link: str, on_the_site: str
) -> None:
    assert relinked(f"See [it]({link}).", source, AT) == f"See [it]({on_the_site})."


def test_code_is_not_relinked() -> None:
    text = "`[a](../NOTICE)`\n\n```text\n[a](../NOTICE)\n```\n"
    assert relinked(text, "docs/rows.md", AT) == text


@pytest.fixture
def results() -> dict[str, Any]:
    rows = Rows.labelled([True, False, True, False], ["a", "b", "c", "d"])
    found = Results("egc", "EGC, its tables", {"name": "egc"})
    cells = [
        rows.cell("all | rows", "auroc", Interval(0.5, 0.25, 0.75), paper=0.589),
        rows.fact("all | rows", "left_out", 7),
        rows.fact("none", "auroc", None),
    ]
    found.add("over_all", cells, "Of 4 rows, a_b and <b>.")
    return found.as_json()


def test_a_bench_is_shown_with_intervals_sizes_and_the_papers_figures(
    results: dict[str, Any],
) -> None:
    page = page_of(results, "egc")
    assert page.startswith("# EGC, its tables (egc)\n")
    assert "## over all\n\nOf 4 rows, a\\_b and \\<b>.\n" in page
    assert "|  | auroc | left out | n | hallucinated |" in page
    assert (
        "| all \\| rows | 0.500 [0.250,\N{NO-BREAK SPACE}0.750] (paper 0.589) | 7 | 4 | 2 |" in page
    )
    assert "| none | – |  | 4 | 2 |" in page
    assert '"name": "egc"' in page


def test_every_committed_run_is_named_with_its_command() -> None:
    told = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    for path in benchmarks().values():
        folder = path.parent.relative_to(ROOT / "docs").as_posix()
        assert f"]({folder}/results.json)" in told
        assert f"--output docs/{folder}`" in told


def test_a_bench_that_was_interrupted_has_no_page(results: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"egc/results.json is of a run that was interrupted"):
        page_of({**results, "complete": False}, "egc")


def test_code_of_docstrings_becomes_blocks() -> None:
    doctest = "Judge.\n\n>>> judge(\n...     1\n... )\n2\n\n"
    text = f"{doctest}Use::\n\n    a = 1\n\n    b = 2\n\nArgs:\n    a: It.\n"
    assert as_markdown(text) == (
        "Judge.\n\n```python\n>>> judge(\n...     1\n... )\n2\n```\n\nUse:\n\n"
        "```python\na = 1\n\nb = 2\n```\n\nArgs:\n    a: It.\n"
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site where what it needs is installed; a warning is an error."""
    beside = (Path(sys.executable).parent, ROOT / ".venv-docs" / "bin")
    mkdocs = shutil.which("mkdocs", path=os.pathsep.join(map(str, beside)))
    if mkdocs is None:
        pytest.skip("put what builds the site into .venv-docs: see CONTRIBUTING.md, The site")
    site = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [mkdocs, "build", "--strict", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return site


def test_the_site_builds_without_a_warning(built: Path) -> None:
    for uri in AT.values():
        page = built / uri.removesuffix(".md") / "index.html"
        assert page.is_file() or (built / uri).with_suffix(".html").is_file(), uri


def test_the_site_loads_nothing_from_elsewhere(built: Path) -> None:
    loaded = re.compile(r'<(?:script|img|iframe)[^>]*\ssrc="([^"]+)"|<link[^>]*\shref="([^"]+)"')
    for page in built.rglob("*.html"):
        found = {a or b for a, b in loaded.findall(page.read_text("utf-8"))}
        assert [url for url in found if "//" in url] == [], page


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_picture_of_a_graph_shows_what_the_detector_says(row: dict[str, Any]) -> None:
    given = {name: row[name] for name in row.keys() - {"detectors", "drawing"}}
    [verdict] = check_many([given], detector=row["detectors"].partition(",")[0])
    drawing = (ROOT / "docs" / "graphs" / f"{row['id']}.svg").read_text("utf-8")
    told = "run python scripts/graph_pictures.py, look at them, and mend what pages say of them"
    if row.get("drawing") == "triples":
        shown = re.findall(r'class="triple (?!root)(\w+)', drawing)
        assert sorted(shown) == sorted(view.state for view in verdict.triples), told
    else:
        shown = re.findall(r'class="node is-claim (\w+)', drawing)
        assert shown == [finding.outcome for finding in verdict.findings], told
