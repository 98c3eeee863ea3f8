"""What ``check --ray`` refuses before Ray is asked for; tests/scale/test_ray.py runs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("output", [(), ("--output", "-"), ("--output", "/dev/stdout")])
def test_standard_output_is_refused(run: Any, rows: Path, output: tuple[str, ...]) -> None:
    done = run("check", rows, "--ray", "local", *output)
    assert done.returncode == 2
    assert "--ray needs an --output that is not standard output" in done.stderr


def test_what_a_folder_cannot_have_is_refused(run: Any, rows: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    asked = ("check", tmp_path / "in", "--ray", "local", "--output")
    assert "--output is a file, expected a folder too" in run(*asked, rows).stderr
    for option in ("--report", "--triples"):
        refused = run(*asked, tmp_path / "out", option, tmp_path / "any")
        assert refused.returncode == 2
        assert f"{option} goes with one file; the input is a folder" in refused.stderr
    empty = run(*asked, tmp_path / "out")
    assert empty.returncode == 2
    assert "in' holds no files" in empty.stderr


def test_a_folder_is_read_on_ray_alone(run: Any, tmp_path: Path) -> None:
    done = run("check", tmp_path, "--output", tmp_path / "out")
    assert done.returncode == 2
    assert "it is a folder" in done.stderr
