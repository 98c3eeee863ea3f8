"""Bench graph on what is shipped, and what its sets refuse."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.bench.graph.conflicts import exchanged
from groundgraph.bench.graph.run import GraphBench
from groundgraph.bench.graph.sets import load_sets
from groundgraph.bench.options import RunOptions

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "a",
    "domain": "travel",
    "split": "dev",
    "kind": "amount",
    "question": "",
    "passages": ["The fare is €2.", "The fare is €3."],
    "answer": "The fare is €2.",
    "sides": [{"passage": 1, "value": "€2"}, {"passage": 2, "value": "€3"}],
    "aware": "The fare is €2 or €3.",
}


def test_half_of_the_sets_have_a_conflict_in_each_half() -> None:
    sets = load_sets()
    counts = Counter((each.split, bool(each.sides)) for each in sets)
    assert counts == dict.fromkeys(
        [("dev", True), ("dev", False), ("test", True), ("test", False)], 30
    )
    assert len({each.kind for each in sets}) >= 20


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return GraphBench().run(options=RunOptions(limit=6, split="train"))


def test_conflicts_are_measured_beside_a_trivial_rule(results: dict[str, Any]) -> None:
    assert set(results["tables"]) == {"conflicts_dev", "conflict_answers_dev", "pairs_dev"}
    rows = {cell["row"] for cell in results["tables"]["conflicts_dev"]}
    assert {"fused", "other numbers elsewhere", "fused, amount"} <= rows


def test_passages_of_another_set_do_not_disagree(results: dict[str, Any]) -> None:
    cells = results["tables"]["conflicts_dev"]
    apart = [cell for cell in cells if cell["row"] == "fused, passages exchanged"]
    assert [(cell["metric"], cell["value"]) for cell in apart] == [("false_alarms", 0.0)]


def test_an_exchanged_set_keeps_one_passage_of_its_own() -> None:
    one, other = load_sets()[:2]
    [twin, _] = exchanged([one, other])
    assert twin.example.answer == one.example.answer
    own = [passage for passage in twin.example.passages if passage in one.example.passages]
    assert len(own) == 1
    assert not twin.sides


def test_answers_of_each_kind_are_counted(results: dict[str, Any]) -> None:
    cells = results["tables"]["conflict_answers_dev"]
    assert {cell["metric"] for cell in cells} == {"flagged", "told", "named"}
    assert all(0 <= cell["value"] <= 1 for cell in cells)


def test_a_limit_must_leave_sets() -> None:
    with pytest.raises(InputError, match="limit is at least 1"):
        GraphBench().run(options=RunOptions(limit=0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": "train"}, "'split' must be one of dev, test"),
        ({"passages": ["The fare is €2."]}, "2 at least"),
        ({"aware": ""}, "exactly where it has 'sides'"),
        ({"sides": [{"passage": 1, "value": "€9"}]}, "does not hold '€9'"),
        ({"sides": [{"passage": 1, "value": "€2"}]}, "two sides"),
        ({"note": ""}, "'note'"),
    ],
)
def test_a_damaged_set_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    (tmp_path / "sets.jsonl").write_text(json.dumps(ROW | change) + "\n")
    with pytest.raises(InputError, match=message):
        load_sets(tmp_path)


def test_an_id_is_used_once(tmp_path: Path) -> None:
    (tmp_path / "sets.jsonl").write_text(2 * (json.dumps(ROW) + "\n"))
    with pytest.raises(InputError, match="used twice"):
        load_sets(tmp_path)
