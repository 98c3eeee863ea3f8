"""Bench support on a few rows in the layouts of its corpora."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest

from groundgraph import InputError
from groundgraph.bench.options import RunOptions
from groundgraph.bench.results import Cell
from groundgraph.bench.support.corpora import NLI, SUPPORT, TRAINED, present_corpora
from groundgraph.bench.support.run import SupportBench, mean_cells, worst_corpus
from groundgraph.datasets.nli import SOURCES
from groundgraph.datasets.support import Part
from rows import write_rows

if TYPE_CHECKING:
    from pathlib import Path

FACT = "The ferry to the island leaves the old harbour at nine in the morning."
FALSE = "It sells rare marzipan elephants to visiting astronauts every Monday."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    sentences = [{"sentence": FACT, "mean": 1.0}, {"sentence": FALSE, "mean": 0.0}]
    write_rows(
        folder / "qags" / "xsum.jsonl.gz", [{"id": "1", "article": FACT, "sentences": sentences}]
    )
    pairs = [
        {"premise": FACT, "hypothesis": text, "label": label, "split": "dev"}
        for text, label in ((FACT, "entailment"), (FALSE, "neutral"))
    ]
    write_rows(folder / "nli" / "mnli.jsonl.gz", pairs)
    claims = [
        {"id": f"v{n}", "premise": FACT, "claim": text, "label": label, "split": "test"}
        for n, (text, label) in enumerate(
            ((FACT, "supported"), (FALSE, "contradicted"), ("", "supported"))
        )
    ]
    write_rows(folder / "support" / "vitaminc.jsonl.gz", claims)
    return folder


@pytest.fixture(scope="module")
def results(data: Path) -> dict[str, Any]:
    return SupportBench().run(data)


def cell(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    [found] = [c for c in results["tables"][table] if (c["row"], c["metric"]) == (row, metric)]
    return found


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    return cell(results, table, row, metric)["value"]


def test_each_corpus_stands_beside_the_trivial_answers(results: dict[str, Any]) -> None:
    for corpus in ("QAGS XSum", "MNLI", "VitaminC"):
        assert value(results, "corpora", f"fused, {corpus}", "auroc") == 1.0
        assert value(results, "corpora", f"always hallucinated, {corpus}", "auroc") == 0.5
        assert value(results, "corpora", f"share of new words, {corpus}", "auroc") == 1.0


def test_rows_that_were_not_checked_are_counted_and_left_out(results: dict[str, Any]) -> None:
    unverifiable = cell(results, "corpora", "fused, VitaminC", "unverifiable")
    assert (unverifiable["value"], unverifiable["n"]) == (1, 3)
    assert cell(results, "corpora", "fused, VitaminC", "auroc")["n"] == 2


def test_answers_unlike_those_of_the_calibration_are_counted(results: dict[str, Any]) -> None:
    share = cell(results, "corpora", "fused, VitaminC", "calibrated")

    assert (share["value"], share["n"]) == (0.0, 2)  # a sentence beside a sentence


def test_the_mean_over_unseen_corpora_leaves_out_those_that_trained(
    results: dict[str, Any],
) -> None:
    unseen = "fused, mean of unseen corpora"
    assert value(results, "means", unseen, "auroc_corpora") == 1
    assert value(results, "means", "fused, mean of all corpora", "auroc_corpora") == 3


def test_a_draw_does_not_depend_on_other_rows(data: Path) -> None:
    one, again = (SupportBench(("lexical",)).run(data, RunOptions(limit=1)) for _ in range(2))

    assert one["tables"] == again["tables"]
    assert cell(one, "corpora", "lexical, VitaminC", "unverifiable")["n"] == 1


def test_a_mean_leaves_out_corpora_without_a_value() -> None:
    values = (0.5, 0.9, None)
    cells = [Cell(f"x, {n}", "auroc", v, None, None, 10, 5) for n, v in enumerate(values)]

    mean, count = mean_cells("x, mean", "auroc", cells)

    assert mean.value == pytest.approx(0.7)
    assert mean.ci95 == pytest.approx((0.5, 0.9))
    assert (count.value, mean.n) == (2, 20)
    assert [c.row for c in worst_corpus(cells, "x")] == ["x, 0"]
    assert worst_corpus(cells, "y") == []


def test_names_stand_for_parts_of_the_corpora(data: Path) -> None:
    assert set(SUPPORT.values()) == set(get_args(Part))
    assert set(NLI.values()) < set(SOURCES)
    assert {*NLI, *SUPPORT} >= TRAINED - {"RAGTruth QA, test"}
    assert [c.name for c in present_corpora(data)] == ["QAGS XSum", "MNLI", "VitaminC"]


def test_a_folder_without_corpora_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found no corpus of bench support"):
        SupportBench().run(tmp_path)


def test_a_split_is_an_error(data: Path) -> None:
    with pytest.raises(InputError, match="splits of a corpus together"):
        SupportBench().run(data, RunOptions(split="test"))


@pytest.mark.data
def test_every_corpus_at_hand_has_both_classes_and_an_id_for_each_row(data_folder: Path) -> None:
    for corpus in present_corpora(data_folder):
        examples = corpus.load()
        assert {example.label for example in examples} == {True, False}, corpus.name
        assert len({example.id for example in examples}) == len(examples), corpus.name
