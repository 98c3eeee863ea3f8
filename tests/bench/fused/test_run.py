"""Bench fused on a few rows in the layout of RAGTruth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, InputError
from groundgraph.bench.fused.run import FusedBench
from groundgraph.bench.judged import drawn
from rows import write_rows

if TYPE_CHECKING:
    from pathlib import Path

FACT = "The ferry to the island leaves the old harbour at nine in the morning."
FALSE = "It sells rare marzipan elephants to visiting astronauts every Monday."


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("data")
    info = {"question": "When does it leave?", "passages": f"passage 1:{FACT}"}
    sources = [{"source_id": f"s{n}", "task_type": "QA", "source_info": info} for n in range(6)]
    answers = [
        {
            "id": f"a{n}",
            "source_id": f"s{n}",
            "model": "m",
            "split": "test",
            "quality": "good",
            "response": f"{FACT} {FALSE}" if n % 2 else FACT,
            "labels": [{"start": len(FACT) + 1, "end": len(FACT) + 1 + len(FALSE), "text": FALSE}]
            if n % 2
            else [],
        }
        for n in range(6)
    ]
    write_rows(folder / "ragtruth" / "source_info.jsonl.gz", sources)
    write_rows(folder / "ragtruth" / "response.jsonl.gz", answers)
    return FusedBench().run(folder)


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    [cell] = [c for c in results["tables"][table] if (c["row"], c["metric"]) == (row, metric)]
    return cell["value"]


def test_answers_and_marked_words_are_measured(results: dict[str, Any]) -> None:
    assert value(results, "groundedness_test", "fused, all", "f1") == 1.0
    assert value(results, "spans", "fused, QA", "recall") > 0.9
    assert value(results, "spans", "everything, all", "recall") == 1.0
    low, high = (value(results, "spans", f"{w}, all", "precision") for w in ("everything", "fused"))
    assert low < high


def test_a_folder_without_corpora_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no ragtruth"):
        FusedBench().run(tmp_path)


def test_a_draw_keeps_the_order() -> None:
    examples = [Example(str(n)) for n in range(50)]

    found = [int(example.answer) for example in drawn(examples, 20)]

    assert found == sorted(found)
    assert len(set(found)) == 20
