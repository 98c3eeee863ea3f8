from __future__ import annotations

import json
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError
from groundgraph.datasets.hotpotqa import (
    LeftOut,
    derive,
    derive_with_llm,
    load_hotpotqa,
    load_hotpotqa_derived,
)
from groundgraph.datasets.multihop import MultiHopQuestion, Paragraph, SupportingFact
from groundgraph.services.chat import ChatClient

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTEXT = [
    ["Fabio Cannavaro", ["Fabio Cannavaro (born 13 September 1973) is a coach.", " He led Parma."]],
    ["Parma Calcio 1913", ["Parma Calcio 1913 is a football club in Parma, Emilia-Romagna."]],
    ["Genoa", ["Genoa is a city near Milan.", " It was founded in 1100 by Marco Rossi."]],
]
ROW = {
    "id": "q1",
    "question": "In what city did the coach of Tianjin play?",
    "answer": "Parma",
    "type": "bridge",
    "level": "hard",
    "supporting_facts": [["Fabio Cannavaro", 1], ["Parma Calcio 1913", 0]],
    "context": CONTEXT,
    "split": "dev",
}


def write(folder: Path, *rows: dict[str, Any], which: str = "full_context") -> Path:
    (folder / "hotpotqa").mkdir(exist_ok=True)
    (folder / "hotpotqa" / f"{which}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def asked(question: str, answer: str, *pages: tuple[str, str], **more: Any) -> MultiHopQuestion:
    paragraphs = tuple(Paragraph(title, (text,)) for title, text in pages)
    supporting = tuple(SupportingFact(title, 0) for title, _ in pages[:2])
    return MultiHopQuestion("q", question, answer, paragraphs, supporting, "bridge", **more)


def wrong_answer(question: MultiHopQuestion, **options: Any) -> str | None:
    """Return what is drawn for a question when the coin shows the wrong side."""
    for number in range(64):
        examples = derive([replace(question, id=f"q{number}")], **options)
        if not examples or examples[0].label:
            return examples[0].answer if examples else None
    pytest.fail("64 coins showed the gold answer")


def test_a_question_comes_with_its_paragraphs_apart(tmp_path: Path) -> None:
    (question,) = load_hotpotqa(write(tmp_path, ROW))
    assert (question.id, question.answer, question.type) == ("q1", "Parma", "bridge")
    assert [page.title for page in question.paragraphs] == [title for title, _ in CONTEXT]
    assert question.paragraphs[0].sentences[1] == "He led Parma."
    assert question.supporting[0] == ("Fabio Cannavaro", 1)
    everything, needed = question.passages(), question.passages("supporting")
    assert [p.id for p in everything] == ["Fabio Cannavaro", "Parma Calcio 1913", "Genoa"]
    assert needed == everything[:2]


def test_a_title_that_the_text_does_not_say_is_put_before_it() -> None:
    said = Paragraph("Sidecar (cocktail)", ("A sidecar is a drink.",))
    unsaid = Paragraph("Sidecar", ("It is a drink.", "It has cognac."))
    assert said.text == "A sidecar is a drink."
    assert unsaid.text == "Sidecar: It is a drink. It has cognac."


def test_passages_of_one_title_are_told_apart() -> None:
    question = asked("Who?", "Ann", ("A", "A one."), ("A", "A two."), ("A (2)", "A (2) three."))
    assert [passage.id for passage in question.passages()] == ["A", "A (2)", "A (2) (2)"]


def test_evidence_alone_is_joined_by_page(tmp_path: Path) -> None:
    row = {**ROW, "evidence": ["A | A is.", "B | B is.", "A | It was.", "No page."]}
    (question,) = load_hotpotqa(write(tmp_path, row, which="evidence_only"), "evidence_only")
    assert [p.text for p in question.passages("supporting")][:2] == ["A is. It was.", "B is."]
    assert [p.id for p in question.passages()] == ["A", "B", "3"]
    assert question.id != ROW["id"]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"context": [["Title", "text"]]}, "must hold"),
        ({"context": [["Title"]]}, "must hold"),
        ({"supporting_facts": [["Genoa", 7]]}, "no paragraph has"),
        ({"supporting_facts": [["Rome", 0]]}, "no paragraph has"),
        ({"supporting_facts": [[0, "Genoa"]]}, "must hold"),
        ({"answer": None}, "'answer' must be str"),
    ],
)
def test_a_damaged_row_is_an_error_with_its_line(
    tmp_path: Path, broken: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=f"line 2.*{message}"):
        load_hotpotqa(write(tmp_path, ROW, {**ROW, **broken}))


