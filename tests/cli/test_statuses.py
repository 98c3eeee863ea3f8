"""What a run ends with: a gate that matched, unusable input, unread rows, a failed machine."""

from __future__ import annotations

import ctypes
import gzip
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

COMMAND = [sys.executable, "-m", "groundgraph", "check"]
GATE = ("--fail-on", "hallucinated")
OLDER = '<meta name="generator" content="groundgraph">older'
BOTH, TWICE = ("--fail-on", "unverifiable, hallucinated"), (*GATE, "--fail-on", "unverifiable")
GOOD, FALSE, BAD, BARE = (
    '{"answer": "a", "passages": ["a"]}',
    '{"answer": "x", "passages": ["a"]}',
    '{"answer": 5, "passages": ["a"]}',
    '{"answer": "a", "evidence_texts": "a"}',
)


@pytest.mark.parametrize(
    ("rows", "options", "status"),
    [
        ([GOOD], GATE, 0),
        ([GOOD, FALSE], GATE, 1),
        ([FALSE, BAD], GATE, 1),
        ([GOOD, BAD], GATE, 3),
        ([BAD], GATE, 3),
        ([GOOD, BAD], (*GATE, "--allow-errors"), 0),
        ([FALSE, BAD], (*GATE, "--allow-errors"), 1),
        ([GOOD, BAD], (), 0),
        ([], GATE, 2),
        (["", " "], GATE, 2),
        ([], (*GATE, "--allow-errors"), 2),
        ([], (*GATE, "--allow-empty"), 0),
        ([], (), 0),
        ([BAD], (*GATE, "--allow-empty"), 3),
        ([GOOD, FALSE], TWICE, 1),
        ([GOOD, FALSE], BOTH, 1),
        ([GOOD, BARE], GATE, 0),
        ([GOOD, BARE], TWICE, 1),
        ([GOOD], TWICE, 0),
        ([BARE, BARE], GATE, 2),
        ([BARE], (*GATE, "--allow-empty"), 0),
        ([BARE], (), 0),
        ([BARE, BAD], (*GATE, "--allow-errors"), 2),
        ([BAD, BAD], (), 3),
        ([BAD], ("--allow-errors",), 0),
    ],
)
def test_a_gate_passes_only_when_every_row_was_judged(
    run: Any, rows: list[str], options: tuple[str, ...], status: int
) -> None:
    arguments = ("check", "-", "--detector", "overlap", "--quiet", *options)
    done = run(*arguments, given="\n".join(rows))

    assert done.returncode == status
    assert len(done.stderr.splitlines()) == (status in {2, 3})


def test_a_column_that_no_row_has_ends_the_run_before_a_row_is_written(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "rows.jsonl").write_text(f"{GOOD}\n{FALSE}\n")
    output = tmp_path / "out.jsonl"
    named = ("--columns", "answer=answer,passages=passages,question=asked")
    arguments = ("check", tmp_path / "rows.jsonl", "--detector", "overlap", "--output", output)

    done = run(*arguments, *named)

    assert done.returncode == 2
    assert "there is no column 'asked'; found 'answer', 'passages'" in done.stderr
    assert not output.read_text()


def test_a_store_that_is_not_there_ends_the_run(run: Any, tmp_path: Path) -> None:
    row = json.dumps({"answer": "Ada Lovelace was born in Paris."})
    store = ("--detector", "kea", "--set", f"kea.source=store:{tmp_path / 'world'}")

    done = run("check", "-", *store, given=row)

    assert (done.returncode, done.stdout) == (2, "")
    assert "holds no store; `groundgraph kb build" in done.stderr


def test_a_report_replaces_only_a_report(run: Any, tmp_path: Path) -> None:
    labels, report = tmp_path / "labelled.jsonl", tmp_path / "report.html"
    labels.write_text(FALSE)
    report.touch()
    refused, first, second = (
        run("check", "-", "--detector", "overlap", "--report", path, given=GOOD)
        for path in (labels, report, report)
    )

    assert (refused.returncode, labels.read_text()) == (2, FALSE)
    assert "exists and is no report of groundgraph" in refused.stderr
    assert (first.returncode, second.returncode) == (0, 0)


def test_a_gate_says_how_many_rows_have_no_verdict(run: Any) -> None:
    done = run("check", "-", "--detector", "overlap", "--quiet", *GATE, given=f"{GOOD}\n{BAD}")

    assert "1 of 2 rows have no verdict" in done.stderr
    assert "--allow-errors lets them pass" in done.stderr


def test_rows_that_the_detector_failed_at_do_not_pass_a_gate(run: Any) -> None:
    row = '{"answer": "boom", "passages": ["boom"]}'

    assert run("check", "-", "--detector", "brittle", *GATE, given=row).returncode == 3


