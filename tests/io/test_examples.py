from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Example, InputError, Passage, Span, Triple
from groundgraph.io import example_from

FIELDS = [
    "id", "answer", "passages", "question", "generator", "triples", "label", "spans",
    "response", "user_input", "retrieved_contexts", "contexts", "actual_output", "input",
    "context", "retrieval_context", "prompt", "labels", "source_id", "source_info", "model",
]  # fmt: skip

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=()), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "id", "start", "end"]) | st.text(), inner)
    ),
    max_leaves=5,
)


def error_of(row: object) -> InputError:
    with pytest.raises(InputError) as caught:
        example_from(row)
    return caught.value


def test_own_rows_are_read_whole() -> None:
    row = {
        "id": 7,
        "question": "Where?",
        "passages": ["one", {"id": "b", "text": "two"}, {"id": 9, "text": "three"}],
        "answer": "Here.",
        "generator": "m",
        "triples": [["a", "is", "b"]],
        "label": True,
        "spans": [[0, 4]],
        "topic": "places",
    }
    example = example_from(row)
    assert example == Example(
        "Here.",
        (Passage("one", "1"), Passage("two", "b"), Passage("three", "9")),
        question="Where?",
        id="7",
        generator="m",
        triples=(Triple("a", "is", "b"),),
        label=True,
        spans=(Span(0, 4),),
    )
    assert example.metadata == {"topic": "places"}


@pytest.mark.parametrize(
    "row",
    [
        {"question": "Q?", "passages": ["P."], "answer": "A."},
        {"user_input": "Q?", "retrieved_contexts": ["P."], "response": "A."},
        {"question": "Q?", "contexts": ["P."], "answer": "A."},
        {"input": "Q?", "retrieval_context": ["P."], "actual_output": "A."},
        {"input": "Q?", "context": ["P."], "actual_output": "A."},
        {"question": "Q?", "context": ["P."], "answer": "A."},
        {"question": "Q?", "prompt": "P.", "answer": "A.", "labels": []},
        {
            "response": "A.",
            "source_id": 3,
            "source_info": {"question": "Q?", "passages": "passage 1:P.\n\n"},
        },
    ],
    ids="+".join,
)
def test_every_dialect_says_the_same(row: dict[str, Any]) -> None:
    example = example_from(row, number=12)
    assert (example.question, example.answer) == ("Q?", "A.")
    assert example.passages == (Passage("P.", "1"),)
    assert example.id == "row-12"


def test_marks_of_lettucedetect_and_ragtruth_become_label_and_spans() -> None:
    marks = [{"start": 1, "end": 3, "label": "Evident Conflict"}]
    for row in (
        {"prompt": "p", "answer": "abcd", "labels": marks, "task_type": "QA", "split": "test"},
        {
            "response": "abcd",
            "source_info": "p",
            "labels": marks,
            "task_type": "QA",
            "split": "test",
        },
    ):
        example = example_from(row)
        assert example.label is True
        assert example.spans == (Span(1, 3),)
        assert example.metadata == {"labels": marks, "task": "QA", "split": "test"}


def test_no_marks_mean_a_grounded_answer_and_no_field_means_unknown() -> None:
    assert example_from({"prompt": "p", "answer": "a", "labels": []}).label is False
    assert example_from({"prompt": "p", "answer": "a"}).label is None


def test_ragtruth_passages_are_split_and_records_stay_whole() -> None:
    passages = "passage 1:First, see passage 2: there.\n\npassage 2:Second.\n\npassage 3:Third.\n\n"
    qa = example_from({"response": "a", "source_info": {"question": "q", "passages": passages}})
    assert [passage.text for passage in qa.passages] == [
        "First, see passage 2: there.",
        "Second.",
        "Third.",
    ]
    record = example_from({"response": "a", "source_info": {"name": "Café"}})
    assert record.passages == (Passage('{"name": "Café"}', "1"),)


@pytest.mark.parametrize(
    ("given", "label"),
    [(1, True), (0, False), ("Hallucinated", True), ("false", False), (2, None), ("yes", None)],
)
def test_a_label_may_be_one_or_nought_and_what_is_none_is_kept(given: Any, label: Any) -> None:
    example = example_from({"answer": "a", "label": given})
    assert example.label is label
    assert example.metadata == ({"label": given} if label is None else {})


def test_what_tables_hold_is_read_in_rows_too() -> None:
    row = {"answer": None, "passages": "['One.', 'Two.']", "generator": 3}
    found = example_from(row)
    assert ([p.text for p in found.passages], found.answer) == (["One.", "Two."], "")
    assert found.generator == "3"
    assert [p.text for p in example_from({"answer": "a", "passages": "One."}).passages] == ["One."]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"data": [{"answer": "a"}]}, "its 'data' is a list of objects"),
        ({"id": "1", "hallucination_score": 0.5, "findings": []}, "it is a verdict"),
        ({"0": {}, "1": {}}, "to_json(orient='records', lines=True)"),
        (
            {"LLM answer": "a", "retrieved docs": ["d"], "label": 1},
            "'passages' for 'retrieved docs'?",
        ),
    ],
)
def test_what_is_plainly_no_row_is_told_so(row: dict[str, Any], told: str) -> None:
    assert told in str(error_of(row))


def test_a_whole_number_that_a_table_made_a_fraction_is_an_id() -> None:
    assert example_from({"answer": "a", "id": 7.0}).id == "7"


def test_missing_and_empty_passages_are_left_to_the_detector() -> None:
    for row in ({"answer": "a"}, {"answer": "a", "passages": []}, {"answer": "", "passages": None}):
        assert example_from(row).passages == ()


