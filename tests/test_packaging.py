"""What a user gets: the distribution is built, installed in a new environment and used there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest

from groundgraph.registry import DETECTORS

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "groundgraph"
MOST_BYTES = 95_000_000
# The last onnxruntime for Python 3.10 needs sympy, coloredlogs and what these need.
MOST_PACKAGES = 45 if sys.version_info >= (3, 11) else 51
ROW = {
    "id": "warranty",
    "question": "How long is the warranty on the battery?",
    "passages": ["The battery is covered for 24 months or 20,000 kilometres."],
    "answer": "The battery of the bicycle is covered for 24 months or for 20,000 kilometres.",
    "prd": 0.2,
    "sas": 0.4,
}


def run(*command: str | Path, cwd: Path, given: str | None = None) -> str:
    """Run a command outside the checkout and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive and, from it, the wheel: twice, to the same bytes."""
    out = tmp_path_factory.mktemp("dist")
    script = ROOT / "scripts" / "build_twice.py"
    said = run(sys.executable, script, "--no-isolation", "--output", out, cwd=out)
    assert "both builds have the same bytes" in said
    [built] = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel alone in a new environment and return that one's interpreter."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    interpreter = folder / "bin" / "python"
    run(interpreter, "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return interpreter


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = [path for path in SOURCE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert packed == {path.relative_to(SOURCE.parent).as_posix() for path in files}


def test_the_wheel_holds_the_licences_and_every_model_has_a_card(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.namelist()
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in packed}
    models = {Path(name).parent for name in packed if name.startswith("groundgraph/models/")}
    assert {folder.name for folder in models} >= {"minilm", "fused", "lexical"}
    assert all((folder / "MODEL_CARD.md").as_posix() in packed for folder in models)


def test_the_command_tells_the_version_of_the_wheel(python: Path, wheel: Path) -> None:
    told = run(python, "-m", "groundgraph", "--version", cwd=wheel.parent).split()
    assert told == ["groundgraph", wheel.name.split("-")[1]]


def test_the_wheel_is_small_enough_for_the_package_index(wheel: Path) -> None:
    assert wheel.stat().st_size < MOST_BYTES


def test_a_fresh_environment_is_small_and_without_torch(python: Path, tmp_path: Path) -> None:
    listed = run(python, "-m", "pip", "list", "--format=json", cwd=tmp_path)
    names = {package["name"].lower() for package in json.loads(listed)}
    assert "groundgraph" in names
    assert len(names) <= MOST_PACKAGES, sorted(names)
    assert not names & {"torch", "transformers", "sentence-transformers", "pandas"}


@pytest.mark.parametrize("detector", list(DETECTORS))
def test_every_detector_checks_a_row_where_only_the_wheel_is(
    python: Path, tmp_path: Path, detector: str
) -> None:
    command = ["-W", "error", "-m", "groundgraph", "check", "-", "--detector", detector]
    printed = run(python, *command, cwd=tmp_path, given=json.dumps(ROW))
    verdict: dict[str, Any] = json.loads(printed)
    assert verdict["id"] == "warranty"
    assert verdict["label"] in {"grounded", "hallucinated"}
    assert verdict["detector"]["name"] == detector


def test_the_first_command_of_the_readme_prints_verdicts(python: Path, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [line] = [line for line in readme.splitlines() if line.endswith("check --example")]
    create, install, check = line.split(" && ")
    assert (create, install) == ("python -m venv .venv", ".venv/bin/pip install .")
    command = check.replace(".venv", str(python.parent.parent)).split()
    printed = run(*command, cwd=tmp_path)
    verdicts = [json.loads(row) for row in printed.splitlines()]
    assert {verdict["label"] for verdict in verdicts} >= {"grounded", "hallucinated"}
    assert run(*command, "--report", "report.html", cwd=tmp_path) == ""
    assert (tmp_path / "report.html").stat().st_size > 10_000
