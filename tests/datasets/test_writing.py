from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundgraph import Example, InputError, Passage, Span, Triple
from groundgraph.datasets.writing import example_row, set_names, write_set
from groundgraph.errors import UnknownNameError
from groundgraph.io import example_from, read_rows

if TYPE_CHECKING:
    from pathlib import Path

FULL = Example(
    "Anna\ud800 ran.",
    (Passage("She ran.", "Ann (2)"),),
    question="Who?",
    id="q/1",
    generator="m",
    triples=(Triple("a", "b", "c"),),
    label=True,
    spans=(Span(0, 3),),
    metadata={"task": "QA", "labels": [{"start": 0, "end": 3}], "source_id": "s"},
)


@pytest.mark.parametrize(
    "example", [FULL, Example("Yes.", id="1"), Example("", id="2", label=False)]
)
def test_a_written_row_is_read_as_the_same_example(example: Example) -> None:
    read = example_from(json.loads(json.dumps(example_row(example))))
    assert read == example
    assert read.metadata == example.metadata


def test_metadata_cannot_take_the_place_of_a_field() -> None:
    with pytest.raises(ValueError, match="answer"):
        example_row(Example("Yes.", metadata={"answer": "No."}))


def test_an_unknown_set_and_a_missing_corpus_are_errors(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="hotpotqa_derived"):
        write_set("hotpotqa", tmp_path, tmp_path / "x")
    with pytest.raises(InputError, match="found no summeval"):
        write_set("summeval", tmp_path, tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.data
@pytest.mark.parametrize("name", [name for name in set_names() if name != "ragtruth"])
def test_every_set_can_be_written_and_read(name: str, data_folder: Path, tmp_path: Path) -> None:
    made = write_set(name, data_folder, tmp_path / "rows.jsonl")
    rows = list(read_rows(tmp_path / "rows.jsonl"))
    assert [row.error for row in rows if row.error] == []
    assert len(rows) == made.rows > 0
    assert sum(row.example is not None and row.example.label is True for row in rows) == (
        made.hallucinated
    )
    assert made.licence in made.note.read_text()
