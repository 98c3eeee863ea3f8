"""A run that is ended from outside, at any moment, and is run again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.checking import check_rows
from groundgraph.io import VerdictFile, dumps, read_rows
from groundgraph.methods.egc.detector import EGC

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMMAND = [sys.executable, "-m", "groundgraph", "check"]


def row(number: int) -> str:
    return json.dumps({"id": f"r{number}", "passages": [f"a {number}"], "answer": f"a {number}"})


def endless(output: Path, *options: str, **more: object) -> subprocess.Popen[str]:
    """Start a run over a pipe that stays open, and wait until it has written its first rows."""
    process = subprocess.Popen(
        [*COMMAND, "-", "--detector", "overlap", "--output", str(output), "--report",
         str(output) + ".html", *options],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    number = 0
    while not (output.exists() and b"\n" in output.read_bytes()):
        number += 1
        process.stdin.write(row(number) + "\n")
        process.stdin.flush()
        assert process.poll() is None
    return process


@contextmanager
def heard(number: int) -> Iterator[None]:
    """Have processes that are begun hear a signal, though those who run the tests ignore it."""
    before = signal.getsignal(number)
    if before is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
    try:
        yield
    finally:
        if before is signal.SIG_IGN:
            signal.signal(number, before)


def finish(output: Path, count: int) -> None:
    rows = "".join(row(number) + "\n" for number in range(1, count + 1))
    arguments = ["-", "--detector", "overlap", "--quiet", "--output", str(output)]
    subprocess.run([*COMMAND, *arguments], input=rows, text=True, check=True)


@pytest.mark.usefixtures("plain_detectors")
@pytest.mark.parametrize("workers", ["0", "2"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])
def test_a_run_that_is_ended_leaves_whole_rows_and_goes_on(
    tmp_path: Path, name: str, workers: str
) -> None:
    output, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    number = getattr(signal, name)
    with heard(number):
        process = endless(output, "--workers", workers)
    with process:
        process.send_signal(number)
        assert process.stderr is not None
        said = process.stderr.read()  # to its end: no worker holds it open any more
        status = process.wait()
    kept = output.read_bytes()
    count = kept.count(b"\n") + 10
    finish(output, count)
    finish(whole, count)

    if name != "SIGKILL":
        word = "interrupted" if name == "SIGINT" else "terminated"
        assert said == f"groundgraph: {word}; what was written is kept\n"
        assert sorted(tmp_path.iterdir()) == [output, whole]
    assert status == (-number if name == "SIGKILL" else 128 + number)
    assert kept.endswith(b"\n")
    assert output.read_bytes() == whole.read_bytes()


@pytest.mark.usefixtures("plain_detectors")
def test_what_a_caller_made_us_ignore_stays_ignored(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        process = endless(tmp_path / "out.jsonl")
    finally:
        signal.signal(signal.SIGHUP, before)
    with process:
        process.send_signal(signal.SIGHUP)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.usefixtures("plain_detectors")
def test_a_second_run_with_the_same_output_ends_with_2_and_is_told_who_has_it(
    tmp_path: Path,
) -> None:
    output = tmp_path / "out.jsonl"
    with endless(output) as first:
        arguments = [*COMMAND, "-", "--detector", "overlap", "--output", str(output)]
        second = subprocess.run(
            arguments, input=row(1), capture_output=True, text=True, check=False
        )
        assert first.stdin is not None
        first.stdin.close()
        assert first.wait() == 0

    assert second.returncode == 2
    assert f"is being written by process {first.pid} on {os.uname().nodename}, " in second.stderr
    found = [json.loads(line)["line"] for line in output.read_text().splitlines()]
    assert found == list(range(1, len(found) + 1))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """Return rows, some bad, and what a run writes of them."""
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    rows = [row(n) for n in range(1, 9)]
    path.write_text("\n".join([*rows[:3], "not JSON", *rows[3:], '{"answer": 5}']))
    records = (one.record for one in check_rows(read_rows(path), EGC()))
    return path, "".join(dumps(record) + "\n" for record in records).encode()


@settings(max_examples=40)
@given(data=st.data())
def test_a_run_killed_after_any_byte_gives_the_identical_file(
    finished: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path, whole = finished
    output = tmp_path_factory.mktemp("out") / "out.jsonl"
    output.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])

    with VerdictFile(output) as file:
        for one in check_rows(read_rows(path), EGC(), batch_size=3, done=file.done()):
            if one.fresh:
                file.append(one.record)

    assert output.read_bytes() == whole
