from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import tiny_generators
from films import FACTS, QUESTION
from sparql_server import GRAPH

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "kg.tsv"
    rows = (("subject", "predicate", "object"), *FACTS)
    path.write_text("\n".join("\t".join(row) for row in rows) + "\n")
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    tiny_generators.model("llama").save_pretrained(folder)
    tiny_generators.tokenizer().save_pretrained(folder)
    return folder


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_rows_come_back_with_the_triples_of_their_question(run: Any, table: Path) -> None:
    given = [
        {"id": "q", "question": QUESTION},
        {"id": "a", "question": QUESTION, "answer": "Hirokazu Koreeda"},
        {"id": "none", "question": "who am I?"},
        "junk",
    ]
    done = run("subgraph", "-", "--triples", table, given="\n".join(map(json.dumps, given)))

    asked, answered, none = lines(done.stdout)
    assert done.returncode == 0
    assert asked["triples"][0] == ["Maborosi", "directed by", "Hirokazu Koreeda"]
    assert asked["retrieved"] == {"topics": ["Maborosi"], "near": 3}
    assert "answer" not in asked
    assert answered["answer"] == "Hirokazu Koreeda"
    assert "triples" not in none
    assert "line 3: the question names no entity of the knowledge graph" in done.stderr
    assert "4 rows: 2 with triples, 1 without, 1 unreadable" in done.stderr


def test_what_comes_back_is_checked_without_attention(run: Any, table: Path) -> None:
    rows = [{"question": QUESTION, "answer": answer} for answer in ("Hirokazu Koreeda", "1995")]
    found = run("subgraph", "-", "--triples", table, given="\n".join(map(json.dumps, rows)))
    options = ("--detector", "gga", "--set", "features=untraced", "--quiet")

    done = run("check", "-", *options, given=found.stdout)

    assert [row["label"] for row in lines(done.stdout)] == ["grounded", "hallucinated"]


def test_checking_says_for_how_many_rows_the_graph_has_nothing(run: Any, table: Path) -> None:
    rows = [{"question": asked, "answer": "Nobody"} for asked in (QUESTION, "Who am I?", "Why?")]
    given = "\n".join(map(json.dumps, rows))
    done = run("check", "-", "--triples", table, "--detector", "lexical", given=given)
    assert f"2 rows have no triples: {table} has none between what" in done.stderr


def test_a_store_gives_triples_too(run: Any, tmp_path: Path) -> None:
    store = tmp_path / "store"
    run("kb", "build", GRAPH, "--output", store)
    ask = json.dumps({"question": "Where does Marta Lindqvist work?"})

    done = run("subgraph", "-", "--store", store, given=ask)

    [row] = lines(done.stdout)
    assert any("Marta Lindqvist" in triple for triple in row["triples"])


@pytest.mark.parametrize("named", [(), ("--triples", "a.csv", "--store", "b")])
def test_one_graph_is_named(run: Any, named: tuple[str, ...]) -> None:
    done = run("subgraph", "-", *named, given="{}")

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_questions_are_answered_recorded_and_judged(
    run: Any, model: Path, table: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    options = ("--generate", "--max-new-tokens", "6", "--batch-size", "2", "--device", "cpu")
    rows = "\n".join(json.dumps({"id": str(n), "question": QUESTION}) for n in range(3))
    given = ("record", "-", "--model", model, "--output", output, "--triples", table, *options)

    done = run(*given, given=rows)
    again = run(*given, given=rows)
    checked = run("check", output / "rows.jsonl", "--detector", "gga", "--quiet")

    assert done.returncode == 0, done.stderr
    assert "3 rows: 3 traced" in done.stderr
    assert "3 of them were in the output already" in again.stderr
    for row in lines((output / "rows.jsonl").read_text()):
        assert row["answer"]
        assert len(row["triples"]) == 3
    assert len(lines(checked.stdout)) == 3


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--store", "kb"), "--generate"),
        (("--generate", "--chat-template"), "has no chat template"),
    ],
)
def test_options_that_cannot_be_met_are_named(
    run: Any, model: Path, tmp_path: Path, options: tuple[str, ...], told: str
) -> None:
    output = tmp_path / "out"
    ask = json.dumps({"question": QUESTION, "triples": [list(f) for f in FACTS]})

    done = run("record", "-", "--model", model, "--output", output, *options, given=ask)

    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
