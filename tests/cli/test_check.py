from __future__ import annotations

import gzip
import json
import os
import pty
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "groundgraph", "check"]
# A run in the background may hand down that interrupts are ignored; these tests send them.
INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from groundgraph.cli import main; main()"
)
GOLDEN = Path(__file__).parent / "verdicts.jsonl"


def parsed(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def many(path: Path, count: int, special: dict[int, str] | None = None) -> Path:
    answers = special or {}
    with path.open("w") as file:
        for n in range(1, count + 1):
            row = {"id": f"r{n}", "passages": [f"a {n}"], "answer": answers.get(n, f"a {n}")}
            file.write(json.dumps(row) + "\n")
    return path


def test_verdicts_equal_the_golden_ones(run: Any, rows: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    done = run("check", rows, "--detector", "overlap", "--output", output)
    assert done.returncode == 0, done.stderr
    assert output.read_text() == GOLDEN.read_text().replace("VERSION", version("groundgraph"))
    assert "line 5: field 'answer': found the number 5, expected a string" in done.stderr
    assert "7 answers: 4 grounded, 1 hallucinated, 1 unverifiable, 1 error" in done.stderr
    assert "1 row has the id of another row" in done.stderr


def test_a_pipe_gets_the_same_rows_as_a_file(run: Any, rows: Path) -> None:
    piped = run("check", "-", "--detector", "overlap", "--quiet", given=rows.read_text())
    assert (piped.returncode, piped.stderr) == (0, "")
    assert piped.stdout == GOLDEN.read_text().replace("VERSION", version("groundgraph"))


def test_workers_write_the_same_rows(run: Any, tmp_path: Path) -> None:
    path = many(tmp_path / "rows.jsonl", 300, {70: "boom", 150: "nan"})
    outputs = []
    for workers in (0, 2):
        outputs.append(tmp_path / f"{workers}.jsonl")
        run("check", path, "--detector", "brittle", "--output", outputs[-1], "--workers", workers)
    one, two = (output.read_text() for output in outputs)
    assert one == two
    assert [row["line"] for row in parsed(one) if "error" in row] == [70, 150]


@pytest.mark.parametrize(
    ("answer", "fail_on", "status"),
    [
        ("a", "hallucinated", 0),
        ("x", "hallucinated", 1),
        ("x", "unverifiable", 0),
        ("", "unverifiable", 1),
    ],
)
def test_fail_on_sets_the_exit_status(run: Any, answer: str, fail_on: str, status: int) -> None:
    row = json.dumps({"answer": answer, "passages": ["a"]})
    done = run("check", "-", "--detector", "overlap", "--fail-on", fail_on, given=row)
    assert done.returncode == status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent.jsonl"], "cannot read 'absent.jsonl': No such file"),
        (["-", "--detector", "overlop"], "unknown detector 'overlop'; did you mean 'overlap'?"),
        (["-", "--output", "absent/out.jsonl"], "cannot write 'absent/out.jsonl'"),
        (["-", "--report", "absent/out.html"], "is not a folder"),
        (["-", "--detector", "unfitted"], "must be fitted first"),
    ],
)
def test_what_cannot_work_is_one_line_and_status_2(
    run: Any, arguments: list[str], message: str
) -> None:
    given = '{"answer": "a", "passages": ["a"]}'
    named = [] if "--detector" in arguments else ["--detector", "overlap"]
    done = run("check", *named, *arguments, given=given)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["rows.jsonl", "--example"],
        ["-", "--fail-on", "x"],
        ["-", "--fail-on", "hallucinated,"],
        ["-", "--fail-on", "hallucinated", "--fail-on", "unverifable"],
    ],
)
def test_wrong_usage_is_status_2(run: Any, arguments: list[str]) -> None:
    done = run("check", *arguments)
    assert done.returncode == 2
    assert "Usage" in done.stderr


def test_the_input_is_never_overwritten(run: Any, tmp_path: Path) -> None:
    path = many(tmp_path / "rows.jsonl", 2)
    before = path.read_bytes()
    done = run("check", path, "--detector", "overlap", "--output", path)
    assert (done.returncode, path.read_bytes()) == (2, before)
    assert "--output is the input" in done.stderr


