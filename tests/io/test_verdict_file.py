"""What a file of verdicts withstands: other files, a full disk, an end within a row."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tracemalloc
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.errors import InputError
from groundgraph.io import VerdictFile, dumps, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RECORDS = [{"id": str(n), "line": n, "digest": "d"} for n in range(1, 4)]


def written(path: Path) -> list[dict[str, Any]]:
    with VerdictFile(path) as file:
        return list(file.done())


def test_a_cut_off_file_of_something_else_is_refused_without_being_read_whole(
    tmp_path: Path,
) -> None:
    path = tmp_path / "big.bin"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # zeros that take no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="its last line is not a verdict"):
            written(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000
    assert path.stat().st_size == 1 << 30


def test_a_row_without_an_end_is_read_up_to_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_LONGEST", 1 << 18)
    path = tmp_path / "big.jsonl"
    with path.open("wb") as file:
        file.write(b'{"id":')
        file.truncate(1 << 30)
    with pytest.raises(InputError, match="line 1, of more than 262,144 bytes"):
        written(path)


def test_a_long_row_is_read_back(tmp_path: Path) -> None:
    record = {**RECORDS[0], "note": "n" * 200_000}
    with VerdictFile(tmp_path / "out.jsonl") as file:
        file.append(record)
    assert written(tmp_path / "out.jsonl") == [record]


@pytest.mark.parametrize("place", ["folder", "pipe", "/dev/null", "/dev/zero"])
def test_what_cannot_be_continued_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="expected a regular file"):
        VerdictFile(tmp_path / place)


def limited_to(size: int) -> Callable[[], None]:
    """Let no file grow beyond a size, as if the disk were full then."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


FILL = """
import json, sys
from groundgraph.errors import MachineError
from groundgraph.io import VerdictFile
with VerdictFile(sys.argv[1]) as file:
    done = list(file.done())
    for number in range(len(done) + 1, 4):
        file.append({"id": str(number), "line": number, "digest": "d"})
"""


def filled(path: Path, size: int) -> str:
    command = [sys.executable, "-c", FILL, str(path)]
    done = subprocess.run(
        command, capture_output=True, text=True, preexec_fn=limited_to(size), check=False
    )
    return done.stderr


def test_a_full_disk_keeps_the_complete_rows_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    row = len(dumps(RECORDS[0])) + 1

    said = filled(path, 2 * row + row // 2)
    kept = path.read_bytes()
    again = filled(path, 3 * row)

    assert "MachineError: cannot write row 3 to" in said
    assert "its 2 complete rows are kept; mend that and run the same command again" in said
    assert kept == b"".join(dumps(r).encode() + b"\n" for r in RECORDS[:2])
    assert again == ""
    assert written(path) == RECORDS


def test_a_run_that_is_ended_within_a_row_leaves_whole_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.jsonl"

    def interrupted() -> None:
        with VerdictFile(path) as file:
            file.append(RECORDS[0])
            monkeypatch.setattr(file, "_file", Torn(file._file))
            file.append(RECORDS[1])

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert written(path) == RECORDS[:1]


@dataclass(frozen=True)
class Torn:
    """Writes half of what it is given, and is then interrupted."""

    file: Any

    def write(self, data: memoryview) -> int:
        self.file.write(data[: len(data) // 2])
        raise KeyboardInterrupt

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __enter__(self) -> Torn:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
