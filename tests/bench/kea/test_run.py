from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.bench.kea.explanations import (
    own_explanation_cells,
    rank_correlation,
    terms,
    terms_in_texts,
    unsupported_words_named,
)
from groundgraph.bench.kea.raw import unseen_words
from groundgraph.bench.kea.run import KEABench
from groundgraph.bench.kea.samples import sample_cells
from groundgraph.bench.options import RunOptions
from groundgraph.datasets.kea import RatedExplanation
from groundgraph.registry import BENCHES, DETECTORS
from groundgraph.report.tables import write_tables
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from pathlib import Path

SAME, OTHER = ["a", "is", "b"], ["a", "is", "c"]
GRAPHS_ONLY = KEABench(raw_text=False)


def value(results: dict[str, Any], table: str, row: str, metric: str) -> Any:
    (cell,) = (
        cell for cell in results["tables"][table] if (cell["row"], cell["metric"]) == (row, metric)
    )
    return cell["value"]


@pytest.fixture
def qags_only(tmp_path: Path) -> Path:
    """Write 40 pairs: unlike graphs where hallucinated, but for one row in ten."""
    rows = [
        {
            "p_hall": float(unlike),
            "mean_vote": 0.0 if number % 2 else 1.0,
            "claim_triples": [["x", "p", "y"] if unlike else SAME],
            "context_triples": [SAME],
        }
        for number in range(40)
        for unlike in [(number % 2 == 1) != (number % 10 == 0)]
    ]
    (tmp_path / "kea").mkdir()
    (tmp_path / "kea" / "qags_cnndm.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def test_a_folder_with_one_set_gives_its_tables_and_names_what_is_missing(
    qags_only: Path, tmp_path: Path
) -> None:
    results = BENCHES.get("kea")().run(qags_only)
    assert value(results, "parity", "qags_cnndm", "max_abs_diff") == 0.0
    assert value(results, "parity", "qags_cnndm", "n") == 40
    assert value(results, "detection", "qags_cnndm", "recall") == 1.0
    assert value(results, "detection", "qags_cnndm", "precision") == pytest.approx(20 / 24)
    assert value(results, "detection", "qags_cnndm, always hallucinated", "precision") == 0.5
    assert {cell["row"].partition(",")[0] for cell in results["tables"]["detection"]} == {
        "qags_cnndm"
    }
    assert "kea/summeval" in results["notes"]["corpora"]
    assert "kea/qags_cnndm" not in results["notes"]["corpora"]
    assert "raw_text" not in results["tables"]
    json.dumps(results, allow_nan=False)
    write_tables(tmp_path / "report.html", results)


def test_a_score_that_differs_from_the_stored_one_is_counted(qags_only: Path) -> None:
    path = qags_only / "kea" / "qags_cnndm.jsonl"
    first, *rest = path.read_text().splitlines()
    altered = {**json.loads(first), "p_hall": 0.75}
    path.write_text("\n".join([json.dumps(altered), *rest]))
    results = GRAPHS_ONLY.run(qags_only)
    assert value(results, "parity", "qags_cnndm", "differing") == 1
    assert value(results, "parity", "qags_cnndm", "max_abs_diff") == pytest.approx(0.25)


def test_rows_of_one_class_leave_no_nan(qags_only: Path) -> None:
    path = qags_only / "kea" / "qags_cnndm.jsonl"
    path.write_text("\n".join(path.read_text().splitlines()[:1]))
    results = GRAPHS_ONLY.run(qags_only)
    assert value(results, "detection", "qags_cnndm", "auroc") is None
    json.dumps(results, allow_nan=False)


def test_a_limit_takes_the_first_rows(qags_only: Path) -> None:
    results = GRAPHS_ONLY.run(qags_only, RunOptions(limit=7, split="test"))
    assert value(results, "parity", "qags_cnndm", "n") == 7


def test_no_corpus_and_a_train_split_are_input_errors(tmp_path: Path, qags_only: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="found none of kea/summeval"):
        GRAPHS_ONLY.run(tmp_path / "empty")
    with pytest.raises(InputError, match="no 'train' rows"):
        GRAPHS_ONLY.run(qags_only, RunOptions(split="train"))


RATED = RatedExplanation(
    id="d",
    article="Three cars collided near Fernvale.",
    summary="Three cars collided near Paris after rain.",
    explanation="The graph links 'three cars' to Paris, although 12 texts name \"Berlin\".",
    consistency=2.0,
    ratings={},
)


def test_the_proxies_count_what_an_explanation_names() -> None:
    assert terms(RATED.explanation) == {"three cars", "paris", "12", "berlin"}
    assert terms_in_texts(RATED) == pytest.approx(2 / 4)
    assert unsupported_words_named(RATED) == pytest.approx(1 / 2)  # paris, not rain