def test_a_truncated_gzip_gives_its_rows_and_status_0(run: Any, tmp_path: Path) -> None:
    packed = gzip.compress(many(tmp_path / "rows.jsonl", 3_000).read_bytes())
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(packed[: len(packed) // 2])
    done = run("check", path, "--detector", "overlap")
    *verdicts, last = parsed(done.stdout)
    assert done.returncode == 0
    assert len(verdicts) > 100
    assert [row["id"] for row in verdicts] == [f"r{n}" for n in range(1, len(verdicts) + 1)]
    assert "cut off" in last["error"]["message"]


@pytest.mark.parametrize("lost", [0, 1, 50])
def test_a_run_killed_in_the_middle_is_continued(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: int
) -> None:
    monkeypatch.setenv("MORTAL_MARKER", str(tmp_path / "died"))
    path = many(tmp_path / "rows.jsonl", 500, {300: "die"})
    output, report = tmp_path / "out.jsonl", tmp_path / "out.html"
    arguments = ["check", path, "--detector", "mortal", "--output", output, "--report", report]
    killed = run(*arguments)
    assert killed.returncode == -9
    before = output.read_bytes()
    assert before.count(b"\n") == 288  # nine whole batches of 32
    output.write_bytes(before[: len(before) - lost])
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    assert [row["line"] for row in parsed(output.read_text())] == list(range(1, 501))
    assert output.read_bytes().startswith(before)
    assert f"{288 if lost == 0 else 287} of them were in the output already" in done.stderr
    assert "r500" in report.read_text()


def test_a_finished_run_is_not_repeated(run: Any, tmp_path: Path) -> None:
    path, output = many(tmp_path / "rows.jsonl", 40), tmp_path / "out.jsonl"
    for _ in range(2):
        done = run("check", path, "--detector", "overlap", "--output", output)
    assert "40 of them were in the output already" in done.stderr
    assert len(parsed(output.read_text())) == 40


def test_an_output_of_another_run_is_refused_and_kept(run: Any, tmp_path: Path) -> None:
    path, output = many(tmp_path / "rows.jsonl", 3), tmp_path / "out.jsonl"
    run("check", path, "--detector", "overlap", "--output", output)
    before = output.read_bytes()
    other = run("check", path, "--detector", "brittle", "--output", output)
    many(path, 3, {2: "changed"})
    changed = run("check", path, "--detector", "overlap", "--output", output)
    assert "written by another detector" in other.stderr
    assert "before that row was changed" in changed.stderr
    assert "from 2 on" in changed.stderr
    assert (other.returncode, changed.returncode) == (2, 2)
    assert output.read_bytes() == before


def started(path: Path, *more: str) -> subprocess.Popen[str]:
    """Start a run that has printed its first row and cannot have ended."""
    arguments = [str(path), "--detector", "overlap", "--output", "-", *more]
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "check", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["id"] == "r1"
    return process


@pytest.mark.usefixtures("plain_detectors")
class TestEndings:
    """How a run ends when something outside ends it; the pipe is full before all is written."""

    def test_an_interrupt_ends_it_with_130(self, tmp_path: Path) -> None:
        process = started(many(tmp_path / "rows.jsonl", 5_000))
        process.send_signal(2)
        # Not communicate(): it reads past what readline() left in the buffer.
        assert process.stdout is not None
        assert process.stderr is not None
        with process:
            out, err = process.stdout.read(), process.stderr.read()
        assert process.returncode == 130
        assert "interrupted" in err
        assert "Traceback" not in err
        assert all(json.loads(line) for line in out.splitlines()[:-1])

    def test_a_reader_that_leaves_ends_it_silently(self, tmp_path: Path) -> None:
        process = started(many(tmp_path / "rows.jsonl", 5_000))
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.stderr.close()
        assert process.wait(timeout=60) == 141

    def test_workers_end_with_a_killed_parent(self, tmp_path: Path) -> None:
        process = started(many(tmp_path / "rows.jsonl", 5_000), "--workers", "2")
        process.kill()
        # The workers hold the pipes too, so this returns only once they are gone.
        process.communicate(timeout=60)
        assert process.returncode == -9


@pytest.mark.usefixtures("plain_detectors")
def test_a_terminal_gets_a_view_for_readers() -> None:
    reader, writer = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "--example", "--detector", "overlap"], stdout=writer, stderr=subprocess.PIPE
    ) as process:
        os.close(writer)
        shown = b""
        try:
            while piece := os.read(reader, 65536):
                shown += piece
        except OSError:  # Linux says EIO where the other side has closed the terminal
            pass
        os.close(reader)
        assert process.wait(timeout=60) == 0
    assert b"Michelin" in shown
    assert b'{"id"' not in shown


def test_the_example_needs_no_file(run: Any) -> None:
    done = run("check", "--example", "--detector", "overlap")
    assert done.returncode == 0
    assert [row["id"] for row in parsed(done.stdout)] == [
        "grounded",
        "wrong-number",
        "baseless-addition",
        "refusal",
        "several-passages",
        "record",
    ]


