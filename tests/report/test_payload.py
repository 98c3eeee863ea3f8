from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.report import payload
from groundgraph.types import Example


def as_javascript_slices(text: str, start: int, end: int) -> str:
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


@given(st.text(), st.data())
def test_utf16_offsets_cut_the_same_words_as_code_points_do(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    units = payload.utf16(text)
    assert as_javascript_slices(text, units(start), units(end)) == text[start:end]


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_encoded_json_cannot_leave_its_script_element_nor_break_its_line(value: object) -> None:
    encoded = payload.encode(value)
    assert "<" not in encoded
    assert not {"\n", "\r", "\t", "\0"} & set(encoded)
    encoded.encode("utf-8")
    json.loads(encoded)


def test_encoded_text_comes_back_but_for_what_no_page_can_show() -> None:
    text = "a</script>\u2028\0\t é 🗼 \ud800 \u202e"
    assert json.loads(payload.encode(text)) == "a</script>\u2028\0\t é 🗼 \ufffd \ufffd"


def test_a_number_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        payload.encode({"score": float("nan")})


def test_the_claims_and_evidence_of_a_detail_cut_the_right_words(
    example: Example, row: dict[str, Any]
) -> None:
    detail = payload.detail(example, row)
    claims = [as_javascript_slices(example.answer, c["start"], c["end"]) for c in detail["claims"]]
    assert claims == [finding["claim"] for finding in row["findings"]]
    evidence = detail["claims"][0]["evidence"][0]
    passage = payload.details(example, [row])["passages"][evidence["passage"]][1]
    assert as_javascript_slices(passage, evidence["start"], evidence["end"]) == "finished in 1889"


def test_evidence_of_an_unknown_passage_keeps_its_text_and_loses_its_place(
    example: Example, row: dict[str, Any]
) -> None:
    row["findings"][0]["evidence"][0]["passage_id"] = "elsewhere"
    evidence = payload.detail(example, row)["claims"][0]["evidence"][0]
    assert (evidence["passage"], evidence["start"]) == (None, None)
    assert evidence["text"] == "finished in 1889"


def test_a_summary_counts_flagged_claims_and_names_the_line(
    example: Example, row: dict[str, Any]
) -> None:
    summary = payload.summary(example, row, position=1)
    assert (summary["line"], summary["claims"], summary["flagged"]) == (7, 4, 2)
    assert summary["generator"] == "model-a"


def test_a_row_without_a_line_is_named_by_its_position(
    example: Example, row: dict[str, Any]
) -> None:
    del row["line"]
    assert payload.summary(example, row, position=3)["line"] == 3


def test_an_error_row_carries_its_message_and_no_score(error_row: dict[str, Any]) -> None:
    summary = payload.summary(None, error_row, position=1)
    assert (summary["label"], summary["score"]) == ("error", None)
    assert summary["message"] == error_row["error"]["message"]
    assert payload.detail(None, error_row)["error"] == error_row["error"]


def test_conflicts_reach_the_page(example: Example, row: dict[str, Any]) -> None:
    sides = [{"passage_id": "history", "start": 0, "end": 1, "text": "1889", "value": "1889"}]
    conflict = {"kind": "date", "explanation": "…", "claims": [0], "named": True, "sides": sides}
    told = {**row, "conflicts": [conflict]}
    assert payload.summary(example, told, position=1)["conflicts"] == 1
    assert payload.summary(example, row, position=1)["conflicts"] == 0
    assert payload.detail(example, row)["conflicts"] == []
    assert payload.detail(example, told)["conflicts"] == [
        {
            "explanation": "…",
            "claims": [0],
            "named": True,
            "sides": [{"id": "history", "text": "1889", "value": "1889", "date": ""}],
        }
    ]


def test_a_suggestion_stands_beside_the_sentence_that_it_corrects() -> None:
    example = Example("It opens at 9. It costs 12 euros.")
    row = {"suggestions": [{"start": 15, "end": 33, "text": "It costs 9 euros.", "edits": [0]}]}
    assert payload.detail(example, row)["suggestions"] == [
        {"old": "It costs 12 euros.", "text": "It costs 9 euros."}
    ]
    assert payload.detail(None, row)["suggestions"] == [{"old": "", "text": "It costs 9 euros."}]
    assert payload.detail(example, {})["suggestions"] == []
