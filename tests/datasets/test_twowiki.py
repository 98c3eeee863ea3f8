from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Triple
from groundgraph.datasets.hotpotqa import derive
from groundgraph.datasets.twowiki import load_twowiki

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "_1": "q1",
    "type": "compositional",
    "question": "Where was the father of Charles buried?",
    "answer": "Cork",
    "context": [["Charles", ["He was a son of James."]], ["James", ["James died in Cork."]]],
    "supporting_facts": [["Charles", 0], ["James", 0]],
    "evidences": [["Charles", "father", "James"], ["James", "place of burial", "Cork"]],
}


def write(folder: Path, **more: Any) -> Path:
    (folder / "2wikimultihopqa").mkdir()
    (folder / "2wikimultihopqa" / "sample_500.jsonl").write_text(json.dumps({**ROW, **more}))
    return folder


def test_a_question_comes_with_the_facts_that_lead_to_its_answer(tmp_path: Path) -> None:
    (question,) = load_twowiki(write(tmp_path))
    assert (question.id, question.type, question.answer) == ("q1", "compositional", "Cork")
    assert question.triples[1] == Triple("James", "place of burial", "Cork")
    assert [p.text for p in question.passages()] == [
        "Charles: He was a son of James.",
        "James died in Cork.",
    ]


def test_a_damaged_fact_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="lists of three texts"):
        load_twowiki(write(tmp_path, evidences=[["Charles", "father"]]))


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    questions = load_twowiki(data_folder)
    assert Counter(question.type for question in questions) == {
        "compositional": 202,
        "bridge_comparison": 130,
        "comparison": 104,
        "inference": 64,
    }
    assert {len(question.paragraphs) for question in questions} == {10}
    assert sum(len(question.triples) for question in questions) == 1_274
    assert len(derive(questions)) >= 470
