from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundgraph import InputError
from groundgraph.bench.options import RunOptions
from groundgraph.bench.router.run import RouterBench
from rows import write_rows

if TYPE_CHECKING:
    from pathlib import Path

TOPICS = ("harbour", "library", "orchard", "railway", "theatre", "quarry", "museum")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small corpus in RAGTruth's layout: each source has a true and a false answer."""
    folder = tmp_path_factory.mktemp("data")
    sources, answers = [], []
    for number in range(100):
        topic, name = TOPICS[number % len(TOPICS)], f"s{number}"
        year = 1900 + number
        fact = f"The {topic} of town {number} was opened to the public in the spring of {year}."
        info = {"question": f"When was the {topic} opened?", "passages": f"passage 1:{fact}"}
        sources.append({"source_id": name, "task_type": "QA", "source_info": info})
        for false in (False, True):
            added = " It sells rare marzipan elephants to visiting astronauts every Monday morning."
            mark = {"start": len(fact), "end": len(fact + added), "text": added}
            answers.append(
                {
                    "id": f"{name}-{false}",
                    "source_id": name,
                    "model": "gpt-4-0613",
                    "split": "train",
                    "quality": "good",
                    "labels": [mark] if false else [],
                    "response": fact + added if false else fact,
                }
            )
    for file, rows in (("source_info", sources), ("response", answers)):
        write_rows(folder / "ragtruth" / f"{file}.jsonl.gz", rows)
    return folder


def test_quality_stands_beside_cost_from_the_first_alone_to_the_second_alone(corpus: Path) -> None:
    found = RouterBench(firsts=("egc",), seconds=("lexical",), sources=20).run(corpus)

    cells = {(c["row"], c["metric"]): c for c in found["tables"]["router"]}
    rows = list(dict.fromkeys(row for row, _ in cells))
    assert rows == [f"egc → lexical, {s}" for s in ("0", "10%", "20%", "30%", "50%", "100%")]
    assert cells[rows[0], "share"]["value"] == 0
    assert cells[rows[-1], "share"]["value"] == 1
    assert cells[rows[-1], "f1_less_second"]["value"] == 0
    assert all(cells[row, "cpu_ms"]["value"] > 0 for row in rows)
    assert all(cells[row, "f1"]["n"] == 20 for row in rows)


def test_there_is_nothing_to_measure_on_the_test_split(corpus: Path) -> None:
    with pytest.raises(InputError, match="measures on the train split alone"):
        RouterBench().run(corpus, RunOptions(split="test"))
