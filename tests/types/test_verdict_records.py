"""Verdicts of records, and records that hold none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from groundgraph import Verdict, check
from groundgraph.cli import app

if TYPE_CHECKING:
    from pathlib import Path


def record() -> dict[str, Any]:
    return check(answer="Ada lives in Rome.", passages=["Ada lives in Rome."]).to_dict()


def test_a_record_is_read_back() -> None:
    verdict = Verdict.from_dict(json.loads(json.dumps(record())))

    assert verdict.label == "grounded"
    assert verdict.to_dict() == record()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": "banana"}, "banana"),
        ({"findings": 3}, "this is no verdict"),
        ({"findings": [{"claim": "x"}]}, "it has no field"),
        ({"error": {"message": "'answer' is missing"}}, "holds an error .* 'answer' is missing"),
    ],
)
def test_what_is_no_verdict_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Verdict.from_dict({**record(), **change})


@pytest.mark.parametrize("field", ["label", "hallucination_score", "findings", "features"])
def test_a_missing_field_is_named(field: str) -> None:
    told = record()
    del told[field]

    with pytest.raises(ValueError, match=f"no field '{field}'"):
        Verdict.from_dict(told)


def test_the_error_rows_of_a_file_say_what_they_are(tmp_path: Path) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text('{"id": "a", "passages": ["Ada lives in Rome."]}\n', encoding="utf-8")

    CliRunner().invoke(app, ["check", str(rows), "--output", str(out)])

    [row] = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    with pytest.raises(ValueError, match="holds an error"):
        Verdict.from_dict(row)
