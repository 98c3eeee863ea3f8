from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.datasets.support import PARTS, load_support

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "1",
    "premise": "The dam was built in 1931.",
    "claim": "The dam was built in 1932.",
    "label": "contradicted",
    "split": "dev",
    "kind": "real",
}


def written(folder: Path, part: str, *rows: dict[str, Any]) -> Path:
    (folder / "support").mkdir()
    (folder / "support" / f"{part}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    return folder


def test_a_claim_over_one_text_is_an_answer_over_one_passage(tmp_path: Path) -> None:
    supported = {**ROW, "claim": "The dam was built in 1931.", "label": "supported", "page": "Dam"}
    wrong, right = load_support(written(tmp_path, "vitaminc", ROW, supported), "vitaminc")
    assert wrong.answer == "The dam was built in 1932."
    assert wrong.passages[0].text == "The dam was built in 1931."
    assert (wrong.label, right.label) == (True, False)
    assert wrong.metadata["outcome"] == "contradicted"
    assert wrong.metadata["kind"] == "real"
    assert (wrong.metadata["source_id"], right.metadata["source_id"]) == (
        wrong.passages[0].text,
        "Dam",
    )


def test_an_answer_keeps_its_question_and_evidence_is_named_by_passage(tmp_path: Path) -> None:
    row = {
        "id": "2",
        "passages": ["One.", "Two."],
        "evidence": [1],
        "question": "How many?",
        "answer": "Two",
        "label": "unsupported",
        "split": "train",
    }
    [example] = load_support(written(tmp_path, "tatqa_claims", row), "tatqa_claims")
    assert (example.question, example.answer) == ("How many?", "Two")
    assert [p.id for p in example.passages] == ["1", "2"]
    assert example.metadata["evidence"] == ("2",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"label": "maybe"}, "must be one of supported"),
        ({"premise": 3}, "'premise' must be str, found int"),
        ({"claim": None}, "'claim' must be str"),
    ],
)
def test_a_damaged_row_says_where_it_is(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    folder = written(tmp_path, "vitaminc", ROW, {**ROW, **change})
    with pytest.raises(InputError, match=rf"line 2: .*{message}"):
        load_support(folder, "vitaminc")


@pytest.mark.data
@pytest.mark.parametrize("part", PARTS)
def test_every_corpus_is_read_whole(data_folder: Path, part: Any) -> None:
    examples = load_support(data_folder, part)
    assert len({example.id for example in examples}) > 0.99 * len(examples)
    assert 0.3 < sum(bool(e.label) for e in examples) / len(examples) < 0.7
