"""benchmarks/serve.py says what was not borne, and runs on this machine."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from benchmarks.serve import LATE, Load, Seen, growth, loaded, unborne

LOAD = Load([{"passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome."}], 2, 1.0, 8)
FLAT = [100.0] * 20
GOOD: dict[str, Any] = {
    "statuses": Counter({"200": 9}),
    "seconds": [0.1],
    "memory": FLAT,
    "processes": 1,
    "status": 0,
}


def problems(*, over: bool = False, event: str = "", **seen: Any) -> str:
    workers = 2 if event == "kill" else 1
    load = Load(LOAD.rows, 2, 1.0, 8, workers=workers, event=event)
    return "; ".join(unborne(load, Seen(**{**GOOD, **seen}), over=over, most_growth=5.0))


def test_what_a_server_bore_is_no_problem() -> None:
    assert problems() == ""
    assert problems(over=True, statuses=Counter({"200": 9, "429": 5})) == ""
    assert problems(event="stop", statuses=Counter({"200": 9, "refused": 2})) == ""
    assert problems(event="kill", cut=2, processes=3) == ""


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        ({"statuses": Counter({"200": 9, "429": 1})}, "ended with 429"),
        ({"statuses": Counter({"200": 9, "500": 1})}, "ended with 500"),
        ({"cut": 1}, "1 connections were cut"),
        ({"seconds": [LATE * LOAD.deadline + 1]}, "with a deadline of 60 s"),
        ({"seconds": []}, "no answer was judged"),
        ({"memory": [100.0] * 10 + [110.0] * 10}, "memory grew by 10.0 %"),
        ({"status": -9}, "ended with status -9"),
    ],
)
def test_what_it_did_not_bear_is_told(seen: dict[str, Any], said: str) -> None:
    assert said in problems(**seen)


def test_a_load_above_the_limit_must_be_refused_by_429_alone() -> None:
    assert "not above the limit" in problems(over=True)
    assert "503" in problems(over=True, statuses=Counter({"200": 9, "429": 5, "503": 1}))


def test_a_killed_worker_must_be_replaced_and_only_its_own_requests_are_cut() -> None:
    assert "1 workers are left of 2" in problems(event="kill", processes=2)
    assert "3 connections" in problems(event="kill", cut=3, processes=3)


def test_growth_leaves_the_beginning_out_and_needs_some_time() -> None:
    assert growth([50.0] * 4 + FLAT) == 0.0
    assert growth([100.0] * 4) is None


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_a_short_load_is_borne() -> None:
    load = Load(LOAD.rows, 2, 0.5, 64, detector="lexical")
    seen = loaded(load)
    assert set(seen.statuses) == {"200"}
    assert (seen.cut, seen.status, seen.processes) == (0, 0, 1)
    assert seen.memory[0] > 10
    assert seen.cpu > 0