def test_rank_correlation_is_spearmans_and_undefined_for_a_constant() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 40, 30]) == pytest.approx(0.8)
    assert rank_correlation([1, 1, 1], [1, 2, 3]) is None


def test_unseen_words_are_those_that_no_passage_holds() -> None:
    examples = [
        Example("The buses stopped in Paris.", (Passage("Buses stop here."), Passage("Berlin"))),
        Example("It is.", (Passage("Anything."),)),
    ]
    assert unseen_words(examples).tolist() == pytest.approx([1 / 3, 0.0])


def test_words_that_the_samples_lack_are_surprising() -> None:
    shared = {"source_id": "1", "samples": ("born in Ulm",) * 19, "biography": "born in Bonn"}
    examples = [
        Example(f"born in {city}", label=city == "Bonn", metadata=shared)
        for city in ("Ulm", "Bonn")
    ]
    cells = {(cell.row, cell.metric): cell.value for cell in sample_cells(examples)}
    assert cells["unigrams of the samples, largest", "auroc"] == 1.0
    assert cells["unigrams of the samples, mean", "auroc"] == 1.0


@pytest.mark.data
def test_the_papers_figures_are_reproduced_from_the_authors_graphs(data_folder: Path) -> None:
    results = GRAPHS_ONLY.run(data_folder)
    for name, n in {"summeval": 1600, "qags_cnndm": 713, "wikibio": 1787}.items():
        assert value(results, "parity", name, "n") == n
        assert value(results, "parity", name, "max_abs_diff") < 1e-6
    expected = {
        ("summeval", "balanced_accuracy"): 0.761,
        ("summeval", "auroc"): 0.794,
        ("qags_cnndm", "auroc"): 0.701,
        ("qags_cnndm", "balanced_accuracy"): 0.661,
        ("wikibio", "precision"): 0.734,
        ("wikibio", "recall"): 0.984,
        ("wikibio", "f1"): 0.841,
        ("wikibio", "auc_pr"): 0.771,
        ("wikibio", "balanced_accuracy"): 0.523,
        ("wikibio, always hallucinated", "f1"): 0.840,
        ("wikibio, always hallucinated", "auc_pr"): 0.725,
        ("mean of summeval and qags_cnndm", "balanced_accuracy"): 0.711,
    }
    found = {key: round(value(results, "detection", *key), 3) for key in expected}
    assert found == expected
    for group, rating in {"0-1": 4.85, "1-2": 4.15, "2-3": 3.15}.items():
        assert value(results, "explanations", f"consistency {group}", "rating") == rating
    gain = value(results, "variants", "summeval, directed, edge labels, 5 iterations", "auroc_gain")
    assert gain == pytest.approx(0.0376, abs=5e-4)


def test_raw_text_is_judged_beside_lesser_detectors_on_the_same_rows(tmp_path: Path) -> None:
    (tmp_path / "qags").mkdir()
    article = "Vienna lies on the Danube. Berlin lies on the Spree. Rome lies on the Tiber."
    sentences = [
        {"sentence": "Vienna lies on the Danube.", "mean": 1.0},
        {"sentence": "Berlin lies on the Tiber.", "mean": 0.0},
        {"sentence": "Rome was founded by Romulus.", "mean": 0.0},
        {"sentence": "Indeed!", "mean": 1.0},
    ]
    row = {"id": "q0", "article": article, "sentences": sentences}
    (tmp_path / "qags" / "cnndm.jsonl").write_text(json.dumps(row))
    results = KEABench().run(tmp_path)
    assert value(results, "raw_text", "qags_cnndm", "unverifiable") == 1
    assert value(results, "raw_text", "qags_cnndm", "auroc") == 1.0
    assert value(results, "raw_text", "qags_cnndm, always hallucinated", "f1") == pytest.approx(0.8)
    rows = {cell["row"]: cell["n"] for cell in results["tables"]["raw_text"]}
    assert {"qags_cnndm, unseen words", "qags_cnndm, triple overlap"} <= set(rows)
    assert set(rows.values()) == {3}
    assert results["spec"]["raw_text"]["name"] == "kea"
    by_triple = {cell["row"]: cell["n"] for cell in results["tables"]["triple_nli"]}
    assert {"qags_cnndm, triples", "qags_cnndm, whole answer", "qags_cnndm, kea"} <= set(by_triple)
    assert set(by_triple.values()) == {3}
    assert results["spec"]["verifier"]["name"] == "minilm"


def test_our_own_explanations_are_measured_by_the_same_proxies() -> None:
    cells = own_explanation_cells([RATED], DETECTORS.get("kea")())
    assert [(cell.row, cell.metric) for cell in cells] == [
        ("ours, offline", name) for name in ("terms_in_texts", "unsupported_words_named", "terms")
    ]
    assert cells[2].value is not None
    assert cells[2].value > 0
