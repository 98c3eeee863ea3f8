"""Bench graph on corpora of a few questions: which tables there are, and their figure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.bench.graph.questions import bridges, chains, films, half_of
from groundgraph.bench.graph.run import GraphBench
from groundgraph.bench.options import RunOptions
from groundgraph.report.tables import write_tables

if TYPE_CHECKING:
    from pathlib import Path

DAMS = ("Orrin", "Velm", "Tarsk", "Holm", "Brend", "Lusk")


def write(folder: Path, name: str, rows: list[Any]) -> None:
    path = folder / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


def question(number: int, kind: str) -> dict[str, Any]:
    """Ask in which year the dam was opened whose architect built another one."""
    dam, other = DAMS[number % 6], DAMS[(number + 1) % 6]
    context = [
        [f"{dam} Dam", [f"The {dam} Dam was designed by {other} Architects."]],
        [f"{other} Architects", [f"{other} Architects was founded in {1900 + number}."]],
        [f"{other} Dam", [f"The {other} Dam was opened in {1950 + number}."]],
    ]
    return {
        "id": f"q{number}",
        "_1": f"q{number}",
        "question": f"When was the firm founded that designed the {dam} Dam?",
        "answer": str(1900 + number),
        "context": context,
        "supporting_facts": [[f"{dam} Dam", 0], [f"{other} Architects", 0]],
        "evidences": [],
        "type": kind,
        "level": "hard",
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("data")
    kinds = ("bridge", "bridge", "comparison")
    write(data, "hotpotqa/full_context", [question(n, kinds[n % 3]) for n in range(24)])
    kinds = ("compositional", "comparison", "inference")
    write(data, "2wikimultihopqa/sample_500", [question(n, kinds[n % 3]) for n in range(24)])
    return data


@pytest.fixture(scope="module")
def results(folder: Path) -> dict[str, Any]:
    return GraphBench().run(folder, RunOptions(limit=6, split="test"))


def test_halves_are_of_bridges_and_chains_alone(folder: Path) -> None:
    for load, kinds in ((bridges, {"bridge"}), (chains, {"compositional", "inference"})):
        for half in ("dev", "test"):
            found = load(folder, half)
            assert found
            assert {example.metadata["type"] for example in found} <= kinds
            assert {half_of(example.id) for example in found} == {half}


def test_each_corpus_at_hand_has_a_table_and_logic_one(results: dict[str, Any]) -> None:
    tables = results["tables"]
    assert {"hotpotqa_bridge_test", "twowiki_chain_test", "logic_bridge_test"} <= tables.keys()
    assert not any(name.startswith(("metaqa", "graphrag")) for name in tables)
    rows = {cell["row"] for cell in tables["hotpotqa_bridge_test"]}
    assert {"fused, links shuffled", "walk: HippoRAG, names", "share of new words"} <= rows
    assert max(cell["n"] for cell in tables["twowiki_chain_test"]) <= 6


def test_the_report_shows_them(results: dict[str, Any], tmp_path: Path) -> None:
    write_tables(tmp_path / "report.html", results)
    assert "gain over links shuffled" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_wrong_answers_over_films_stand_in_their_passages(tmp_path: Path) -> None:
    people = range(11)
    facts = [
        {"h": f"Film {n}", "r": relation, "t": f"Person {(n + step) % 11}"}
        for n in range(40)
        for relation, step in (("directed_by", 0), ("written_by", 3))
    ]
    write(tmp_path, "metaqa/kb", facts)
    asked = {
        1: [("movie_to_director", f"Film {n}", [f"Person {n % 11}"]) for n in range(40)],
        2: [("director_to_movie_to_writer", f"Person {p}", [f"Person {(p + 3) % 11}"])
            for p in people],
        3: [],
    }  # fmt: skip
    for hops, rows in asked.items():
        write(
            tmp_path,
            f"metaqa/{hops}hop_dev",
            [
                {"id": f"{hops}-{n}", "question": f"what about [{topic}]", "topic_entity": topic,
                 "answers": answers, "qtype": kind}
                for n, (kind, topic, answers) in enumerate(rows)
            ],
        )  # fmt: skip
    found = films(tmp_path, "dev", 10)
    assert {example.metadata["hops"] for example in found} == {1, 2}
    for example in found:
        assert any(example.answer.split(", ")[0] in p.text for p in example.passages)
