"""What README.md and its companions say is run, or compared with what is so."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import sys
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from documented import (
    ROOT,
    ask_for,
    blocks_of,
    code,
    commands,
    long_commands,
    page,
    run_python,
    shell,
    write_files,
)

from groundgraph.checking import check_rows
from groundgraph.cli import app
from groundgraph.io import read_rows
from groundgraph.registry import BENCHES as REGISTERED
from groundgraph.registry import DETECTORS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PAGES = sorted(str(p.relative_to(ROOT)) for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
README = page("README.md")
COMMANDS_PAGE = page("docs/commands.md")
ROWS_PAGE = page("docs/rows.md")
TOGETHER = ["README.md", "docs/commands.md", "docs/python.md", "docs/graph.md"]
"""Pages that are run in one folder, in this order: the second uses what the first made."""
ELSEWHERE = {
    "CONTRIBUTING.md": "tests/test_contributing.py",
    "docs/integrations.md": "tests/support/doors.py",
    "docs/scale.md": "tests/scale/test_documented.py",
    "docs/serve.md": "tests/serve/test_docs.py",
}
"""Pages that have tests of their own, and where these read them."""
ALONE = [
    name
    for name in PAGES
    if name not in {*TOGETHER, *ELSEWHERE} and (commands(name) or code(name, "python"))
]
"""Pages that are run in a folder of their own."""
INSTALL, TEST = (line for line in long_commands("README.md") if line.startswith("python -m venv"))
LONG = [(name, line) for name in PAGES for line in long_commands(name)]


def in_a_table(page: str, heading: str) -> set[str]:
    """Return the names in the first column of the tables below a heading."""
    section = page.partition(f"\n{heading}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    cells = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"\w+", cell)} - {"field"}


def filled(folder: Path) -> Path:
    """Return a folder with the files that pages read which do not make them."""
    write_files("README.md", folder)
    shutil.copy(ROOT / "docs" / "examples" / "labelled.jsonl", folder)
    return folder


def test_ci_and_contributors_run_the_test_command_of_the_readme() -> None:
    assert TEST in (ROOT / ".ci" / "run").read_text().splitlines()
    assert TEST in (ROOT / "CONTRIBUTING.md").read_text().splitlines()


def test_the_commands_and_the_python_of_the_readme_do_their_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = filled(tmp_path)
    lines = [line for name in TOGETHER for line in commands(name)]
    printed = {line: shell(line, folder) for line in lines}

    made = {path.name for path in folder.iterdir()}
    assert made >= {"verdicts.jsonl", "report.html", "verdicts-again.jsonl", "my-egc"}
    assert (folder / "verdicts.jsonl").read_text() == (folder / "verdicts-again.jsonl").read_text()
    [gate] = [line for line in lines if "--fail-on" in line]
    assert printed[gate].endswith("hold the release\n")
    for line in lines:
        told = [json.loads(each) for each in printed[line].splitlines() if each[:1] == "{"]
        labels = {verdict.get("label") for verdict in told}
        assert labels != {"unverifiable"}, line  # an example that shows nothing
    monkeypatch.chdir(folder)
    for name in TOGETHER:
        assert run_python(name) > 4 or not code(name, "python")


@pytest.mark.parametrize("name", ALONE)
def test_the_code_of_a_page_does_its_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = filled(tmp_path)
    write_files(name, folder)
    for line in commands(name):
        shell(line, folder)
    monkeypatch.chdir(folder)
    run_python(name)


@pytest.mark.parametrize("name", [name for name in PAGES if name not in ELSEWHERE])
def test_the_files_that_commands_read_stand_on_the_page_or_are_linked(name: str) -> None:
    read = set(re.findall(r"\b(answers|labelled)\.jsonl", code(name, "sh") + code(name, "python")))
    own = {str(block.title) for block in blocks_of(name)}
    linked = {"answers": "quickstart.md#2-check-a-file", "labelled": "examples/labelled.jsonl)"}
    assert [f for f in read if f"{f}.jsonl" not in own and linked[f] not in page(name)] == []


@pytest.mark.parametrize(("name", "line"), LONG)
def test_what_takes_long_can_be_asked_for(name: str, line: str) -> None:
    """Tests of their own run it on a few rows."""
    ask_for(line)


@pytest.mark.parametrize("name", [name for name in PAGES if blocks_of(name)])
def test_every_block_of_a_page_is_run_or_read(name: str) -> None:
    for block in blocks_of(name):
        if block.language == "python" and not (block.title or name in ELSEWHERE):
            assert ">>> " in block.text
        elif block.language == "json":
            assert all(map(json.loads, block.text.splitlines()))
        elif block.language in {"yaml", "toml"}:
            assert (yaml.safe_load if block.language == "yaml" else tomllib.loads)(block.text)
        else:
            assert block.language in {"python", "sh", "text", "ttl"}
    assert page(name).count("\n```") == 2 * len(blocks_of(name))
    if name in ELSEWHERE:
        assert Path(name).name in page(ELSEWHERE[name])


def test_figures_that_are_repeated_are_those_of_their_home() -> None:
    """The benches write the cards; the README rounds what it has of docs/meaning.md."""
    interval = r"\[\d\.\d{3}, \d\.\d{3}\]"
    figures = re.compile(rf"\d\.\d{{3}} {interval}")
    table = page("docs/detectors.md")
    for name in ("fused", "lexical"):
        test = page(f"src/groundgraph/models/{name}/MODEL_CARD.md").partition("\n## Test\n")[2]
        [told] = re.findall(rf"^\| `{name}` \|.*", table, re.MULTILINE)
        assert set(figures.findall(told)) <= set(figures.findall(test))
        assert len(figures.findall(told)) == 2
    assert set(figures.findall(README)) <= set(figures.findall(table))
    known = [
        re.findall(r"0\.\d{3}|1\.000", each) for each in figures.findall(page("docs/meaning.md"))
    ]
    percent = [[f"{100 * float(number):.0f}" for number in each] for each in known]
    shown = re.findall(r"(\d+)% \[(\d+), (\d+)\]", README)
    assert len(shown) == 7
    assert [each for each in shown if list(each) not in percent] == []


@pytest.mark.parametrize("name", PAGES)
def test_options_of_commands_within_the_text_exist(name: str) -> None:
    group: Any = typer.main.get_command(app)
    for command, rest in re.findall(
        r"`groundgraph (check|fit|serve|record|bench) ([^`]*)`", page(name)
    ):
        known = {option for each in group.commands[command].params for option in each.opts}
        assert set(re.findall(r"--[a-z][a-z-]*", rest)) <= known, f"groundgraph {command} {rest}"


def test_the_extras_that_pages_name_exist() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {name for each in PAGES for name in re.findall(r"groundgraph\[(\w+)\]", page(each))}
    assert named <= settings["project"]["optional-dependencies"].keys()


def test_every_detector_and_bench_has_its_place_in_the_pages() -> None:
    assert {path.stem for path in (ROOT / "docs" / "detectors").glob("*.md")} == set(DETECTORS)
    told = "".join(map(page, PAGES))
    assert [name for name in REGISTERED if f"groundgraph bench {name}" not in told] == []


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len(README.splitlines()) <= 150


def test_the_readme_shows_what_the_terminal_shows() -> None:
    number = re.compile(r"\b[01]\.\d\d\b")
    [shown] = [block.text for block in blocks_of("README.md") if block.language == "text"]
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
    # Only gga weighs triples, few claims cite or are short, few passages disagree, only kea edits,
    # whose claims have no threshold of their own;
    # tests/io/test_writing.py, tests/methods/fused/blocks/test_conflicts.py and
    # tests/methods/kea/test_edits.py show these.
    seldom = {"weight", "cited", "citation", "read_as", "error"}
    seldom |= {"conflicts", "kind", "named", "claims", "sides"}
    seldom |= {"edits", "suggestions", "becomes", "position", "claim", "claim_threshold"}
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
    contract, *_ = settings["tool"]["importlinter"]["contracts"]
    held = [re.findall(r"groundgraph\.(\w+)", layer) for layer in contract["layers"]]
    rest = [name for layer in held[len(shown) - 1 :] for name in layer]
    assert [sorted(layer) for layer in shown[:-1]] == [sorted(x) for x in held[: len(shown) - 1]]
    assert shown[-1] == rest


@pytest.mark.parametrize("name", PAGES)
def test_links_between_the_pages_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#]+)", page(name))
    targets = [link for link in links if "://" not in link]
    assert [link for link in targets if not ((ROOT / name).parent / link).exists()] == []
