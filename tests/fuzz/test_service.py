"""scripts/fuzz_service.py on a few bodies, and that it tells what it is there to tell."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("schemathesis", reason="pip install 'groundgraph[fuzz]'")

import requests

import fuzz_service

SCRIPT = Path(fuzz_service.__file__)


def test_a_few_bodies_bring_no_fault() -> None:
    command = [sys.executable, str(SCRIPT), "--bodies", "40", "--clients", "2", "--seed", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "40 bodies of schemathesis" in done.stdout
    assert "faults: 0" in done.stdout


class Stub:
    """Says that it answered so many requests."""

    def __init__(self, counted: int, *, idle: bool = True) -> None:
        self._counted, self._idle = counted, idle

    def idle(self) -> bool:
        return self._idle

    def counted(self) -> int:
        return self._counted


def settled(stub: Any, answered: int, broken: int = 0) -> list[str]:
    sent = Counter({"/v1/check 200": answered, "/v1/check broken off": broken})
    found = fuzz_service.Found(sent, responses=answered)
    fuzz_service.settle(stub, found, 0.0)
    return list(found.faults)


def test_a_response_that_only_one_side_counts_is_a_fault() -> None:
    assert settled(Stub(11), 10) == []  # one of them asked for the counts
    assert settled(Stub(10), 10) == ["responses were lost"]
    assert settled(Stub(13), 10) == ["responses were lost"]
    assert settled(Stub(13), 10, broken=2) == []
    assert "not idle" in settled(Stub(11, idle=False), 10)


def test_a_status_of_500_or_more_is_a_fault() -> None:
    found = fuzz_service.Found()
    server: Any = SimpleNamespace(url="http://127.0.0.1:1")
    client = fuzz_service.Client(server, "lexical", found, 1.0, 0)
    case = SimpleNamespace(method="POST", operation=SimpleNamespace(path="/v1/check"), body={})
    for status in (200, 422, 429):
        client._judge(case, status, b"")
    assert not found.faults
    client._judge(case, 503, b"")
    client._attempt(case, lambda: client._judge(case, 500, b""))
    assert sorted(found.faults) == ["status 500", "status 503"]


def test_a_request_without_a_response_is_a_fault() -> None:
    found = fuzz_service.Found()
    server: Any = SimpleNamespace(url="http://127.0.0.1:1")
    client = fuzz_service.Client(server, "lexical", found, 1.0, 0)
    case = SimpleNamespace(method="POST", operation=SimpleNamespace(path="/v1/check"), body={})

    def fail(error: Exception) -> None:
        raise error

    client._attempt(case, lambda: fail(requests.ConnectionError("cut")))
    client._attempt(case, lambda: fail(requests.ReadTimeout("late")))
    assert sorted(found.faults) == ["no response", "no response in time"]


def test_faults_decide_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz_service.report(fuzz_service.Found(), 10) == 0
    found = fuzz_service.Found()
    for number in range(9):
        found.fault("status 500", str(number))
    assert fuzz_service.report(found, 10) == 1
    assert "FAULT status 500: 9" in capsys.readouterr().out