def test_an_unknown_file_is_a_value_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no file 'dev'"):
        load_hotpotqa(tmp_path, "dev")  # type: ignore[arg-type]


def test_an_example_is_the_gold_answer_or_a_wrong_one(tmp_path: Path) -> None:
    rows = [{**ROW, "id": f"q{number}"} for number in range(40)]
    examples = load_hotpotqa_derived(write(tmp_path, *rows))
    assert [example.id for example in examples] == [row["id"] for row in rows]
    assert {example.label for example in examples} == {True, False}
    for example in examples:
        assert (example.answer == "Parma") == (example.label is False)
        assert example.metadata["gold"] == "Parma"
        assert example.metadata["answer_kind"] == "place"
        assert len(example.passages) == 3


def test_what_becomes_of_a_question_depends_on_its_id_and_the_seed_alone(tmp_path: Path) -> None:
    rows = [{**ROW, "id": f"q{number}"} for number in range(40)]
    questions = load_hotpotqa(write(tmp_path, *rows))
    examples = derive(questions)
    assert derive(questions[::-1]) == examples[::-1]
    assert derive(questions[7:8]) == examples[7:8]
    assert derive(questions, seed=1) != examples


FILLER = ("", "There are no facts.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (asked("Is A a B?", "yes", FILLER, FILLER), "no"),
        (asked("When?", "May 3, 1990", ("", "A came on 8 June 1951."), FILLER), "June 8, 1951"),
        (asked("When?", "born in 1990", ("", "A fell on 8 June 1951."), FILLER), "born in 1951"),
        (
            asked("How many seats?", "about 3,677 seats", ("", "It has 4021 seats."), FILLER),
            "about 4,021 seats",
        ),
        (
            asked("Which season?", "the third", ("", "The fifth ended in 1990."), FILLER),
            "the fifth",
        ),
        (
            asked("Who wrote it?", "Ann Lee", ("", "It was written by Bob Ray."), FILLER),
            "Bob Ray",
        ),
        (
            asked("What nationality?", "French", ("", "The German coach left."), FILLER),
            "German",
        ),
        (
            asked("What was his job?", "singer", ("", "Her father was a painter."), FILLER),
            "painter",
        ),
        (
            asked(
                "Who was born first, Ann Lee or Bob Ray?",
                "Ann Maria Lee",
                ("Ann Lee", "Ann Maria Lee was born."),
                ("Bob Ray", "Bob Ray was born with Tom Fox."),
            ),
            "Bob Ray",
        ),
    ],
    ids=lambda value: value.answer if isinstance(value, MultiHopQuestion) else value,
)
def test_a_distractor_is_of_the_kind_of_the_answer(
    question: MultiHopQuestion, expected: str
) -> None:
    assert wrong_answer(question) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It was written by Ann Maria Lee.",  # another form of the answer
        "It was written by Carl Fox.",  # in the question
        "Ann Lee and Bob Ray met.",  # beside the answer: may be right as well
        "Ann Lee, born Bob Ray, is an author.",  # another name of the answer
    ],
)
def test_what_may_be_right_or_is_given_away_is_no_distractor(text: str) -> None:
    out: list[LeftOut] = []
    question = asked("Who, if not Carl Fox, wrote it?", "Ann Lee", ("", text), FILLER)
    found = derive([question], report=out.append)
    assert [example.metadata["distractor_kind"] for example in found] == []
    assert [each.question for each in out] == [question]
    assert "no distractor for a person" in out[0].reason


