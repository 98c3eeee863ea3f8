from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Passage
from groundgraph.datasets.wikibio_gpt3 import load_wikibio_gpt3

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "dataset_idx": 4,
    "gpt3_text": "He was born. He died.",
    "gpt3_sentences": ["He was born.", "He died."],
    "annotation": ["accurate", "minor_inaccurate"],
    "wiki_bio_text": "He was born in Ulm.",
    "gpt3_text_samples": ["He lived."],
}


def write(folder: Path, **more: Any) -> Path:
    (folder / "wikibio_gpt3").mkdir()
    (folder / "wikibio_gpt3" / "passages.jsonl").write_text(json.dumps({**ROW, **more}))
    return folder


def test_a_sentence_comes_with_the_biography_and_the_samples(tmp_path: Path) -> None:
    first, second = load_wikibio_gpt3(write(tmp_path))
    assert (first.id, first.answer, first.label) == ("4/1", "He was born.", False)
    assert first.passages == (Passage("He was born in Ulm.", "1"),)
    assert (second.label, second.metadata["annotation"]) == (True, "minor_inaccurate")
    assert second.metadata["samples"] == ("He lived.",)
    assert second.metadata["biography"] == "He was born. He died."
    assert second.metadata["source_id"] == "4"


def test_a_person_without_a_biography_has_no_passages(tmp_path: Path) -> None:
    examples = load_wikibio_gpt3(write(tmp_path, wiki_bio_text=None))
    assert [example.passages for example in examples] == [(), ()]


def test_a_sentence_without_annotation_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="2 sentences and 1 annotations"):
        load_wikibio_gpt3(write(tmp_path, annotation=["accurate"]))


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    examples = load_wikibio_gpt3(data_folder)
    assert (len(examples), sum(bool(e.label) for e in examples)) == (1908, 1392)
    assert {len(e.metadata["samples"]) for e in examples} == {20}
    assert len({e.metadata["source_id"] for e in examples}) == 238