def test_the_report_holds_every_row(run: Any, rows: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    done = run("check", rows, "--detector", "overlap", "--report", report)
    assert (done.returncode, done.stdout) == (0, "")
    text = report.read_text()
    assert all(name in text for name in ("invented", "alone", "found the number 5"))


def test_a_detector_without_operating_points_is_a_usage_error(run: Any, rows: Path) -> None:
    done = run("check", rows, "--detector", "egc", "--at", "fpr=0.05")
    assert done.returncode == 2
    assert "'egc' has no operating points; lexical and fused have" in done.stderr
    assert "Traceback" not in done.stderr


def test_several_detectors_write_one_row_each_and_say_which(run: Any, tmp_path: Path) -> None:
    output, report = tmp_path / "verdicts.jsonl", tmp_path / "report.html"
    named = ("--detector", "overlap,brittle", "--set", "brittle.threshold=0.25")
    done = run("check", "--example", *named, "--output", output, "--report", report)

    assert done.returncode == 0
    rows = parsed(output.read_text())
    assert [row["detector"]["name"] for row in rows] == ["overlap", "brittle"] * 6
    assert [row["id"] for row in rows[::2]] == [row["id"] for row in rows[1::2]]
    assert rows[1]["detector"]["set"] == {"threshold": "0.25"}
    assert "set" not in rows[0]["detector"]
    assert "overlap: 6 answers" in done.stderr
    assert "brittle: 6 answers" in done.stderr
    assert "checked by <b>overlap</b>, beside it brittle" in report.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--detector", "overlap", "--detector", "egc"], "--detector overlap,egc"),
        (["--detector", "overlap,"], "names nothing between two commas"),
        (["--detector", "overlap,overlap"], "names 'overlap' twice"),
        (["--detector", "overlap,unfitted"], "detector 'unfitted' cannot run: "),
        (["--detector", "overlap,ovrlap"], "ovrlap"),
        (["--detector", "overlap,brittle", "--at", "fpr=0.1"], "--at is for one detector"),
        (["--detector", "overlap,brittle", "--set", "threshold=1"], "write overlap.threshold"),
        (["--detector", "overlap,brittle", "--device", "cpu"], "no part has a field 'device'"),
    ],
)
def test_what_is_wrong_with_several_detectors_is_one_line(
    run: Any, rows: Path, arguments: list[str], said: str
) -> None:
    done = run("check", rows, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)


def test_a_setting_for_all_is_made_where_it_can_be(run: Any) -> None:
    done = run("check", "--example", "--detector", "egc,overlap", "--set", "*.max_tokens=64")
    specs = [row["detector"] for row in parsed(done.stdout)[:2]]
    assert [spec.get("set") for spec in specs] == [{"*.max_tokens": "64"}, None]


LABELLED = [
    {"passages": ["a b"], "answer": "a b", "label": "grounded"},
    {"passages": ["a b"], "answer": "x y", "label": "hallucinated"},
    {"passages": ["c d"], "answer": "x y", "label": False},
    {"passages": ["c d"], "answer": "", "label": True},
]


def test_labelled_rows_are_measured(run: Any) -> None:
    done = run("check", "-", "--detector", "overlap", given="\n".join(map(json.dumps, LABELLED)))
    assert "of 3 labelled answers (1 hallucinated; 1 more are unverifiable)" in done.stderr
    assert "F1 0.667" in done.stderr
    assert "precision 0.500" in done.stderr
    assert "recall 1.000" in done.stderr
    assert "flagging every answer: F1 0.500" in done.stderr


def test_labels_that_are_none_are_told_once(run: Any, tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("answer,passages,bad\na b,a b,true\nx y,a b,yes\nc d,c d,no\ne f,e f,\n")
    done = run("check", str(table), "--detector", "overlap", "--columns", "label=bad")
    assert "of 1 labelled answers" in done.stderr
    told = "2 rows have a label that is none and is not measured by; line 3: field 'label': found"
    assert done.stderr.count(told) == 1


def test_one_answer_needs_no_file(run: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Ada lives in Rome .")
    given = ("--passage", "Oslo .", "--passage", f"@{tmp_path / 'notes.md'}")
    done = run("check", "--answer", "Ada lives in Rome .", *given, "--detector", "overlap")
    [record] = parsed(done.stdout)
    assert record["label"] == "grounded"
    absent = run("check", "--answer", "a", "--passage", "@absent.txt")
    assert (absent.returncode, len(absent.stderr.splitlines())) == (2, 1)
    assert run("check", "--passage", "a", "rows.jsonl").returncode == 2


def test_columns_that_nobody_reads_are_named_where_no_row_has_evidence(run: Any) -> None:
    rows = "answer,context_1\na,a\n"
    silent = run("check", "-", "--detector", "overlap", given=rows)
    assert "no row had passages or triples; not read: 'context_1'" in silent.stderr
    named = run(
        "check",
        "-",
        "--detector",
        "overlap",
        "--columns",
        "answer=answer,passages=context_1",
        given=rows,
    )
    assert parsed(named.stdout)[0]["label"] == "grounded"
    assert "not read" not in named.stderr


def test_what_may_be_the_question_is_named_where_no_row_has_one(run: Any) -> None:
    row = {"answer": "a", "passages": ["a"], "input": "What is a?", "question_id": "q 1"}
    silent = run("check", "-", "--detector", "overlap", given=json.dumps(row))
    assert "no row had a question; not read: 'input'" in silent.stderr
    other = json.dumps({**row, "question": "What?"})
    told = run("check", "-", "--detector", "overlap", given=f"{json.dumps(row)}\n{other}")
    assert "no row had a question" not in told.stderr


def test_a_table_is_no_name_for_verdicts(run: Any, rows: Path, tmp_path: Path) -> None:
    done = run("check", rows, "--detector", "overlap", "--output", tmp_path / "out.csv")
    assert (done.returncode, "name it out.jsonl" in done.stderr) == (2, True)
