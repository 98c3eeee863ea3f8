from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import InputError
from groundgraph.io import VerdictFile, dumps

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROW = {"id": "r1", "line": 1, "digest": "d"}
HOLD = """
import sys
from groundgraph.io import VerdictFile
with VerdictFile(sys.argv[1]) as file:
    list(file.done())
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Hold the lock of a file in another process, until its standard input is closed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.stdin.close()


def test_a_second_writer_is_told_who_the_first_is_and_since_when(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with held_elsewhere(path) as first:
        with pytest.raises(InputError) as caught:
            VerdictFile(path)

        since = r"since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d"
        assert re.search(
            rf"is being written by process {first.pid} on .+, {since}", str(caught.value)
        )

    assert sorted(tmp_path.iterdir()) == [path]
    with VerdictFile(path) as file:
        assert list(file.done()) == []


def test_the_lock_ends_with_its_process_however_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(dumps(ROW) + "\n")
    with held_elsewhere(path) as first:
        first.kill()
        first.wait()
        note = json.loads((tmp_path / "out.jsonl.lock").read_text())

        with VerdictFile(path) as file:
            assert list(file.done()) == [ROW]
            ours = json.loads((tmp_path / "out.jsonl.lock").read_text())

    assert (note["groundgraph"], ours["groundgraph"]) == (first.pid, os.getpid())
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_it_holds_by_whatever_name_the_file_is_opened(tmp_path: Path, link: str) -> None:
    path, other = tmp_path / "out.jsonl", tmp_path / "other.jsonl"
    path.touch()
    getattr(other, link)(path)

    with held_elsewhere(path), pytest.raises(InputError, match="is being written by"):
        VerdictFile(other)


def test_one_process_cannot_hold_it_twice(tmp_path: Path) -> None:
    with (
        VerdictFile(tmp_path / "out.jsonl"),
        pytest.raises(InputError, match=f"by process {os.getpid()} "),
    ):
        VerdictFile(tmp_path / "out.jsonl")


@pytest.mark.parametrize("content", ["notes of somebody else", '{"groundgraph":', ""])
def test_a_note_that_cannot_be_read_is_not_needed(tmp_path: Path, content: str) -> None:
    path, note = tmp_path / "out.jsonl", tmp_path / "out.jsonl.lock"
    with held_elsewhere(path):
        note.write_text(content)

        with pytest.raises(InputError, match="is being written by another process"):
            VerdictFile(path)

    assert note.read_text() == content


def test_a_file_of_somebody_else_is_not_taken_for_a_note(tmp_path: Path) -> None:
    note = tmp_path / "out.jsonl.lock"
    note.write_text("mine\n")
    with VerdictFile(tmp_path / "out.jsonl") as file:
        file.append(ROW)

    assert note.read_text() == "mine\n"


def test_a_pipe_in_the_place_of_the_note_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "out.jsonl.lock")
    with VerdictFile(tmp_path / "out.jsonl") as file:
        file.append(ROW)
