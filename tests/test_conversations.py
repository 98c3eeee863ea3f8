"""A question may be the turns of a conversation, from every way in to the record and the report."""

from __future__ import annotations

import csv
import io
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

import groundgraph
from groundgraph import Example, InputError, Span, Turn, Verdict, check, check_many
from groundgraph.datasets.writing import example_row
from groundgraph.io import read_rows
from groundgraph.io.examples import example_from
from groundgraph.io.reading import digest_of
from groundgraph.methods.gga.prompts import probe_input
from groundgraph.report import payload
from groundgraph.report.terminal import render
from groundgraph.specs import load
from groundgraph.types.conversations import as_script, question_of

if TYPE_CHECKING:
    from pathlib import Path

TURNS = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "How long is the battery covered?"},
    {"role": "assistant", "content": "24 months."},
    {"role": "user", "content": "And the motor?"},
]
KEPT = tuple(Turn(turn["role"], turn["content"]) for turn in TURNS)  # type: ignore[arg-type]
PASSAGES = ["The battery is covered for 24 months. The motor is covered for 60 months."]
ROW: dict[str, Any] = {"question": TURNS, "passages": PASSAGES, "answer": "60 months"}


def test_messages_of_langchain_are_turns() -> None:
    kinds = {"system": "system", "user": "human", "assistant": "ai"}
    messages = [SimpleNamespace(type=kinds[t["role"]], content=t["content"]) for t in TURNS]
    assert Example("a", question=messages).question == KEPT  # type: ignore[arg-type]


def test_turns_are_kept_as_they_are_given() -> None:
    assert Example("a", question=TURNS).question == KEPT
    assert Example("a", question=KEPT) == Example("a", question=TURNS)
    assert hash(Example("a", question=TURNS)) == hash(Example("a", question=KEPT))
    assert as_script(KEPT).splitlines()[-1] == "user: And the motor?"


CHAT: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "How long is the battery covered?"}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
    {"role": "tool", "tool_call_id": "1", "content": "24"},
    {"role": "assistant", "content": "24 months."},
    {"role": "user", "content": [{"type": "text", "text": "And the motor?"}]},
]
"""The same, as chat interfaces write it."""


def test_parts_of_text_are_read_and_turns_of_tools_left_out() -> None:
    assert Example("a", question=CHAT).question == KEPT
    assert example_from({**ROW, "question": CHAT}).question == KEPT


def test_parts_that_are_no_text_are_refused() -> None:
    parts = [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {}}]
    with pytest.raises(TypeError, match="text or parts of type text, found list"):
        Example("a", question=[{"role": "user", "content": parts}])
    with pytest.raises(InputError, match=r"question\[0\].content"):
        example_from({**ROW, "question": [{"role": "user", "content": parts}]})


