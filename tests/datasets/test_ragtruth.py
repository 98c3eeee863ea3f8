from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Example, InputError, Passage, Span
from groundgraph.datasets.ragtruth import (
    READER_FOLD,
    READER_FOLDS,
    load_ragtruth,
    source_folds,
    unseen_by_reader,
)
from training.reader.recipe import Amounts

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = [
    {
        "source_id": "10",
        "task_type": "QA",
        "source": "MARCO",
        "source_info": {"question": "why", "passages": "passage 1:One.\n\npassage 2:Two.\n\n"},
        "prompt": "…",
    },
    {"source_id": "11", "task_type": "Summary", "source_info": "Article.", "prompt": "…"},
    {"source_id": "12", "task_type": "Data2txt", "source_info": {"name": "Fig"}, "prompt": "…"},
]
MARK = {"start": 0, "end": 3, "text": "Yes", "label_type": "Evident Conflict"}


def answer(name: str, source: str, **more: Any) -> dict[str, Any]:
    row = {"id": name, "source_id": source, "model": "m", "temperature": 0.7, "labels": []}
    return {**row, "split": "train", "quality": "good", "response": "Yes, twice.", **more}


ANSWERS = [
    answer("0", "10", labels=[MARK]),
    answer("1", "10", split="test"),
    answer("2", "11", quality="truncated"),
    answer("3", "12", split="test"),
]


@pytest.fixture(params=[".jsonl", ".jsonl.gz"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    (tmp_path / "ragtruth").mkdir()
    for name, rows in (("response", ANSWERS), ("source_info", SOURCES)):
        content = "\n".join(map(json.dumps, rows)).encode()
        packed = gzip.compress(content) if request.param.endswith("gz") else content
        (tmp_path / "ragtruth" / f"{name}{request.param}").write_bytes(packed)
    return tmp_path


def test_answers_come_with_evidence_gold_and_metadata(folder: Path) -> None:
    first, second, third, fourth = load_ragtruth(folder)
    assert (first.id, first.generator, first.question) == ("0", "m", "why")
    assert first.passages == (Passage("One.", "1"), Passage("Two.", "2"))
    assert (first.label, first.spans) == (True, (Span(0, 3),))
    assert (second.label, second.spans) == (False, ())
    assert third.passages == (Passage("Article.", "1"),)
    assert fourth.passages == (Passage('{"name": "Fig"}', "1"),)
    assert first.metadata == {
        "task": "QA",
        "source_id": "10",
        "temperature": 0.7,
        "labels": [MARK],
        "split": "train",
        "quality": "good",
    }


def test_answers_to_one_source_share_their_passages(folder: Path) -> None:
    first, second, *_ = load_ragtruth(folder)
    assert first.passages is second.passages


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"tasks": ("QA",)}, ["0", "1"]),
        ({"split": "test"}, ["1", "3"]),
        ({"quality": "good"}, ["0", "1", "3"]),
        ({"tasks": ("QA", "Summary"), "split": "train", "quality": "good"}, ["0"]),
    ],
)
def test_tasks_split_and_quality_select(
    folder: Path, options: dict[str, Any], kept: list[str]
) -> None:
    assert [example.id for example in load_ragtruth(folder, **options)] == kept


def test_a_missing_folder_and_an_unknown_task_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"response\.jsonl"):
        load_ragtruth(tmp_path)
    with pytest.raises(InputError, match="no task"):
        load_ragtruth(tmp_path, tasks=("qa",))


def test_a_damaged_row_is_an_error_with_its_line(folder: Path) -> None:
    for path in (folder / "ragtruth").glob("response*"):
        path.write_text("\n".join([json.dumps(ANSWERS[0]), "{"]))
    with pytest.raises(InputError, match="line 2"):
        load_ragtruth(folder)


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    qa = load_ragtruth(data_folder, tasks=("QA",), quality="good")
    assert len(qa) == 5_767
    test = [example for example in qa if example.metadata["split"] == "test"]
    assert (len(test), sum(bool(example.label) for example in test)) == (875, 160)
    assert {len(example.passages) for example in qa} == {3}
    for example in qa:
        for span, mark in zip(example.spans or (), example.metadata["labels"], strict=True):
            assert span.of(example.answer) == mark["text"]


def test_the_reader_was_not_shown_a_fifth_of_the_train_sources() -> None:
    train = [
        Example("A.", label=n % 3 == 0, metadata={"source_id": str(n // 2), "split": "train"})
        for n in range(240)
    ]

    unseen = unseen_by_reader(train)

    assert len(unseen) == 24
    folds = source_folds(train, READER_FOLDS)
    held = {e.metadata["source_id"] for e, f in zip(train, folds, strict=True) if f == READER_FOLD}
    assert held == unseen
    assert (Amounts().fold, Amounts().folds) == (READER_FOLD, READER_FOLDS)
