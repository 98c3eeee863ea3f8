from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.bench.egc.run import EGCBench
from groundgraph.bench.options import RunOptions
from groundgraph.methods.egc.detector import EGC
from groundgraph.parts.encoders.minilm import MiniLM
from rows import write_rows

if TYPE_CHECKING:
    from pathlib import Path

GENERATORS = ("gpt-4-0613", "llama-2-7b-chat")
TOPICS = ("harbour", "library", "orchard", "railway", "theatre", "quarry")


def write_corpus(folder: Path) -> None:
    """Write a small corpus in RAGTruth's layout: each source has a true and a false answer."""
    sources, answers = [], []
    for number in range(24):
        topic, year = TOPICS[number % len(TOPICS)], 1900 + number
        fact = f"The {topic} of town {number} was opened to the public in the spring of {year}."
        name = f"s{number}"
        info: Any = {"question": f"When was the {topic} opened?", "passages": f"passage 1:{fact}"}
        task = "QA" if number % 3 else "Summary"
        sources.append(
            {"source_id": name, "task_type": task, "source_info": info if number % 3 else fact}
        )
        for model in GENERATORS:
            false = (number + len(model)) % 2 == 0
            text = f"{fact} It sells rare marzipan elephants to visiting astronauts every Monday."
            mark = {"start": len(fact) + 1, "end": len(text), "text": text[len(fact) + 1 :]}
            refusal = number % 8 == 7 and not false
            answers.append(
                {
                    "id": f"{name}-{model}",
                    "source_id": name,
                    "model": model,
                    "split": "test" if number % 4 == 0 else "train",
                    "quality": "good",
                    "labels": [mark] if false else [],
                    "response": text if false else "Unable to answer." if refusal else fact,
                }
            )
    for file, rows in (("source_info", sources), ("response", answers)):
        write_rows(folder / "ragtruth" / f"{file}.jsonl.gz", rows)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("data")
    write_corpus(folder)
    return EGCBench().run(folder)


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    [cell] = [
        cell for cell in results["tables"][table] if (cell["row"], cell["metric"]) == (row, metric)
    ]
    return cell["value"]


def test_every_table_of_the_contract_is_there_and_is_json(results: dict[str, Any]) -> None:
    contract = {"delta", "threshold_sweep", "overall", "counts", "groundedness_test"}
    assert contract <= set(results["tables"])
    assert "cross_task_summary" in results["tables"]
    json.dumps(results, allow_nan=False)
    for cells in results["tables"].values():
        assert len({(cell["row"], cell["metric"]) for cell in cells}) == len(cells)
        assert all(set(cell) >= {"row", "metric", "value", "ci95", "paper", "n"} for cell in cells)


def test_counts_are_those_of_the_corpus(results: dict[str, Any]) -> None:
    assert value(results, "counts", "total", "n") == 32
    assert value(results, "counts", "gpt-4-0613", "n") == 16
    assert value(results, "counts", "total", "n_test") == 8
    assert value(results, "claimless", "total", "claimless") == 2


def test_claimless_answers_make_the_two_modes_differ(results: dict[str, Any]) -> None:
    rows = {cell["row"] for cell in results["tables"]["delta"]}
    assert rows == set(GENERATORS)
    pairs = [
        (value(results, "delta", row, "delta_isolated"), value(results, "delta", row, mode))
        for row in sorted(rows)
        for mode in ("delta_unverifiable",)
    ]
    assert any(isolated < unverifiable for isolated, unverifiable in pairs)


def test_overall_judges_the_test_rows_by_every_detector(results: dict[str, Any]) -> None:
    for row in ("coverage", "support", "egc", "lexical", "fused"):
        assert 0 <= value(results, "overall", row, "auroc") <= 1
    assert value(results, "overall", "fused", "auroc") == 1.0
    assert value(results, "overall", "always_hallucinated", "auroc") == 0.5


def test_the_paper_stands_beside_its_own_numbers(results: dict[str, Any]) -> None:
    [cell] = [
        cell
        for cell in results["tables"]["threshold_sweep"]
        if (cell["row"], cell["metric"]) == ("gpt-4-0613", "delta_isolated@0.4")
    ]
    assert cell["paper"] == -0.038


def test_one_split_alone_runs(tmp_path: Path) -> None:
    write_corpus(tmp_path)
    bench = EGCBench(EGC(encoder=MiniLM(cache="off"), claimless="isolated"))
    tables = bench.run(tmp_path, RunOptions(limit=16, split="test"))["tables"]
    assert "groundedness_test" in tables
    assert "overall" not in tables
    assert "groundedness_train_out_of_fold" not in tables


@pytest.mark.data
def test_the_corpus_has_the_papers_rows(data_folder: Path) -> None:
    from groundgraph.datasets.ragtruth import load_ragtruth

    rows = load_ragtruth(data_folder, tasks=("QA",), quality="good")
    assert len(rows) == 5767
    assert sum(row.metadata["split"] == "test" for row in rows) == 875
