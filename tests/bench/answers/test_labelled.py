"""The shipped answers keep what their README promises; a damaged row is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.bench.answers.labelled import WRONG, LabelledAnswer, load_answers
from groundgraph.bench.meaning.probes import SPLITS

if TYPE_CHECKING:
    from pathlib import Path

ROW: dict[str, Any] = {
    "id": "a-01",
    "domain": "travel",
    "question": "When does the ferry leave?",
    "passages": ["The ferry leaves at nine.", "Dogs travel free."],
    "answer": "Sure!\n- It leaves at nine.\n- Dogs pay double.",
    "labels": [
        ["Sure!", "none"],
        ["It leaves at nine.", "supported"],
        ["Dogs pay double.", "contradicted"],
    ],
}


def folder(path: Path, *rows: dict[str, Any]) -> Path:
    for split in SPLITS:
        (path / f"{split}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def halves() -> dict[str, list[LabelledAnswer]]:
    return {split: load_answers(split) for split in SPLITS}


@pytest.mark.parametrize("split", SPLITS)
def test_half_of_the_answers_of_each_half_are_right(
    halves: dict[str, list[LabelledAnswer]], split: str
) -> None:
    wrong = [bool(answer.example.label) for answer in halves[split]]

    assert len(wrong) >= 240
    assert sum(wrong) / len(wrong) == pytest.approx(0.5, abs=0.02)


def test_no_passage_and_no_domain_lies_in_both_halves(
    halves: dict[str, list[LabelledAnswer]],
) -> None:
    seen = {
        split: {p.text for a in answers for p in a.example.passages if len(p.text) > 60}
        for split, answers in halves.items()
    }

    assert seen["dev"].isdisjoint(seen["test"])


def test_a_row_becomes_an_answer_whose_sentences_have_their_places(tmp_path: Path) -> None:
    [found] = load_answers("dev", folder(tmp_path, ROW))

    assert [s.span.of(found.example.answer) for s in found.sentences] == [
        s for s, _ in ROW["labels"]
    ]
    assert [s.told for s in found.sentences] == ["none", "supported", "contradicted"]
    assert found.example.label is True
    assert found.example.spans == (found.sentences[2].span,)
    assert [p.id for p in found.example.passages] == ["1", "2"]
    assert found.example.metadata == {"task": "travel", "split": "dev", "source_id": "a-01"}
    assert found.sentences[1].told not in WRONG


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": [["Dogs pay double.", "supported"], ["Sure!", "none"]]}, "behind the sentence"),
        ({"labels": [["Sure!", "fine"]]}, "one of supported, contradicted"),
        ({"labels": ["Sure!"]}, r"\[sentence, one of"),
        ({"labels": []}, "one sentence at least"),
        ({"passages": []}, "list of texts"),
        ({"note": "x"}, "note"),
        ({"question": None}, "'question' must be str"),
    ],
)
def test_a_damaged_row_is_refused_with_its_line(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    place = folder(tmp_path, ROW, {**ROW, "id": "a-02", **change})

    with pytest.raises(InputError, match=message) as refused:
        load_answers("dev", place)
    assert refused.value.line == 2


def test_an_id_that_is_used_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="used twice"):
        load_answers("test", folder(tmp_path, ROW, ROW))