@pytest.mark.parametrize(
    ("question", "kind", "message"),
    [
        (7, TypeError, "a text or a list of turns, found int"),
        ([], ValueError, "no turn of the user"),
        ([{"role": "system", "content": "x"}], ValueError, "no turn of the user"),
        ([{"role": "bot", "content": "x"}], ValueError, "turn 1 of question has the role 'bot'"),
        ([{"role": "user"}], ValueError, "turn 1 of question has no 'content'"),
        ([{"role": "user", "content": 3}], TypeError, "turn 1 of question must be a text"),
        (["Who?"], TypeError, "turn 1 of question must be an object"),
        ([*TURNS, TURNS[2]], ValueError, "belongs in answer"),
    ],
)
def test_other_questions_are_refused(question: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        question_of(question)
    with pytest.raises(kind, match=message):
        Example("a", question=question)


def test_rows_of_every_form_hold_turns(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    with (tmp_path / "rows.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(ROW)
        writer.writerow([v if isinstance(v, str) else json.dumps(v) for v in ROW.values()])
    for name in ("rows.jsonl", "rows.csv"):
        [row] = read_rows(tmp_path / name)
        assert row.example is not None
        assert row.example.question == KEPT
    ragas = {"user_input": TURNS, "retrieved_contexts": PASSAGES, "response": "60 months"}
    assert example_from(ragas).question == KEPT


@pytest.mark.parametrize(
    ("question", "field", "message"),
    [
        ([{"role": "bot", "content": "x"}], "question[0].role", "found the string 'bot'"),
        ([*TURNS[:3], {"role": "user", "content": 5}], "question[3].content", "the number 5"),
        ([{"content": "x"}], "question[0].role", "found nothing"),
        ([*TURNS, TURNS[2]], "question", "belongs in answer"),
        ([], "question", "no turn of the user"),
        (5, "question", "expected a string or a list of turns"),
    ],
)
def test_a_row_says_which_turn_is_wrong(question: Any, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        example_from({**ROW, "question": question})
    assert error.value.field == field


def test_a_conversation_comes_back_from_its_row() -> None:
    example = Example("60 months", PASSAGES, question=TURNS, id="x")

    row = example_row(example)

    assert row["question"] == TURNS
    assert example_from(json.loads(json.dumps(row))) == example
    other = Example("60 months", PASSAGES, question=TURNS[1:], id="x")
    assert digest_of(example) != digest_of(other)


def test_an_earlier_turn_decides_what_is_checked() -> None:
    right, wrong = (
        check(answer=answer, passages=PASSAGES, question=TURNS)
        for answer in ("60 months", "24 months")
    )

    assert right.label == "grounded"
    [finding] = right.findings
    assert finding.read_as == "The motor is covered for 60 months."
    assert (finding.claim.text, finding.claim.span) == ("60 months", Span(0, 9))
    assert wrong.hallucination_score is not None
    assert right.hallucination_score is not None
    assert wrong.hallucination_score > right.hallucination_score
    assert [v.label for v in check_many([ROW])] == ["grounded"]


@pytest.mark.parametrize("name", ["fused", "lexical", "kea", "logic", "egc"])
def test_every_detector_says_what_it_read(name: str) -> None:
    example = Example("No.", ["The museum is not free."], question="Is the museum free?")

    [verdict] = load(name).detect([example])

    read = {finding.read_as for finding in verdict.findings}
    assert read
    assert all(
        text.endswith(("The museum is not free.", "Is the museum free? No.")) for text in read
    )
    assert {finding.claim.span.of(example.answer) for finding in verdict.findings} <= {"No.", "No"}
    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))).findings == tuple(
        groundgraph.Verdict.from_dict(verdict.to_dict()).findings
    )
    assert verdict.to_dict()["findings"][0]["read_as"] in read


def test_a_claim_in_its_own_words_is_not_read_as_another() -> None:
    verdict = check(
        answer="The museum is not free.",
        passages=["The museum is not free."],
        question="Is the museum free?",
    )

    assert verdict.findings[0].read_as == ""
    assert "read_as" not in verdict.to_dict()["findings"][0]


def test_the_words_of_the_question_are_not_marked() -> None:
    verdict = check(
        answer="The answer is: **12**",
        passages=["The 12 March 2019 conference in Porto had 42 speakers."],
        question="How many speakers were there?",
    )

    assert verdict.label == "hallucinated"
    assert [mark.span.of("The answer is: **12**") for mark in verdict.spans] == ["12"]
    [finding] = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.claim.text == "**12**"
    assert "42 speakers" in finding.explanation


def test_a_prompt_is_made_of_all_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    from groundgraph.methods.gga.facts import PromptSettings
    from groundgraph.types import Triple

    made = probe_input(
        Example("60 months", question=TURNS),
        [Triple("motor", "covered for", "60 months")],
        PromptSettings(),
    )

    assert "assistant: 24 months.\nuser: And the motor?" in made.prompt


def test_reports_show_the_conversation_and_what_was_read() -> None:
    example = Example("60 months", PASSAGES, question=TURNS, id="x")
    [verdict] = load("fused").detect([example])
    row = {"id": "x", "line": 1, **verdict.to_dict()}
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(render(example, row))

    shown = out.getvalue()
    assert "user: And the motor?" in shown
    assert "assistant: 24 months." in shown
    assert "read as" in shown
    assert "The motor is covered for 60 months." in shown
    assert payload.summary(example, row, 1)["question"] == "How long is the motor covered?"
    details = payload.details(example, [row])
    assert details["turns"] == [[turn["role"], turn["content"]] for turn in TURNS]
    assert details["verdicts"][0]["claims"][0]["readAs"] == "The motor is covered for 60 months."
    assert "read as" in verdict._repr_html_()
