from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundgraph import InputError, Passage
from groundgraph.datasets.summeval import load_summeval

if TYPE_CHECKING:
    from pathlib import Path

ARTICLE = {"doc_id": "d1", "article": "It rained."}
SUMMARIES = [
    {"doc_id": "d1", "system": "M0", "summary": "Rain.", "consistency": 5},
    {"doc_id": "d1", "system": "M1", "summary": "Snow.", "consistency": 3.67},
]


def write(folder: Path, summaries: list[dict[str, object]]) -> Path:
    (folder / "summeval").mkdir()
    (folder / "summeval" / "articles.jsonl").write_text(json.dumps(ARTICLE))
    rows = "\n".join(map(json.dumps, summaries))
    (folder / "summeval" / "summaries.jsonl").write_text(rows)
    return folder


def test_a_summary_comes_with_its_article_system_and_rating(tmp_path: Path) -> None:
    first, second = load_summeval(write(tmp_path, SUMMARIES))
    assert (first.id, first.answer, first.generator) == ("d1/M0", "Rain.", "M0")
    assert first.passages == (Passage("It rained.", "1"),)
    assert first.passages is second.passages
    assert (first.label, second.label) == (False, True)
    assert second.metadata == {"task": "Summary", "source_id": "d1", "consistency": 3.67}


def test_the_bar_of_consistency_can_be_moved(tmp_path: Path) -> None:
    folder = write(tmp_path, SUMMARIES)
    assert [e.label for e in load_summeval(folder, consistent=3.5)] == [False, False]


def test_a_summary_without_its_article_is_an_error(tmp_path: Path) -> None:
    folder = write(tmp_path, [{**SUMMARIES[0], "doc_id": "d2"}])
    with pytest.raises(InputError, match="line 1: there is no article 'd2'"):
        load_summeval(folder)


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    examples = load_summeval(data_folder)
    assert (len(examples), len({e.metadata["source_id"] for e in examples})) == (1600, 100)
    assert len({e.generator for e in examples}) == 16
