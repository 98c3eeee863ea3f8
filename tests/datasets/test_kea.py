from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Triple
from groundgraph.datasets.kea import SETS, load_explanations, load_kea, present_sets

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS, EVIDENCE = [["a", "is", "b"]], [["a", "is", "c"], ["a", "was", "d"]]
ROW = {"p_hall": 0.25, "claim_triples": CLAIMS, "context_triples": EVIDENCE}


def write(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    (folder / "kea").mkdir(exist_ok=True)
    (folder / "kea" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_a_pair_has_its_graphs_score_label_and_source(tmp_path: Path) -> None:
    row = {**ROW, "consistency": 3.9, "aligned_doc_id": "cnn-1"}
    (pair,) = load_kea(write(tmp_path, "summeval", row), "summeval")
    assert pair.claims == (Triple("a", "is", "b"),)
    assert pair.evidence == (Triple("a", "is", "c"), Triple("a", "was", "d"))
    assert (pair.score, pair.label, pair.source) == (0.25, True, "cnn-1")


@pytest.mark.parametrize(
    ("name", "hallucinated", "grounded"),
    [
        ("summeval", {"consistency": 3.67}, {"consistency": 4}),
        ("qags_cnndm", {"mean_vote": 1 / 3}, {"mean_vote": 2 / 3}),
        ("wikibio", {"label": "minor_inaccurate"}, {"label": "accurate"}),
    ],
)
def test_labels_are_the_papers(
    tmp_path: Path, name: str, hallucinated: dict[str, Any], grounded: dict[str, Any]
) -> None:
    row = {**ROW, "reference_triples": EVIDENCE}
    folder = write(tmp_path, name, {**row, **hallucinated}, {**row, **grounded})
    assert [pair.label for pair in load_kea(folder, name)] == [True, False]
    assert present_sets(folder) == [name]


def test_rows_that_name_no_source_each_have_their_own(tmp_path: Path) -> None:
    wikibio = {**ROW, "reference_triples": EVIDENCE, "label": "accurate"}
    rows = [{**wikibio, "matched_dataset_idx": index} for index in (0, 0, None, None)]
    pairs = load_kea(write(tmp_path, "wikibio", *rows), "wikibio")
    assert len({pair.source for pair in pairs}) == 3
    assert pairs[0].source == pairs[1].source == "0"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"claim_triples": [["a", "b"]]}, "three texts"),
        ({"claim_triples": [["a", "b", 1]]}, "three texts"),
        ({"p_hall": 1.5}, "between 0 and 1"),
        ({"p_hall": "0.5"}, "must be int or float"),
    ],
)
def test_a_damaged_row_is_an_error_with_its_line(
    tmp_path: Path, broken: dict[str, Any], message: str
) -> None:
    good = {**ROW, "mean_vote": 1}
    with pytest.raises(InputError, match=f"line 2.*{message}"):
        load_kea(write(tmp_path, "qags_cnndm", good, {**good, **broken}), "qags_cnndm")


def test_an_unknown_set_is_a_value_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no set 'qags'"):
        load_kea(tmp_path, "qags")


def test_ratings_written_as_text_are_numbers(tmp_path: Path) -> None:
    rated = {
        "id": "cnn-1",
        "text": "Article.",
        "summary": "Summary.",
        "explanation": "Why.",
        "consistency": "1.33",
        "completeness": "5",
        "accuracy and reliability": "4",
        "trustworthiness": "3",
        "detail": "2",
    }
    (found,) = load_explanations(write(tmp_path, "explanations", rated))
    assert (found.consistency, list(found.ratings.values())) == (1.33, [5.0, 4.0, 3.0, 2.0])
    write(tmp_path, "explanations", {**rated, "detail": "much"})
    with pytest.raises(InputError, match="'detail' must be a number, found 'much'"):
        load_explanations(tmp_path)


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    counts = {
        name: (len(pairs), sum(pair.label for pair in pairs))
        for name in SETS
        for pairs in [load_kea(data_folder, name)]
    }
    assert counts == {"summeval": (1600, 159), "qags_cnndm": (713, 183), "wikibio": (1787, 1295)}
    assert len(load_explanations(data_folder)) == 20
