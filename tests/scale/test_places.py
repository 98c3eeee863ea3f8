from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from groundgraph import InputError, MissingExtraError, scale
from groundgraph.scale.cluster import imported

if TYPE_CHECKING:
    from pathlib import Path

TWO = scale.Cluster(2)


def refused(source: Path, output: Path) -> str:
    with pytest.raises(InputError) as caught:
        next(scale.check_folder(source, output, TWO, detector="lexical"))
    return str(caught.value)


def test_a_folder_that_cannot_be_meant_is_refused_before_ray_is_asked(tmp_path: Path) -> None:
    output = tmp_path / "out"
    source = tmp_path / "in"
    assert "is a nothing, expected a folder" in refused(source, output)
    source.mkdir()
    (source / "_SUCCESS").touch()
    assert "holds no files" in refused(source, output)
    (source / "notes.docx").touch()
    assert "notes.docx' is none of .jsonl" in refused(source, output)
    assert "the output is the input" in refused(source, source)


def test_two_files_that_would_be_written_to_one_place_are_refused(tmp_path: Path) -> None:
    for name in ("part-1.jsonl", "part-1.JSON.gz"):
        (tmp_path / name).touch()
    found = refused(tmp_path, tmp_path / "out")
    assert found.startswith("part-1.JSON.gz and part-1.jsonl would be written to one file")


@pytest.mark.parametrize("workers", [-1, -7])
def test_fewer_than_no_workers_are_refused(workers: int) -> None:
    with pytest.raises(InputError, match="expected >= 0"), scale.opened("local", workers):
        pass
    with pytest.raises(InputError, match="expected >= 1"):
        scale.Cluster(0)


def test_without_ray_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'groundgraph\[ray\]'"):
        imported()


def test_ray_is_imported_only_by_those_who_ask_for_it() -> None:
    code = "import sys, groundgraph.scale, groundgraph.cli.on_ray; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
