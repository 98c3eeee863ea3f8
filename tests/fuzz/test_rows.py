"""A bounded part of what ``scripts/fuzz_rows.py`` runs at length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import fuzz_rows
from hostile_files import FILES, Asked
from hostile_rows import lines

if TYPE_CHECKING:
    from pathlib import Path

QUICK = (
    "noise",
    "brackets in a row",
    "fuzzed array",
    "gzip with a flipped byte",
    "sources that are a pipe",
    "traces that are pipes",
    "standard input closed",
)


def test_fuzzed_rows_each_get_a_verdict_or_an_error_row() -> None:
    (ended,) = fuzz_rows.fuzz(rows=200, files=0, seed=20)

    assert ended.surprises == []
    assert ended.counts.total() == 200
    assert min(ended.counts[label] for label in (*fuzz_rows.LABELS, "error rows")) > 0


@pytest.mark.parametrize("name", QUICK)
def test_an_odd_file_ends_as_it_may(tmp_path: Path, name: str) -> None:
    (tmp_path / "place").mkdir()
    asked = FILES[name](tmp_path / "place", 20)

    assert fuzz_rows.run(name, asked, tmp_path, limit=60).surprises == []


def test_there_are_fifty_odd_files() -> None:
    assert len(FILES) >= 50


def test_the_lines_are_the_same_for_the_same_seed_and_one_line_each() -> None:
    found = list(lines(3, 400))

    assert found == list(lines(3, 400))
    assert found != list(lines(4, 400))
    assert all(line.strip() and b"\n" not in line for line in found)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"label": "grounded", "hallucination_score": None, "reason": ""}, "do not fit"),
        ({"label": "unverifiable", "hallucination_score": 0.1, "reason": "x"}, "do not fit"),
        ({"label": "unverifiable", "hallucination_score": None, "reason": ""}, "reason is missing"),
        ({"label": "grounded", "hallucination_score": 1.1, "reason": ""}, "out of range"),
        ({"label": "maybe", "hallucination_score": 0.5, "reason": ""}, "do not fit"),
        ({"error": {"type": "KeyError", "message": "'a'"}}, "the detector failed"),
    ],
)
def test_what_should_not_happen_is_seen(row: dict[str, Any], wrong: str) -> None:
    assert wrong in next(fuzz_rows._wrong({**row, "line": 1}, 0))


def test_a_run_that_ends_otherwise_than_it_may_is_seen(tmp_path: Path) -> None:
    asked = Asked((str(tmp_path / "absent"),), statuses=(0,), rows=1)
    ended = fuzz_rows.run("absent", asked, tmp_path, most=1)
    report = list(fuzz_rows.report([ended]))

    assert [found.partition(" ")[0] for found in ended.surprises] == ["ended", "took", "wrote"]
    assert "surprises: 3" in report
