"""What README.md and its companions say is run, or compared with what is so."""

from __future__ import annotations

import doctest
import json
import os
import re
import runpy
import subprocess
import sys
from importlib.resources import as_file, files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import typer

from groundgraph.checking import check_rows
from groundgraph.cli import app
from groundgraph.io import read_rows
from groundgraph.registry import BENCHES as REGISTERED

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
PAGES = sorted(str(p.relative_to(ROOT)) for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
PYTHON_PAGES = [ROOT / "docs" / f"{name}.md" for name in ("python", "graph")]
RUN = [README, COMMANDS_PAGE, *(page.read_text(encoding="utf-8") for page in PYTHON_PAGES)]
"""Pages whose code is run."""
ROWS_PAGE = (ROOT / "docs" / "rows.md").read_text(encoding="utf-8")


def blocks(language: str, pages: list[str] = RUN) -> list[str]:
    found = rf"^```{language}\n(.*?)^```$"
    return [block for page in pages for block in re.findall(found, page, re.MULTILINE | re.DOTALL)]


SHELL = [line for block in blocks("sh") for line in block.splitlines()]
INSTALL, TEST = (line for line in SHELL if line.startswith("python -m venv"))
COMMANDS = [line for line in SHELL if line not in {INSTALL, TEST}]
BENCHES = [line for line in COMMANDS if line.startswith("groundgraph bench")]


def in_a_table(page: str, heading: str) -> set[str]:
    """Return the names in the first column of the tables below a heading."""
    section = page.partition(f"\n{heading}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    cells = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"\w+", cell)} - {"field"}


def labelled_rows() -> str:
    """Return 40 answers, every other of them about something else than its passage."""
    rows = []
    for number in range(40):
        fact = f"The old stone bridge number {number} crosses the wide river below the town."
        invented = "Elephants danced for twelve whole days at the market without any rest."
        row = {"passages": [fact], "answer": invented if number % 2 else fact}
        rows.append({**row, "label": bool(number % 2), "generator": "ab"[number // 20]})
    return "\n".join(map(json.dumps, rows))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the README's commands read."""
    made = tmp_path_factory.mktemp("readme")
    [row] = blocks("json")
    (made / "answers.jsonl").write_text(row)
    (made / "labelled.jsonl").write_text(labelled_rows())
    [dump] = blocks("ttl")
    (made / "world.ttl").write_text(dump)
    return made


def shell(line: str, folder: Path) -> str:
    tools = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": tools},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_ci_and_contributors_run_the_test_command_of_the_readme() -> None:
    assert TEST in (ROOT / ".ci" / "run").read_text().splitlines()
    assert TEST in (ROOT / "CONTRIBUTING.md").read_text().splitlines()


def test_the_commands_of_the_readme_do_their_work(folder: Path) -> None:
    printed = {line: shell(line, folder) for line in COMMANDS if line not in BENCHES}

    made = {path.name for path in folder.iterdir()}
    assert made >= {"verdicts.jsonl", "report.html", "verdicts-again.jsonl", "my-egc"}
    assert (folder / "verdicts.jsonl").read_text() == (folder / "verdicts-again.jsonl").read_text()
    [gate] = [line for line in COMMANDS if "--fail-on" in line]
    assert printed[gate].endswith("hold the release\n")


@pytest.mark.parametrize("line", BENCHES)
def test_the_benchmarks_of_the_readme_can_be_asked_for(line: str) -> None:
    """They take minutes to hours: their own tests run them on a few rows."""
    group: Any = typer.main.get_command(app)
    arguments = group.commands["bench"].make_context("bench", line.split()[2:]).params
    assert arguments["name"] in REGISTERED


def test_the_python_of_the_readme_prints_what_it_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for page in RUN:
        text = "\n".join(blocks("python", [page]))
        test = doctest.DocTestParser().get_doctest(text, {}, "page", "page", 0)
        report = StringIO()
        found = doctest.DocTestRunner().run(test, out=report.write)
        assert not found.failed, report.getvalue()
        assert found.attempted > 4 or not text


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len(README.splitlines()) <= 150


def test_the_readme_shows_what_the_terminal_shows() -> None:
    number = re.compile(r"\b[01]\.\d\d\b")
    [shown] = blocks("text")
    seen = runpy.run_path(str(ROOT / "scripts" / "readme_sample.py"))["sample"]()
    advice = "run python scripts/readme_sample.py, and read what it wrote"
    assert number.sub("0.00", shown) == number.sub("0.00", seen), advice
    shown_scores, seen_scores = (list(map(float, number.findall(t))) for t in (shown, seen))
    assert shown_scores == pytest.approx(seen_scores, abs=0.021), advice


def test_the_reference_lists_every_command_and_option() -> None:
    group: Any = typer.main.get_command(app)
    commands = [*group.commands.values(), *group.commands["kb"].commands.values()]
    options = {
        option
        for command in commands
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--")
    }
    table = COMMANDS_PAGE.partition("| command | what it does |")[2].partition("\n\n")[0]
    cells = " ".join(re.findall(r"^\|(.*?)\|", table, re.MULTILINE))
    assert set(re.findall(r"groundgraph (\w+)", cells)) == set(group.commands)
    assert set(re.findall(r"--\w[\w-]*", cells)) == options - {"--help"}


def test_the_fields_of_a_verdict_row_are_listed() -> None:
    with as_file(files("groundgraph.cli") / "example.jsonl") as path:
        verdict = next(check_rows(read_rows(path), "kea")).record
    finding, triple = verdict["findings"][0], verdict["triples"][0]
    listed = in_a_table(ROWS_PAGE, "## Output")
    # Only gga weighs triples, few claims cite or are short, few passages disagree, only kea edits;
    # tests/io/test_writing.py, tests/methods/fused/blocks/test_conflicts.py and
    # tests/methods/kea/test_edits.py show these.
    seldom = {"weight", "cited", "citation", "read_as", "error"}
    seldom |= {"conflicts", "kind", "named", "claims", "sides"}
    seldom |= {"edits", "suggestions", "becomes", "position", "claim"}
    assert listed == {*verdict, *finding, *finding["evidence"][0], *triple, *seldom}


def test_the_dialects_are_listed() -> None:
    from groundgraph.io.dialects import DIALECTS

    table = ROWS_PAGE.partition("| dialect |")[2].partition("\n\n")[0]
    names = [name.lower() for name in re.findall(r"^\| (\w[^|]*?) \|", table, re.MULTILINE)]
    assert names == [dialect.name for dialect in DIALECTS]


def test_the_layers_are_those_that_import_linter_holds() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("| layer | holds |")[2].partition("\n\n")[0]
    shown = [re.findall(r"\w+", row) for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = settings["tool"]["importlinter"]["contracts"]
    held = [re.findall(r"groundgraph\.(\w+)", layer) for layer in contract["layers"]]
    rest = [name for layer in held[len(shown) - 1 :] for name in layer]
    assert [sorted(layer) for layer in shown[:-1]] == [sorted(x) for x in held[: len(shown) - 1]]
    assert shown[-1] == rest


@pytest.mark.parametrize("page", PAGES)
def test_links_between_the_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert [link for link in targets if not ((ROOT / page).parent / link).exists()] == []