def test_own_rows_may_carry_their_prompt() -> None:
    example = example_from({"answer": "a", "passages": ["p"], "prompt": "Answer from: p"})
    assert example.passages == (Passage("p", "1"),)
    assert example.metadata == {"prompt": "Answer from: p"}


@pytest.mark.parametrize(
    ("row", "field", "found", "expected"),
    [
        ({"answer": 5, "passages": []}, "answer", "the number 5", "a string"),
        ({"answer": "a", "passages": 5}, "passages", "the number 5", "a list of strings"),
        ({"answer": "a", "passages": ["p", 5]}, "passages[1]", "the number 5", "a list"),
        ({"answer": "a", "passages": [{"id": "1"}]}, "passages[0].text", "nothing", "a list"),
        ({"answer": "a", "id": True}, "id", "true", "a string or a whole number"),
        ({"answer": "a", "triples": [["s", "p"]]}, "triples[0]", "a list of 2", "[subject"),
        ({"answer": "a", "spans": [[0]]}, "spans[0]", "a list of 1", "[start, end]"),
        ({"answer": "a", "spans": [[0, 5]]}, "spans", "the span [0, 5]", "<= 1"),
        ({"response": "r", "user_input": ["m"]}, "user_input[0]", "the string 'm'", "turns"),
        ({"response": "r", "source_id": 1}, "source_info", "nothing", "a string or an object"),
        ({"answer": "a", "passages": [{"id": "1", "text": "x"}, {"id": "1", "text": "y"}]},
         "passages", "passages 1 and 2 have the same id, '1'", "give each its own"),
    ],
)  # fmt: skip
def test_an_error_names_field_finding_and_expectation(
    row: dict[str, Any], field: str, found: str, expected: str
) -> None:
    error = error_of(row)
    assert error.field == field
    assert found in str(error)
    assert expected in str(error)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"text": "a", "docs": []}, "'answer' and 'passages' too, as in groundgraph rows"),
        ({"q": "a", "docs": ["b"], "output": "c"}, "'answer' for 'output' and 'passages' for"),
        ({"passages": ["b"], "question": "a"}, "expected 'answer' too, as in groundgraph rows"),
        ({"query": "a", "passages": ["b"], "response": "c"}, "did you mean 'answer' for 'resp"),
        ({"anser": "a", "passages": ["b"]}, "did you mean 'answer' for 'anser'"),
        ({"retrieved_contexts": ["a"]}, "expected 'response' too, as in ragas rows"),
        (
            {"prompt": "a", "docs": ["b"], "completion": "c"},
            "did you mean 'answer' for 'completion'",
        ),
        ({"foo": 1}, "expected 'answer' and 'passages' too, as in groundgraph rows"),
        ({}, "found an empty object, expected one with 'answer' and 'passages'"),
    ],
)
def test_fields_of_no_dialect_are_told_the_nearest_one(row: dict[str, Any], message: str) -> None:
    found = str(error_of(row))
    assert message in found
    assert all(repr(name) in found for name in row)


def test_fields_with_capitals_are_read_where_nothing_else_fits() -> None:
    found = example_from({"Question": "q", "Context": "c", "Answer": "a"})
    assert (found.question, found.passages[0].text, found.answer) == ("q", "c", "a")


def test_a_passage_may_call_its_text_content() -> None:
    found = example_from({"passages": [{"title": "t", "content": "c", "id": 7}], "answer": "a"})
    assert found.passages == (Passage("c", "7"),)


def test_query_contexts_and_response_are_read() -> None:
    found = example_from({"query": "q", "contexts": ["c"], "response": "a"})
    assert (found.question, found.passages[0].text, found.answer) == ("q", "c", "a")


@pytest.mark.parametrize("context", [{"passages": ["c"]}, {"contexts": ["c"]}, {"context": "c"}])
def test_a_question_may_be_called_query_beside_an_answer(context: dict[str, Any]) -> None:
    assert example_from({"query": "q", "answer": "a", **context}).question == "q"
    assert example_from({"query": "q", "question": "p", "answer": "a", **context}).question == "p"


def test_fields_of_two_dialects_are_refused() -> None:
    message = str(error_of({"answer": "a", "passages": ["p"], "contexts": ["c"]}))
    assert "groundgraph and ragas before 0.2" in message


def test_surrogates_and_nul_are_text() -> None:
    example = example_from({"answer": "a\ud800\x00", "passages": ["\udfff"], "k\ud800": 1})
    assert example.answer == "a\ud800\x00"


@given(st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=4), json_values) | json_values)
def test_any_json_value_is_an_example_or_an_input_error(row: object) -> None:
    try:
        example = example_from(row)
    except InputError:
        return
    assert isinstance(example.answer, str)
    assert all(isinstance(passage.text, str) for passage in example.passages)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("pasages", "passages"), ("documents", "passages"), ("tripels", "triples")],
)
def test_evidence_under_a_name_that_is_not_read_is_an_error(name: str, meant: str) -> None:
    for value in ([["a", "is", "b"]], "Ada left Rome in May."):
        row = {"answer": "A.", name: value}
        error = error_of(row)
        assert error.field == name
        assert f"did you mean '{meant}'?" in str(error)
        assert example_from({**row, "passages": ["P."]}).metadata[name] == value
    assert example_from({**row, name: []}).metadata[name] == []


@pytest.mark.parametrize(
    "told", [{"sources": "wiki"}, {"docs": ""}, {"note": "This is a long note."}]
)
def test_what_is_plainly_no_evidence_is_kept(told: dict[str, str]) -> None:
    assert example_from({"answer": "A.", **told}).metadata == told
