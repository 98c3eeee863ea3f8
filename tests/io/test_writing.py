from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import Claim, Edge, Evidence, Example, Finding, InputError, Passage, Span, Verdict
from groundgraph.io import Row, VerdictFile, digest_of, dumps, error_row, verdict_row
from groundgraph.types import Mark, Triple, TripleView

if TYPE_CHECKING:
    from pathlib import Path

SPEC = {"kind": "detector", "name": "overlap", "parameters": {}}
EXAMPLE = Example("Paris\ud800 is big.", (Passage("Paris is big."),), id="e1")


def verdict(**more: Any) -> Verdict:
    claim = Claim("Paris\ud800 is big.", Span(0, 14))
    whole = Evidence("1", None, 1 / 3, "Paris is big.")
    part = Evidence("1", Span(0, 5), -1e-9, "Paris")
    finding = Finding(claim, "supported", 0.123456789, (whole, part), "It is there.")
    fields: dict[str, Any] = {
        "findings": (finding,),
        "features": {"novelty": 2 / 3},
        "edges": (Edge("p:1", "c:1", 0.5),),
    }
    return Verdict("grounded", 0.1, **{**fields, **more})


def test_a_verdict_row_has_the_agreed_shape() -> None:
    assert verdict_row(EXAMPLE, verdict(), 4, SPEC) == {
        "id": "e1",
        "line": 4,
        "label": "grounded",
        "hallucination_score": 0.1,
        "threshold": None,
        "calibrated": False,
        "reason": "",
        "findings": [
            {
                "claim": "Paris\ud800 is big.",
                "start": 0,
                "end": 14,
                "outcome": "supported",
                "score": 0.123457,
                "evidence": [
                    {
                        "passage_id": "1",
                        "start": None,
                        "end": None,
                        "score": 0.333333,
                        "text": "Paris is big.",
                    },
                    {"passage_id": "1", "start": 0, "end": 5, "score": 0.0, "text": "Paris"},
                ],
                "explanation": "It is there.",
            }
        ],
        "spans": [],
        "features": {"novelty": 0.666667},
        "edges": [["p:1", "c:1", 0.5]],
        "detector": SPEC,
        "digest": digest_of(EXAMPLE),
    }


def test_marked_words_are_the_spans() -> None:
    marks = (Mark(Span(0, 5), "contradicted", 2 / 3),)

    row = verdict_row(EXAMPLE, verdict(marks=marks), 1, SPEC)

    assert row["spans"] == [
        {"start": 0, "end": 5, "kind": "contradicted", "score": 0.666667, "text": "Paris"}
    ]


def test_a_finding_has_its_citations_only_where_its_claim_cites_something() -> None:
    claim = Claim("Paris\ud800 is big.", Span(0, 14))
    findings = (
        Finding(claim, "supported", 0.1, cited=("2", "b"), citation="elsewhere"),
        Finding(claim, "supported", 0.1),
    )

    first, second = verdict_row(EXAMPLE, verdict(findings=findings), 1, SPEC)["findings"]

    assert (first["cited"], first["citation"]) == (["2", "b"], "elsewhere")
    assert not {"cited", "citation"} & second.keys()


def test_without_marks_the_flagged_claims_are_the_spans() -> None:
    claim = Claim("Paris\ud800 is big.", Span(0, 14))
    findings = (Finding(claim, "unsupported", 0.5), Finding(claim, "unverifiable"))

    row = verdict_row(EXAMPLE, verdict(findings=findings), 1, SPEC)

    assert [(span["start"], span["end"], span["kind"]) for span in row["spans"]] == [
        (0, 14, "unsupported")
    ]


def test_a_triple_has_a_weight_only_where_attention_was_looked_at() -> None:
    views = (
        TripleView("evidence", Triple("s", "p", "o"), "path", weight=1 / 3),
        TripleView("answer", Triple("s", "p", "o"), "same", Span(0, 5), partner=0),
    )
    heated, compared = verdict_row(EXAMPLE, verdict(triples=views), 1, SPEC)["triples"]
    assert heated == {
        **compared,
        "side": "evidence",
        "state": "path",
        "start": None,
        "end": None,
    } | {
        "partner": None,
        "weight": 0.333333,
    }
    assert "weight" not in compared


def test_rows_are_ascii_and_keep_lone_surrogates() -> None:
    record = verdict_row(EXAMPLE, verdict(features={"tiny": -1e-9}), 1, SPEC)
    line = dumps(record)
    assert line.isascii()
    assert json.loads(line) == record
    assert '"tiny":0.0' in line


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_named(value: float) -> None:
    with pytest.raises(ValueError, match="novelty"):
        verdict_row(EXAMPLE, verdict(features={"novelty": value}), 1, SPEC)


def test_an_error_row_says_type_message_and_field() -> None:
    error = InputError("found 5", line=3, field="answer")
    assert error_row(Row(3, "00ff", error=error), error) == {
        "id": None,
        "line": 3,
        "error": {"type": "InputError", "message": "found 5", "field": "answer"},
        "digest": "00ff",
    }


RECORDS = [{"id": str(n), "line": n, "digest": "d"} for n in range(1, 4)]


def written(path: Path) -> list[dict[str, Any]]:
    with VerdictFile(path) as file:
        return list(file.done())


def test_what_one_run_appended_the_next_one_finds(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with VerdictFile(path) as file:
        assert list(file.done()) == []
        for record in RECORDS[:2]:
            file.append(record)
    with VerdictFile(path) as file:
        assert list(file.done()) == RECORDS[:2]
        file.append(RECORDS[2])
    assert written(path) == RECORDS


def test_each_row_is_on_disk_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with VerdictFile(path) as file:
        for number, record in enumerate(RECORDS, 1):
            file.append(record)
            assert path.read_bytes().count(b"\n") == number


@pytest.mark.parametrize("cut", range(1, len(dumps(RECORDS[2])) + 1))
def test_a_row_that_was_cut_off_anywhere_is_written_anew(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("".join(dumps(r) + "\n" for r in RECORDS[:2]) + dumps(RECORDS[2])[:cut])
    with VerdictFile(path) as file:
        assert list(file.done()) == RECORDS[:2]
        file.append(RECORDS[2])
    assert written(path) == RECORDS


@pytest.mark.parametrize("content", ["notes without an end", "a line\n", "[]\n", '{"id": 1}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(InputError, match="not a verdict"):
        written(path)
    assert path.read_text() == content


def test_a_file_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        VerdictFile(tmp_path / "absent" / "out.jsonl")


def test_a_long_piece_of_evidence_is_quoted_by_its_beginning() -> None:
    evidence = Evidence("1", Span(0, 5_000), 0.5, "é" * 5_000)
    finding = Finding(Claim("x", Span(0, 1)), "supported", 0.5, (evidence,))
    found = verdict_row(EXAMPLE, verdict(findings=(finding,)), 1, SPEC)["findings"][0]

    assert found["evidence"][0]["text"] == "é" * 1_000 + "…"
    assert (found["evidence"][0]["start"], found["evidence"][0]["end"]) == (0, 5_000)
