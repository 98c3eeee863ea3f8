"""A detector made of other parts on the command line, run for real."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from chat_server import send, serving

from groundgraph.cli import app
from groundgraph.services import usage

if TYPE_CHECKING:
    from pathlib import Path

from typer.testing import CliRunner

RUNNER = CliRunner()


def records(*arguments: str) -> list[dict[str, object]]:
    done = RUNNER.invoke(app, ["check", "--example", "--output", "-", "--quiet", *arguments])
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def thresholds(rows: list[dict[str, object]]) -> set[object]:
    """Those of the answers that could be checked."""
    return {row["threshold"] for row in rows if row["label"] != "unverifiable"}


def refused(*arguments: str) -> str:
    done = RUNNER.invoke(app, ["check", "--example", *arguments])
    assert done.exit_code == 2
    return done.output


def test_set_changes_the_detector_and_the_record_says_so() -> None:
    rows = records("--detector", "egc", "--set", "threshold=0.9")
    assert thresholds(rows) == {0.9}
    assert rows[0]["detector"]["set"] == {"threshold": "0.9"}  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own.yaml", "detector: egc\nthreshold: 0.9\nencoder:\n  name: minilm\n  max_tokens: 64\n"),
        ("own.toml", 'detector = "egc"\nthreshold = 0.9\n[encoder]\nmax_tokens = 64\n'),
    ],
)
def test_a_configuration_file_does_the_same(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    rows = records("--config", str(tmp_path / name))
    assert thresholds(rows) == {0.9}
    assert rows[0]["detector"]["set"]["encoder.max_tokens"] == "64"  # type: ignore[index]
    over = records("--config", str(tmp_path / name), "--set", "threshold=0.8")
    assert thresholds(over) == {0.8}


@pytest.mark.parametrize("workers", ["0", "1"])
def test_the_summary_says_what_a_language_model_took(tmp_path: Path, workers: str) -> None:
    row = {"answer": "The dam is 40 m high.", "passages": ["The dam is 40 m high."]}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    content = json.dumps({"entailment": 1.0, "neutral": 0.0, "contradiction": 0.0})
    completion = {
        "choices": [{"message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 1200, "completion_tokens": 30},
    }
    usage.taken()  # what other tests asked for in this process
    with serving(lambda _n, _r, h: send(h, json.dumps(completion).encode())) as server:
        chosen = ["--set", "verifier=llm", "--llm-url", server.url, "--llm-model", "tiny"]
        chosen += ["--workers", workers, "--output", str(tmp_path / "out.jsonl")]
        rows = str(tmp_path / "rows.jsonl")
        done = RUNNER.invoke(app, ["check", rows, "--detector", "logic", *chosen])
    asked = len(server.requests)

    assert done.exit_code == 0, done.output
    assert asked > 0
    assert f"{asked} request" in done.stderr
    assert f"{1200 * asked:,} tokens in, {30 * asked:,} out" in done.stderr


def test_what_cannot_be_used_is_one_line_and_status_2(tmp_path: Path) -> None:
    assert "did you mean 'tau'" in refused("--detector", "egc", "--set", "taw=1")
    assert "expected FIELD=VALUE" in refused("--set", "tau")
    assert "--llm-url" in refused("--detector", "logic", "--set", "verifier=llm")
    assert "no part has a field 'device'" in refused("--detector", "lexical", "--device", "cpu")
    (tmp_path / "own.yaml").write_text("a: [")
    assert "is no YAML" in refused("--config", str(tmp_path / "own.yaml"))
    assert "cannot be read" in refused("--config", str(tmp_path / "none.toml"))
    (tmp_path / "own.json").write_text("{}")
    assert "expected a file .yaml" in refused("--config", str(tmp_path / "own.json"))


@pytest.mark.parametrize("name", ["egc", "logic", "kea", "router", "lexical"])
def test_the_configuration_that_is_shown_can_be_used(tmp_path: Path, name: str) -> None:
    shown = RUNNER.invoke(app, ["detectors", name])
    assert shown.exit_code == 0
    config = shown.stdout.partition(f"# {name}.yaml")[2].partition("\n")[2]
    (tmp_path / "own.yaml").write_text(config, encoding="utf-8")
    rows = records("--config", str(tmp_path / "own.yaml"))
    assert [r["label"] for r in rows] == [r["label"] for r in records("--detector", name)]
