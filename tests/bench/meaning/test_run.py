"""Bench meaning on a few pairs, without a folder of corpora."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from groundgraph import Example, InputError, Passage, load
from groundgraph.bench.judged import judge
from groundgraph.bench.meaning.blocks import BLOCKS, block_scores
from groundgraph.bench.meaning.invariance import invariance_cells
from groundgraph.bench.meaning.run import MeaningBench, of_each_task
from groundgraph.bench.options import RunOptions
from groundgraph.errors import NotFittedError
from groundgraph.methods.fused.detector import ANSWER_NAMES, BESIDE_NAMES, Fused
from groundgraph.methods.fused.reading import CLAIM_NAMES

if TYPE_CHECKING:
    from pathlib import Path

FACT = "The ferry to the island leaves the old harbour at nine in the morning."
FALSE = "It sells rare marzipan elephants to visiting astronauts every Monday."


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("probes")
    rows = [
        {
            "id": f"unit-{n}",
            "phenomenon": "unit",
            "domain": "travel",
            "document": f"d{n}",
            "split": "test" if n % 2 else "dev",
            "question": "When does it leave?",
            "passages": [FACT, f"Pier {n} is closed."],
            "right": FACT,
            "wrong": FALSE,
        }
        for n in range(4)
    ]
    (folder / "unit.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return MeaningBench(detectors=("fused", "lexical"), probes=folder).run()


@pytest.mark.parametrize(
    ("name", "blocks"), [("lexical", {"lexical, copying", "facts"}), ("egc", set())]
)
def test_a_detector_of_other_measures_has_the_blocks_that_it_measures(
    name: str, blocks: set[str]
) -> None:
    found = MeaningBench(name=name, detectors=("lexical",)).run(options=RunOptions(limit=1))

    rows = {cell["row"].removesuffix(", all") for cell in found["tables"].get("blocks_dev", ())}
    assert blocks <= rows
    assert "reader_odds" not in rows
    assert bool(rows) == bool(blocks)
    assert {cell["row"] for cell in found["tables"]["pairs_dev"]} >= {f"{name}, all"}


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    [cell] = [c for c in results["tables"][table] if (c["row"], c["metric"]) == (row, metric)]
    return cell["value"]


def test_a_plain_difference_is_seen_beside_the_trivial_answers(results: dict[str, Any]) -> None:
    assert value(results, "pairs_test", "fused, all", "pairwise_accuracy") == 1.0
    assert value(results, "pairs_test", "fused, unit", "tpr") == 1.0
    assert value(results, "pairs_dev", "share of new words, all", "auroc") == 1.0
    assert value(results, "pairs_dev", "always hallucinated, all", "pairwise_accuracy") == 0.5


def test_halves_are_measured_apart(results: dict[str, Any]) -> None:
    cells = [c for table in ("pairs_dev", "pairs_test") for c in results["tables"][table]]

    assert {c["n"] for c in cells if not c["row"].endswith(", before")} == {4}


def test_every_block_is_shown_alone_and_side_by_side(results: dict[str, Any]) -> None:
    for name in BLOCKS:
        assert value(results, "blocks_test", f"{name}, all", "pairwise_accuracy") is not None
        assert value(results, "who_sees_what_test", "unit", name) is not None
    assert value(results, "who_sees_what_test", "unit", "lexical, unseen share") == 1.0


def test_edits_that_must_not_matter_do_not(results: dict[str, Any]) -> None:
    for row in ("passages repeated", "passages in another order", "question in capitals"):
        assert value(results, "invariance", row, "labels_changed") == 0.0
        assert value(results, "invariance", row, "tpr") == 1.0
        assert value(results, "invariance", row, "tpr_unedited") == 1.0


def test_a_split_of_which_there_is_no_pair_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no pairs"):
        MeaningBench(probes=tmp_path).run()


@pytest.mark.parametrize("name", list(BLOCKS))
def test_a_block_reads_features_of_claims_or_of_answers_by_name(name: str) -> None:
    block = BLOCKS[name]

    assert block.why
    assert set(block.signs.values()) <= {1, -1}
    known = (CLAIM_NAMES, ANSWER_NAMES, BESIDE_NAMES)
    assert any(block.signs.keys() <= set(names) for names in known)


def test_a_block_says_nothing_of_an_answer_that_cannot_be_checked() -> None:
    detector = load("fused")
    assert isinstance(detector, Fused)
    examples = [Example(FACT, (Passage(FACT),)), Example(FACT), Example(FALSE, (Passage(FACT),))]

    found = block_scores(detector, examples)

    for scores in found.values():
        assert np.isnan(scores).tolist() == [False, True, False]
    assert found["lexical, unseen share"][0] < found["lexical, unseen share"][2]


def test_blocks_of_an_unfitted_detector_are_refused() -> None:
    with pytest.raises(NotFittedError):
        block_scores(Fused(), [])


def test_an_edit_that_changes_verdicts_is_seen() -> None:
    detector = load("lexical")
    examples = [
        Example(FACT, (Passage(FACT),), id=f"x{n}", label=False, metadata={"source_id": f"s{n}"})
        for n in range(4)
    ]
    edits = {
        "another answer": lambda e: Example(FALSE, e.passages, id=e.id),
        "no passage": lambda e: Example(e.answer, (), id=e.id),
        "nothing": lambda e: e,
    }

    cells = invariance_cells(detector, judge(detector, examples), edits, lambda some: some[:3])

    found = {(cell.row, cell.metric): (cell.value, cell.n) for cell in cells}
    assert found["another answer", "labels_changed"] == (1.0, 3)
    assert found["another answer", "fpr"] == (1.0, 3)
    assert found["another answer", "fpr_unedited"] == (0.0, 3)
    assert found["no passage", "unverifiable"] == (1.0, 3)
    assert found["no passage", "unverifiable_unedited"] == (0.0, 3)
    assert found["no passage", "scores_moved"] == (1.0, 3)
    assert found["no passage", "fpr"] == (None, 3)
    assert not [row for row, _ in found if row == "nothing"]


def test_ragtruth_is_drawn_from_each_task_alike() -> None:
    tasks = ("QA", "Summary", "Data2txt")
    examples = [
        Example("A.", id=f"{task}{n}", metadata={"task": task}) for task in tasks for n in range(9)
    ]

    found = [example.metadata["task"] for example in of_each_task(examples, 6)]

    assert sorted(found) == sorted(tasks * 2)
