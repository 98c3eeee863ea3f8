"""The command, in processes of its own: one, several, stopped, killed, unusable."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMAND = [sys.executable, "-m", "groundgraph", "serve", "--port", "0"]
GOOD = {"passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome."}


class Running:
    """A server in a process, and what it logged."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.url = str(self.told("url")["url"])

    def lines(self) -> Iterator[dict[str, Any]]:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            yield json.loads(line)

    def told(self, name: str, message: str = "") -> dict[str, Any]:
        """Return the next line that has a field, or a message."""
        return next(each for each in self.lines() if name in each or each["message"] == message)

    def stop(self) -> tuple[int, list[dict[str, Any]]]:
        self.process.send_signal(signal.SIGTERM)
        rest = list(self.lines())
        return self.process.wait(), rest


@contextmanager
def running(*options: str) -> Iterator[Running]:
    with subprocess.Popen([*COMMAND, *options], stderr=subprocess.PIPE, text=True) as process:
        server = Running(process)
        try:
            yield server
        finally:
            process.kill()


def test_it_serves_until_it_is_told_to_stop() -> None:
    with running("--detector", "overlap") as server:
        server.told("", "ready")
        label = httpx.post(f"{server.url}/v1/check", json=GOOD).json()["label"]
        status, rest = server.stop()
    assert (label, status) == ("grounded", 0)
    assert rest[-1]["message"] == "stopped; what was accepted was answered"


def test_what_it_accepted_is_answered_after_it_was_told_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    for pipe, name in ((begun, "GATED_BEGUN"), (go, "GATED_GO")):
        os.mkfifo(pipe)
        monkeypatch.setenv(name, str(pipe))
    with running("--detector", "gated") as server:
        server.told("", "ready")
        row = {**GOOD, "answer": "Ada lives in Rome, wait"}
        command = ["curl", "-s", f"{server.url}/v1/check", "-d", json.dumps(row)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
            assert begun.read_text() == "begun\n"
            server.process.send_signal(signal.SIGTERM)
            server.told("", "Shutting down")
            go.write_text("go")
            assert client.stdout is not None
            answered = json.loads(client.stdout.read())
        status, _ = server.stop() if server.process.poll() is None else (0, [])
    assert answered["label"] == "grounded"
    assert status == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_detector_that_does_not_return_is_ended_after_the_grace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    for pipe, name in ((begun, "GATED_BEGUN"), (go, "GATED_GO")):
        os.mkfifo(pipe)
        monkeypatch.setenv(name, str(pipe))
    options = ("--detector", "gated", "--grace", "1", "--deadline", "0.5", "--workers", workers)
    with running(*options) as server:
        for _ in range(int(workers)):
            server.told("", "ready")
        row = {**GOOD, "answer": "Ada lives in Rome, wait"}
        command = ["curl", "-s", f"{server.url}/v1/check", "-d", json.dumps(row)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
            assert begun.read_text() == "begun\n"
            status, rest = server.stop()
            client.kill()
    assert any(each["message"].startswith("a detector does not return") for each in rest)
    assert status == (1 if workers == "1" else 0)


def test_several_processes_share_their_counts_and_one_that_dies_is_replaced() -> None:
    with running("--detector", "overlap", "--workers", "2") as server:
        server.told("", "ready")
        server.told("", "ready")
        for _ in range(20):
            assert httpx.post(f"{server.url}/v1/check", json=GOOD).status_code == 200
        text = httpx.get(f"{server.url}/metrics").text
        children = (
            subprocess.run(
                ["ps", "-o", "pid=", "--ppid", str(server.process.pid)],
                capture_output=True, text=True, check=True,
            ).stdout.split()
        )  # fmt: skip
        workers = [int(pid) for pid in children if _serves(int(pid))]
        os.kill(workers[0], signal.SIGKILL)
        died = server.told("process")
        server.told("", "ready")
        label = httpx.post(f"{server.url}/v1/check", json=GOOD).json()["label"]
        status, _ = server.stop()
    assert 'groundgraph_requests_total{route="/v1/check",status="200"} 20' in text
    assert "groundgraph_processes_ready 2" in text
    assert len(workers) == 2
    assert died["process"] == workers[0]
    assert (label, status) == ("grounded", 0)


def _serves(pid: int) -> bool:
    return "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_detector_that_cannot_be_loaded_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: str
) -> None:
    monkeypatch.setenv("FRAGILE_MARKER", str(tmp_path / "marker"))
    command = [*COMMAND, "--detector", "fragile", "--workers", workers]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == (2 if workers == "1" else 4)
    assert "its weights are gone" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0"], "--no-tokens"),
        (["--tokens", "nowhere"], "nowhere"),
        (["--max-body", "much"], "--max-body"),
        (["--detector", "overlap", "--detector", "overlap"], "two detectors"),
        (["--detector", "nobody"], "nobody"),
        (["--queue", "0"], "queue is 0"),
        (["--host", "203.0.113.1", "--no-tokens"], "cannot listen"),
    ],
)
def test_what_cannot_work_is_one_line_and_status_2(options: list[str], told: str) -> None:
    done = subprocess.run([*COMMAND, *options], capture_output=True, text=True, check=False)
    assert done.returncode in {2, 4}
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['fastapi'] = None; from groundgraph.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'groundgraph[serve]'" in done.stderr


def test_a_file_to_label_that_is_not_there_is_told_before_it_listens(tmp_path: Path) -> None:
    rows = str(tmp_path / "rows.jsonl")

    ended = subprocess.run(
        [*COMMAND, "--label", rows], capture_output=True, text=True, timeout=60, check=False
    )

    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith(f"groundgraph: cannot read {rows!r}")
