from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.datasets.gga import load_gga

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "gga-llama2-0",
    "question": "the film Maborosi was directed by who",
    "answer": "  ans: Hirokazu Koreeda",
    "gold_answers": ["hirokazu koreeda"],
    "prd": 0.738,
    "sas": 0.369,
    "hallucinated": False,
}


def write(folder: Path, name: str, rows: list[Any]) -> Path:
    (folder / "gga").mkdir(exist_ok=True)
    (folder / "gga" / name).write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_an_answer_comes_as_written_with_the_authors_measures(tmp_path: Path) -> None:
    [example] = load_gga(write(tmp_path, "metaqa_1hop_llama2_7b.jsonl", [ROW]))

    assert (example.id, example.generator) == ("gga-llama2-0", "llama2_7b")
    assert (example.question, example.answer) == (ROW["question"], ROW["answer"])
    assert (example.label, example.passages, example.triples) == (False, (), None)
    assert example.metadata == {
        "task": "QA",
        "gold_answers": ("hirokazu koreeda",),
        "prd": 0.738,
        "sas": 0.369,
    }


def test_all_files_are_read_by_name_and_others_are_not(tmp_path: Path) -> None:
    write(tmp_path, "b.jsonl", [{**ROW, "id": "2"}])
    write(tmp_path, "a.jsonl", [{**ROW, "id": "1"}])
    write(tmp_path, "README.md", ["no row"])

    assert [example.id for example in load_gga(tmp_path)] == ["1", "2"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"hallucinated": 1}, "hallucinated"),
        ({"gold_answers": [None]}, "gold_answers"),
        ({"prd": 1.01}, "prd"),
        ({"sas": -0.1}, "sas"),
        ({"sas": None}, "sas"),
        ({"answer": None}, "answer"),
    ],
)
def test_a_damaged_row_is_an_error(tmp_path: Path, change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        load_gga(write(tmp_path, "a.jsonl", [ROW, {**ROW, **change}]))

    assert (caught.value.line, caught.value.field) == (2, field)


def test_a_folder_without_answers_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found no gga/\*\.jsonl"):
        load_gga(tmp_path)


@pytest.mark.data
def test_the_published_counts_hold(data_folder: Path) -> None:
    examples = load_gga(data_folder)

    assert (len(examples), sum(bool(each.label) for each in examples)) == (3500, 252)
    mean = sum(each.metadata["prd"] for each in examples) / len(examples)
    assert mean == pytest.approx(0.728, abs=0.001)
