from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Passage
from groundgraph.datasets.qags import load_qags

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, sentences: list[Any]) -> Path:
    (folder / "qags").mkdir()
    row = {"id": "qags-cnndm-0", "article": "It rained.", "sentences": sentences}
    (folder / "qags" / "cnndm.jsonl").write_text(json.dumps(row))
    return folder


def test_a_sentence_comes_with_its_article_and_votes(tmp_path: Path) -> None:
    votes = [{"sentence": "Rain.", "mean": 2 / 3}, {"sentence": "Snow.", "mean": 1 / 3}]
    first, second = load_qags(write(tmp_path, votes))
    assert (first.id, first.answer) == ("qags-cnndm-0/1", "Rain.")
    assert first.passages == (Passage("It rained.", "1"),)
    assert first.passages is second.passages
    assert (first.label, second.label) == (False, True)
    assert second.metadata["source_id"] == "qags-cnndm-0"
    assert second.metadata["mean_vote"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("sentence", ["Rain.", {"sentence": "Rain."}, {"sentence": 1, "mean": 1}])
def test_a_damaged_sentence_is_an_error(tmp_path: Path, sentence: Any) -> None:
    with pytest.raises(InputError, match="a sentence needs 'sentence' and 'mean'"):
        load_qags(write(tmp_path, [sentence]))


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    cnndm, xsum = load_qags(data_folder), load_qags(data_folder, "xsum")
    assert (len(cnndm), len({e.metadata["source_id"] for e in cnndm})) == (714, 235)
    assert (len(xsum), sum(bool(e.label) for e in xsum)) == (239, 123)
