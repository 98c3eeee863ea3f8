from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Passage, Span
from groundgraph.datasets.halueval import load_halueval, present_parts

if TYPE_CHECKING:
    from pathlib import Path

GENERAL = {
    "user_query": "Homophones?",
    "chatgpt_response": "hear and here, hair and hare",
    "hallucination": "yes",
    "hallucination_spans": ["hair and hare"],
}
JUDGED = {
    "domain": "Science",
    "id": 7,
    "user_query": "What is it?",
    "chatgpt_response": "It is a star.",
    "chatgpt_fact": ["It is a star.", "It is hot."],
    "human_judge": ["true", "false"],
}
QA = {"knowledge": "K.", "question": "Q?", "right_answer": "R", "hallucinated_answer": "H"}


def write(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    (folder / "halueval").mkdir(exist_ok=True)
    (folder / "halueval" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_a_marked_answer_has_its_label_and_spans_but_no_passages(tmp_path: Path) -> None:
    lost = {**GENERAL, "hallucination_spans": ["Incomplete answer"]}
    clean = {**GENERAL, "hallucination": "no", "hallucination_spans": []}
    first, second, third = load_halueval(write(tmp_path, "general", GENERAL, lost, clean))
    assert (first.label, first.spans, first.passages) == (True, (Span(15, 28),), ())
    assert (second.label, second.spans) == (True, None)
    assert (third.label, third.spans) == (False, ())


def test_an_answer_is_hallucinated_when_one_of_its_facts_is_false(tmp_path: Path) -> None:
    good, half = {**JUDGED, "human_judge": ["true", "true"]}, {**JUDGED, "human_judge": []}
    folder = write(tmp_path, "halueval2_human_annotation", JUDGED, good, half)
    examples = load_halueval(folder, "halueval2")
    assert [example.label for example in examples] == [True, False, None]
    assert examples[0].id == "halueval2/Science/7"
    assert examples[0].metadata["judgements"] == ("true", "false")


@pytest.mark.parametrize(
    ("part", "row", "question"),
    [
        ("qa", QA, "Q?"),
        (
            "dialogue",
            {
                "knowledge": "K.",
                "dialogue_history": "[Human]: Q?",
                "right_response": "R",
                "hallucinated_response": "H",
            },
            "[Human]: Q?",
        ),
        (
            "summarization",
            {"document": "K.", "right_summary": "R", "hallucinated_summary": "H"},
            "",
        ),
    ],
)
def test_a_row_with_knowledge_has_a_right_and_a_hallucinated_answer(
    tmp_path: Path, part: Any, row: dict[str, Any], question: str
) -> None:
    folder = write(tmp_path, f"{part}_data", row)
    assert present_parts(folder) == [part]
    right, wrong = load_halueval(folder, part, both=True)
    assert (right.answer, right.label, wrong.answer, wrong.label) == ("R", False, "H", True)
    assert right.passages == (Passage("K.", "1"),)
    assert right.question == question
    assert load_halueval(folder, part) in ([right], [wrong])


def test_the_coin_of_a_row_does_not_depend_on_the_rows_behind_it(tmp_path: Path) -> None:
    rows = [QA] * 40
    labels = [e.label for e in load_halueval(write(tmp_path, "qa", *rows), "qa")]
    assert set(labels) == {True, False}
    write(tmp_path, "qa", *rows[:10])
    assert [e.label for e in load_halueval(tmp_path, "qa")] == labels[:10]


def test_a_row_with_one_answer_says_whether_it_is_hallucinated(tmp_path: Path) -> None:
    row = {"knowledge": "K.", "question": "Q?", "answer": "A", "hallucination": "yes"}
    folder = write(tmp_path, "qa_samples", row)
    for both in (False, True):
        assert [(e.answer, e.label) for e in load_halueval(folder, "qa", both=both)] == [
            ("A", True)
        ]


def test_bad_rows_and_names_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"found no halueval/qa\.jsonl"):
        load_halueval(tmp_path, "qa")
    with pytest.raises(ValueError, match="no part 'news'"):
        load_halueval(tmp_path, "news")  # type: ignore[arg-type]
    write(tmp_path, "general", {**GENERAL, "hallucination": "perhaps"})
    with pytest.raises(InputError, match="must be 'yes' or 'no', found 'perhaps'"):
        load_halueval(tmp_path)


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    general = load_halueval(data_folder)
    assert Counter(example.label for example in general) == {False: 3_692, True: 815}
    assert len({example.id for example in general}) == 4_507
    judged = load_halueval(data_folder, "halueval2")
    assert Counter(example.label for example in judged) == {True: 896, False: 80, None: 24}
