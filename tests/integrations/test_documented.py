"""What docs/integrations.md shows of pytest, CI, notebooks and frames; libraries have own tests."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from doors import GROUNDED, PAGE, PASSAGES, WRONG, documented, run_documented

import groundgraph

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "groundedness.yml"
SOURCE = str(Path(groundgraph.__file__).parents[1])


def test_the_test_of_the_page_passes(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", SOURCE)
    pytester.makepyfile(documented("pytest"))
    options = ["-p", "groundgraph.integrations.pytest", "--groundgraph-report", "report.html"]
    pytester.runpytest_subprocess(*options).assert_outcomes(passed=1)
    assert (pytester.path / "report.html").is_file()


def test_the_frames_of_the_page_are_judged() -> None:
    run_documented("Notebooks and frames")


@pytest.mark.parametrize(("answer", "status"), [(GROUNDED, 0), (WRONG, 1)])
def test_the_workflow_fails_a_build_with_a_hallucinated_answer(
    tmp_path: Path, answer: str, status: int
) -> None:
    steps = yaml.safe_load(EXAMPLE.read_text("utf-8"))["jobs"]["check"]["steps"]
    [line] = [step["run"] for step in steps if step.get("run", "").startswith("groundgraph ")]
    [kept] = [step["with"]["path"].split() for step in steps if "upload" in step.get("uses", "")]
    row = {"passages": PASSAGES, "answer": answer}
    (tmp_path / "answers.jsonl").write_text(json.dumps(row), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(line)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    assert all((tmp_path / name).is_file() for name in kept)


def test_the_page_names_every_door() -> None:
    table = PAGE.partition("| library |")[2].partition("\n\n")[0]
    shown = set(re.findall(r"\| `(\w+)\.\w+` \|", table))
    folder = ROOT / "src" / "groundgraph" / "integrations"
    shared = {"__init__", "scores", "pytest", "pytest_report"}
    assert shown == {path.stem for path in folder.glob("*.py")} - shared
