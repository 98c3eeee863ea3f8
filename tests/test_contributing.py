"""The detector that CONTRIBUTING.md writes works when it is taken from there as it stands."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROWS = [
    {"id": "right", "answer": "It opened in 1932.", "passages": ["It opened in May 1932."]},
    {"id": "wrong", "answer": "It opened. Elephants danced.", "passages": ["It opened in May."]},
    {"id": "wordless", "answer": "...", "passages": ["It opened in May 1932."]},
    {"id": "empty", "answer": "", "passages": ["It opened in May 1932."]},
    {"id": "bare", "answer": "It opened in 1932."},
]


def block(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put the detector and its entry point where a package manager would."""
    (tmp_path / "unseen_detector.py").write_text(block("python"), encoding="utf-8")
    info = tmp_path / "unseen_detector-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unseen-detector\nVersion: 1.0\n")
    points = block("toml").replace('project.entry-points."groundgraph.detectors"', "{}")
    written = points.format("groundgraph.detectors").replace('"', "")
    (info / "entry_points.txt").write_text(written)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return tmp_path


def test_it_has_forty_lines() -> None:
    assert sum(bool(line.strip()) for line in block("python").splitlines()) <= 40


def test_it_passes_ruff_and_mypy(installed: Path) -> None:
    path = str(installed / "unseen_detector.py")
    config = str(ROOT / "pyproject.toml")
    checks = (
        ["ruff", "check", "--no-cache", "--ignore", "TC", "--config", config, path],
        ["ruff", "format", "--no-cache", "--check", "--config", config, path],
        ["mypy", "--strict", "--cache-dir", os.devnull, path],
    )
    for check in checks:
        done = run("-m", *check)
        assert done.returncode == 0, done.stdout + done.stderr


def test_check_uses_it_and_lists_it(installed: Path) -> None:
    given = "\n".join(map(json.dumps, ROWS))
    checked = run("-m", "groundgraph", "check", "-", "--detector", "unseen", given=given)
    assert checked.returncode == 0, checked.stderr
    verdicts = {row["id"]: row for row in map(json.loads, checked.stdout.splitlines())}
    assert {name: row["label"] for name, row in verdicts.items()} == {
        "right": "grounded",
        "wrong": "hallucinated",
        "wordless": "unverifiable",
        "empty": "unverifiable",
        "bare": "unverifiable",
    }
    outcomes = [finding["outcome"] for finding in verdicts["wrong"]["findings"]]
    assert outcomes == ["supported", "unsupported"]
    assert verdicts["wrong"]["detector"]["name"] == "unseen"
    listed = run("-m", "groundgraph", "detectors").stdout
    assert re.search(r"^unseen .* Flags a claim when more", listed, re.MULTILINE)


def test_the_contract_tests_take_it_up(installed: Path) -> None:
    done = run("-m", "pytest", "-p", "no:cacheprovider", "tests/contract", "-k", "unseen")
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ passed", done.stdout)
