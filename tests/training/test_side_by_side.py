from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from work_side_by_side import note_threads, stop_at_first

from groundgraph.processes import cores
from training.job import TimeSpentError
from training.side_by_side import side_by_side

if TYPE_CHECKING:
    from pathlib import Path


def test_processes_share_the_cores(tmp_path: Path) -> None:
    paths = [tmp_path / str(number) for number in range(2)]

    side_by_side(note_threads, paths, 2)

    found = [path.read_text(encoding="utf-8").split() for path in paths]
    assert {threads for _, threads in found} == {str(-(-cores() // 2))}
    assert str(os.getpid()) not in {process for process, _ in found}


def test_an_error_of_another_process_is_raised_here(tmp_path: Path) -> None:
    with pytest.raises(TimeSpentError, match="0: time is up"):
        side_by_side(stop_at_first, [tmp_path / "0", tmp_path / "1"], 2)


def test_with_one_process_nothing_is_begun_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(TimeSpentError):
        side_by_side(stop_at_first, [tmp_path / "0", tmp_path / "1"], 1)

    assert not (tmp_path / "1").exists()