def test_a_gate_counts_what_an_earlier_run_found(run: Any, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(f"{GOOD}\n{BAD}\n")
    arguments = ("check", tmp_path / "rows.jsonl", "--detector", "overlap", *GATE)
    output = ("--output", tmp_path / "out.jsonl")

    assert [run(*arguments, *output).returncode for _ in range(2)] == [3, 3]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-32-be"])
def test_a_file_in_utf_16_is_one_error(run: Any, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "rows.jsonl").write_bytes(f"{GOOD}\n{FALSE}\n".encode(encoding))
    done = run("check", tmp_path / "rows.jsonl", "--detector", "overlap", *GATE)

    assert done.returncode == 2
    assert "rows.jsonl: the file is UTF-" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_truncated_gzip_judges_the_rows_before_the_cut_and_fails_a_gate(
    run: Any, tmp_path: Path
) -> None:
    rows = "".join(f'{{"answer": "a {n}", "passages": ["a {n}"]}}\n' for n in range(3_000))
    packed = gzip.compress(rows.encode())
    (tmp_path / "rows.gz").write_bytes(packed[: len(packed) // 2])
    output = tmp_path / "out.jsonl"
    arguments = ("check", tmp_path / "rows.gz", "--detector", "overlap", "--output", output)

    assert run(*arguments).returncode == 0
    assert run(*arguments, *GATE).returncode == 3
    *judged, last = map(json.loads, output.read_text().splitlines())
    assert {row["label"] for row in judged} == {"grounded"}
    assert len(judged) > 100
    assert "cut off" in last["error"]["message"]


def test_a_gzip_that_unfolds_too_far_ends_with_2_and_goes_on_with_a_higher_limit(
    run: Any, tmp_path: Path
) -> None:
    rows = "".join(f'{{"answer": "a {n}", "passages": ["a {n}"]}}\n' for n in range(300))
    (tmp_path / "rows.gz").write_bytes(gzip.compress(rows.encode()))
    output = tmp_path / "out.jsonl"
    arguments = ("check", tmp_path / "rows.gz", "--detector", "overlap", "--output", output)

    refused = run(*arguments, "--limit", "unfolded_bytes=8k")
    kept = output.read_bytes().count(b"\n")
    done = run(*arguments)

    assert refused.returncode == 2
    assert "--limit unfolded_bytes=NUMBER" in refused.stderr
    assert 0 < kept < 300
    assert done.returncode == 0
    assert f"{kept} of them were in the output already" in done.stderr


@pytest.mark.parametrize("command", ["check", "fit", "record"])
def test_a_limit_that_is_none_lists_those_that_there_are(
    run: Any, tmp_path: Path, command: str
) -> None:
    options = {
        "check": ["-", "--output", tmp_path / "out.jsonl"],
        "fit": ["overlap", "-", "--output", tmp_path / "out"],
        "record": ["-", "--model", tmp_path, "--output", tmp_path / "out"],
    }
    done = run(command, *options[command], "--limit", "rows=1", given=GOOD)

    assert done.returncode == 2
    assert "answer_chars (50,000)" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_limit_holds_when_a_detector_is_fitted(run: Any, tmp_path: Path) -> None:
    row = json.dumps({"answer": "a b c", "passages": ["a"], "label": True})
    arguments = ("fit", "overlap", "-", "--output", tmp_path / "out")
    done = run(*arguments, "--limit", "answer_chars=2", given=row)

    assert done.returncode == 2
    assert "line 1: the answer has 5 characters" in done.stderr


@pytest.mark.parametrize(
    ("option", "place", "said"),
    [
        ("--output", "folder", "it is a folder, expected a regular file"),
        ("--output", "/dev/zero", "it is a device, expected a regular file"),
        ("--output", "pipe", "a pipe that no process reads; start the reader first"),
        ("--output", "rows.jsonl/below", "Not a directory"),
        ("--output", "rows.jsonl", "--output is the input"),
        ("--report", "folder", "it is a folder, expected a regular file"),
        ("--report", "/dev/null", "it is a null device, expected a regular file"),
        ("--report", "pipe", "it is a pipe, expected a regular file"),
        ("--report", "rows.jsonl", "--report is the input"),
        ("--report", "out.jsonl", "--report is the --output"),
    ],
)
def test_a_place_that_cannot_be_meant_is_refused_before_anything_is_written(
    run: Any, tmp_path: Path, option: str, place: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    rows = tmp_path / "rows.jsonl"
    rows.write_text(GOOD)
    before = sorted(tmp_path.iterdir())
    more = ["--output", tmp_path / "out.jsonl"] if place == "out.jsonl" else []

    done = run("check", rows, "--detector", "overlap", option, tmp_path / place, *more)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert said in done.stderr
    assert rows.read_text() == GOOD
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("output", ["/dev/stdout", "-"])
def test_standard_output_by_its_name_is_the_pipe(run: Any, output: str) -> None:
    done = run("check", "-", "--detector", "overlap", "--quiet", "--output", output, given=GOOD)

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["label"] == "grounded"


def test_the_null_device_takes_verdicts_and_keeps_none(run: Any) -> None:
    done = run("check", "-", "--detector", "overlap", "--output", "/dev/null", given=GOOD)

    assert (done.returncode, done.stdout) == (0, "")
    assert "1 answer: 1 grounded" in done.stderr
    assert Path("/dev/null").is_char_device()


def test_a_pipe_with_a_reader_gets_the_verdicts(run: Any, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        done = run("check", "-", "--detector", "overlap", "--output", pipe, given=GOOD)
        found = os.read(reader, 65_536)
    finally:
        os.close(reader)

    assert done.returncode == 0
    assert json.loads(found)["label"] == "grounded"


def limited_to(size: int) -> Callable[[], None]:
    """Let no file grow beyond a size, as if the disk were full then."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def without_the_powers_of_root() -> None:
    """Drop those by which root reads and writes where it has no permission."""
    override, read, drop = 1, 2, 24  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, PR_CAPBSET_DROP
    for capability in (override, read):
        ctypes.CDLL(None).prctl(drop, capability, 0, 0, 0)


def started(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], text=True, timeout=120, check=False, **options
    )


@pytest.mark.usefixtures("plain_detectors")
class TestMachine:
    """A full disk or a missing permission is one line and status 4, whatever the gate says."""

    @pytest.fixture
    def rows(self, tmp_path: Path) -> Path:
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(GOOD.replace('"a"', f'"a {n}"') + "\n" for n in range(60)))
        return path

    @pytest.mark.parametrize("workers", ["0", "1"])
    def test_a_full_disk_keeps_what_was_written_and_the_run_goes_on_later(
        self, rows: Path, tmp_path: Path, workers: str
    ) -> None:
        whole, output = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
        arguments = (rows, "--detector", "overlap", "--quiet", "--workers", workers, *GATE)
        started(*arguments, "--output", whole)

        full = started(*arguments, "--output", output, preexec_fn=limited_to(9_000))
        kept = output.read_bytes()
        done = started(*arguments, "--output", output)

        assert full.returncode == 4
        assert len(full.stderr.splitlines()) == 1
        assert "File too large; its " in full.stderr
        assert f"its {kept.count(10)} complete rows are kept" in full.stderr
        assert kept.endswith(b"\n")
        assert kept.count(b"\n") > 5
        assert done.returncode == 0
        assert output.read_bytes() == whole.read_bytes()

    def test_a_full_standard_output_is_one_line(self, rows: Path) -> None:
        with Path("/dev/full").open("w") as full:
            done = started(rows, "--detector", "overlap", "--quiet", stdout=full)

        assert done.returncode == 4
        assert "the machine failed: No space left on device" in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_a_full_standard_error_is_no_fault(self, rows: Path) -> None:
        with Path("/dev/full").open("w") as full:
            done = started(rows, "--detector", "overlap", stderr=full)

        assert done.returncode == 4
        assert len(done.stdout.splitlines()) == 60

    def test_a_report_that_does_not_fit_leaves_the_older_one(
        self, rows: Path, tmp_path: Path
    ) -> None:
        report = tmp_path / "report.html"
        report.write_text(OLDER)
        arguments = (rows, "--detector", "overlap", "--report", report)
        done = started(*arguments, preexec_fn=limited_to(20_000))

        assert done.returncode == 4
        assert "an older report is kept" in done.stderr
        assert report.read_text() == OLDER
        assert sorted(tmp_path.iterdir()) == [report, rows]

    @pytest.mark.skipif(sys.platform != "linux", reason="drops the powers of root by prctl")
    @pytest.mark.parametrize("option", ["--output", "--report", "input"])
    def test_a_missing_permission_is_one_line(
        self, rows: Path, tmp_path: Path, option: str
    ) -> None:
        folder = tmp_path / "locked"
        folder.mkdir()
        (folder / "rows.jsonl").write_text(GOOD)
        (folder / "rows.jsonl").chmod(0)
        folder.chmod(0o500)
        arguments: tuple[object, ...] = (rows, option, folder / "out")
        if option == "input":
            arguments = (folder / "rows.jsonl",)
        done = started(*arguments, "--detector", "overlap", preexec_fn=without_the_powers_of_root)
        folder.chmod(0o700)

        assert done.returncode == 4
        assert "Permission denied; " in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_closed_streams_are_told(self, rows: Path) -> None:
        def closed(number: int) -> Callable[[], None]:
            return lambda: os.close(number)

        no_input = started("-", "--detector", "overlap", preexec_fn=closed(0))
        no_output = started(rows, "--detector", "overlap", preexec_fn=closed(1))

        assert "standard input: it is closed" in no_input.stderr
        assert "standard output is closed; name a file" in no_output.stderr
        assert (no_input.returncode, no_output.returncode) == (2, 2)


def test_a_fault_of_ours_has_its_traceback_and_a_status_of_its_own() -> None:
    code = "from groundgraph.cli import doors; doors.ended_well(lambda: {}['nobody foresaw this'])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 70
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("groundgraph: a fault of groundgraph")