def test_supporting_paragraphs_come_first_and_can_be_all_there_is() -> None:
    near, far = ("", "It was written by Bob Ray."), ("B", "It was sung by Tom Fox.")
    question = asked("Who wrote it?", "Ann Lee", near, FILLER, far)
    assert wrong_answer(question) == "Bob Ray"
    alone = asked("Who wrote it?", "Ann Lee", FILLER, FILLER, far)
    assert wrong_answer(alone) == "Tom Fox"
    assert wrong_answer(alone, scope="supporting") is None


@contextmanager
def model(*answers: str) -> Iterator[ChatClient]:
    """Run a server that writes these answers, one per request."""
    left = list(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            message = {"content": json.dumps({"answer": left.pop(0)})}
            body = json.dumps({"choices": [{"message": message}]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        yield ChatClient(url, "m", retries=0, concurrency=1)
        server.shutdown()


def test_a_model_writes_the_wrong_answers_and_bad_ones_are_left_out() -> None:
    pages = (("A", "It was written by Bob Ray."), FILLER)
    questions = [
        replace(asked(f"Who wrote it, {number}?", "Ann Lee", *pages), id=f"q{number}")
        for number in range(12)
    ]
    out: list[LeftOut] = []
    bad = ["", "ann lee", "Ann Lee, " * 20]
    with model(*["Tom Fox"] * 9, *bad) as client:
        examples = derive_with_llm(questions, client, report=out.append)
    assert [example.id for example in examples] == [question.id for question in questions[:9]]
    typed = {example.id: example.label for example in derive(questions)}
    assert all(example.label == typed[example.id] for example in examples)
    assert {example.answer for example in examples if example.label} == {"Tom Fox"}
    assert [each.reason.split(":")[0] for each in out] == [
        "the model wrote an empty answer",
        "the model wrote the gold answer or a part of it",
        "the model wrote the gold answer or a part of it",
    ]


def test_a_model_that_cannot_be_reached_leaves_questions_out_with_the_reason() -> None:
    out: list[LeftOut] = []
    client = ChatClient("http://127.0.0.1:9/v1", "m", retries=0)
    question = asked("Who wrote it?", "Ann Lee", FILLER, ("B", "B is."))
    assert derive_with_llm([question], client, report=out.append) == []
    assert "cannot be reached" in out[0].reason


@pytest.mark.data
def test_the_official_counts_hold(data_folder: Path) -> None:
    questions = load_hotpotqa(data_folder)
    assert Counter(question.type for question in questions) == {"bridge": 658, "comparison": 142}
    assert len({question.id for question in questions}) == 800
    assert len({q.id for q in load_hotpotqa(data_folder, "evidence_only")}) == 1_500


@pytest.mark.data
def test_most_questions_become_examples_with_even_sides(data_folder: Path) -> None:
    examples = load_hotpotqa_derived(data_folder)
    assert len(examples) >= 700
    assert 0.45 <= sum(bool(example.label) for example in examples) / len(examples) <= 0.55
    wrong = [example for example in examples if example.label]
    typed = [
        e for e in wrong if e.metadata["distractor_kind"] in (e.metadata["answer_kind"], "compared")
    ]
    assert len(typed) / len(wrong) >= 0.9
    assert all(e.answer.casefold() != e.metadata["gold"].casefold() for e in wrong)
    counted = {"date", "number", "yes_no", "list"}
    for example in (e for e in wrong if e.metadata["distractor_kind"] not in counted):
        evidence = " ".join([*(p.text + p.id for p in example.passages), str(example.question)])
        assert example.answer.casefold() in evidence.casefold()
