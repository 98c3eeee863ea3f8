from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import tiny_generators
from films import FACTS, QUESTION

if TYPE_CHECKING:
    from pathlib import Path

ROW = {"question": QUESTION, "answer": "Tokyo", "triples": [list(fact) for fact in FACTS]}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    tiny_generators.model("llama").save_pretrained(folder)
    tiny_generators.tokenizer().save_pretrained(folder)
    return folder


def test_what_is_recorded_can_be_checked_without_the_model(
    run: Any, model: Path, tmp_path: Path
) -> None:
    rows = "\n".join(json.dumps(row) for row in (ROW, "junk", {**ROW, "triples": []}))
    output = tmp_path / "out"
    options = ("--model", model, "--output", output, "--device", "cpu")

    done = run("record", "-", *options, given=rows)
    again = run("record", "-", *options, given=rows)
    checked = run("check", output / "rows.jsonl", "--detector", "gga", "--quiet")

    assert done.returncode == 0
    assert "3 rows: 1 traced, 1 could not be traced, 1 unreadable" in done.stderr
    assert "line 2: found the string 'junk'" in done.stderr
    assert "2 of them were in the output already" in again.stderr
    judged = [json.loads(line) for line in checked.stdout.splitlines()]
    assert [verdict["label"] for verdict in judged] == ["grounded", "unverifiable"]
    assert [view["state"] for view in judged[0]["triples"]].count("path") == 2


def test_a_head_is_fitted_on_what_was_recorded(run: Any, model: Path, tmp_path: Path) -> None:
    facts = [list(fact) for fact in FACTS]
    rows = [
        {
            **ROW,
            "triples": [*facts, ["Maborosi", "minutes", str(100 + number)]],
            "answer": "Tokyo" if number % 2 else "Hirokazu Koreeda",
            "label": number % 2 == 1,
        }
        for number in range(20)
    ]
    traces, own = tmp_path / "traces", tmp_path / "own"
    options = ("--features", "traced", "--head", "logistic", "--calibration", "none")

    run("record", "-", "--model", model, "--output", traces, given="\n".join(map(json.dumps, rows)))
    fitted = run("fit", "gga", traces / "rows.jsonl", "--output", own, *options)
    checked = run("check", traces / "rows.jsonl", "--detector", own, "--quiet")

    assert fitted.returncode == 0, fitted.stderr
    judged = [json.loads(line)["label"] for line in checked.stdout.splitlines()]
    assert judged == ["grounded", "hallucinated"] * 10


def test_a_folder_without_a_model_ends_with_one_line(run: Any, tmp_path: Path) -> None:
    done = run(
        *("record", "-", "--model", tmp_path, "--output", tmp_path / "out"), given=json.dumps(ROW)
    )

    assert done.returncode == 2
    assert "cannot be loaded by transformers" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_run_that_records_nothing_is_not_done(run: Any, model: Path, tmp_path: Path) -> None:
    bare = json.dumps({**ROW, "triples": []})
    output = ("--output", tmp_path / "out")

    absent = run("record", "-", "--model", tmp_path / "none", *output, given=bare)
    assert (absent.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "there is no such folder" in absent.stderr

    done = run("record", "-", "--model", model, "--device", "cpu", *output, given=bare)
    assert done.returncode == 3
    assert "no row has a trace (exit status 3)" in done.stderr
    assert "groundgraph check" not in done.stderr


def test_one_graph_serves_all_rows(run: Any, model: Path, tmp_path: Path) -> None:
    table = "\n".join(
        "\t".join(row) for row in (("subject", "predicate", "object"), *FACTS, ("a",))
    )
    (tmp_path / "kg.tsv").write_text(table + "\n")
    (tmp_path / "rows.jsonl").write_text(json.dumps({"question": QUESTION, "answer": "Tokyo"}))
    output = tmp_path / "out"

    given = (tmp_path / "rows.jsonl", "--triples", tmp_path / "kg.tsv")
    done = run("record", *given, "--model", model, "--output", output, "--device", "cpu")
    checked = run("check", output / "rows.jsonl", "--detector", "gga", "--quiet")
    beside = run("check", *given, "--detector", "gga")
    absent = run("check", given[0], "--triples", tmp_path / "none.csv", "--detector", "gga")

    assert done.returncode == 0, done.stderr
    assert "left out what is no triple" in done.stderr
    verdict = json.loads(checked.stdout)
    assert verdict["label"] == "grounded"
    assert [view["state"] for view in verdict["triples"]].count("path") == 2
    assert json.loads(beside.stdout)["label"] == "unverifiable"  # nothing tells of its attention
    assert absent.returncode == 2
