from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from typer.testing import CliRunner

from groundgraph.cli import app
from groundgraph.errors import InputError
from groundgraph.registry import BENCHES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from groundgraph.bench.options import RunOptions


@dataclass(frozen=True)
class Echo:
    def run(self, data: Path, options: RunOptions) -> dict[str, Any]:
        cell = {"row": "all", "metric": "f1", "value": 0.5, "ci95": [0.4, 0.6], "paper": None}
        return {
            "bench": "echo",
            "tables": {"overall": [{**cell, "n": options.limit}]},
            "spec": {"data": str(data), "split": options.split},
            "environment": {},
        }


def test_results_and_report_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BENCHES, "get", lambda _: Echo)
    monkeypatch.setenv("GROUNDGRAPH_DATA", str(tmp_path))
    output = tmp_path / "new" / "folder"
    arguments = ["bench", "echo", "--output", str(output), "--limit", "9", "--split", "test"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    results = json.loads((output / "results.json").read_text())
    assert results["spec"] == {"data": str(tmp_path), "split": "test"}
    assert results["tables"]["overall"][0]["n"] == 9
    assert "echo" in (output / "report.html").read_text()


@dataclass(frozen=True)
class Alone:
    needs_data: ClassVar[bool] = False

    def run(self, data: Path | None, _: RunOptions) -> dict[str, Any]:
        return {"bench": "alone", "tables": {}, "spec": {"data": data}, "environment": {}}


def test_a_bench_that_brings_its_own_rows_needs_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BENCHES, "get", lambda _: Alone)
    monkeypatch.delenv("GROUNDGRAPH_DATA", raising=False)
    result = CliRunner().invoke(app, ["bench", "alone", "--output", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "results.json").read_text())["spec"] == {"data": None}


def test_a_bench_that_needs_corpora_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GROUNDGRAPH_DATA", raising=False)
    result = CliRunner().invoke(app, ["bench", "fused", "--output", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert "bench fused needs corpora; name their folder by --data" in result.output
    assert not (tmp_path / "out").exists()


@dataclass(frozen=True)
class Broken:
    def run(self, data: Path, options: RunOptions) -> dict[str, Any]:
        assert data.is_dir()
        assert options.keep is not None
        options.keep({"bench": "broken", "tables": {"first": []}, "spec": {}, "environment": {}})
        raise InputError("the second corpus is damaged")


def test_an_interrupted_run_leaves_the_tables_that_it_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BENCHES, "get", lambda _: Broken)
    arguments = ["bench", "broken", "--data", str(tmp_path), "--output", str(tmp_path / "out")]
    assert CliRunner().invoke(app, arguments).exit_code != 0
    assert list(json.loads((tmp_path / "out" / "results.json").read_text())["tables"]) == ["first"]
    assert not list((tmp_path / "out").glob("*.partial"))


@dataclass(frozen=True)
class Several:
    needs_data: ClassVar[bool] = False

    name: str = "fused"
    detectors: tuple[str, ...] = ("fused", "kea")

    def run(self, _: Path | None, __: RunOptions) -> dict[str, Any]:
        spec = {"name": self.name, "detectors": self.detectors}
        return {"bench": "several", "tables": {}, "spec": spec, "environment": {}}


def test_a_detector_that_is_named_is_measured_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BENCHES, "get", lambda _: Several)
    arguments = ["bench", "several", "--output", str(tmp_path), "--detector", "lexical"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    spec = json.loads((tmp_path / "results.json").read_text())["spec"]
    assert spec == {"name": "lexical", "detectors": ["lexical"]}


def test_a_folder_that_is_not_there_is_status_2(run: Any, tmp_path: Path) -> None:
    done = run("bench", "egc", "--data", tmp_path / "absent", "--output", tmp_path / "out")
    assert done.returncode == 2
    assert "--data names the folder" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_unknown_bench_is_status_2(run: Any, tmp_path: Path) -> None:
    done = run("bench", "ecg", "--data", tmp_path, "--output", tmp_path / "out")
    assert done.returncode == 2
    assert "did you mean 'egc'?" in done.stderr
