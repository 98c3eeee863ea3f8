"""Sentences annotated by hand, half of them never looked at while the rules were written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from groundgraph import Example, Passage
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.answers.kinds import KINDS, kind_of
from groundgraph.text.answers.pieces import judged_texts

if TYPE_CHECKING:
    from groundgraph.text.answers.judged_text import JudgedText


class Row(NamedTuple):
    split: str
    kind: str
    text: str
    question: str
    judged: str
    cited: str


ROWS = [
    Row(*line.split("\t"))
    for line in (Path(__file__).parent / "kinds.tsv").read_text("utf-8").splitlines()[1:]
]
NEXT = "The tram to the airport is red."


def judged(row: Row) -> JudgedText:
    """Take the row apart as the beginning of an answer."""
    example = Example(f"{row.text}\n\n{NEXT}", question=row.question)
    (found,) = judged_texts([example], SentenceSegmenter().segment)
    return found


def told(row: Row) -> str:
    """Return the kind that the row is taken for: a claim where any of it is one."""
    found = judged(row)
    if len(found.spans) > 1:
        return "claim"
    return row.kind if row.kind in found.others else found.others[0]


@pytest.mark.parametrize("split", ["dev", "test"])
def test_each_kind_is_told_from_the_others(split: str) -> None:
    rows = [row for row in ROWS if row.split == split]
    for kind in KINDS:
        own = [told(row) for row in rows if row.kind == kind]
        taken = [row.kind for row in rows if told(row) == kind]
        assert own.count(kind) >= 0.9 * len(own), kind
        assert taken.count(kind) >= 0.9 * len(taken), kind


@pytest.mark.parametrize("split", ["dev", "test"])
def test_claims_are_judged_without_marks_and_framing(split: str) -> None:
    rows = [row for row in ROWS if row.split == split and row.kind == "claim"]
    exact = [" ".join((row.judged or row.text, NEXT)) == judged(row).text for row in rows]
    cited = [" ".join(judged(row).cited[0]) == row.cited for row in rows]

    assert sum(exact) >= 0.95 * len(rows)
    assert sum(cited) >= 0.95 * len(rows)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("He asked: “Is it safe?”", "claim"),
        ("“Is it safe?”", "question"),
        ("She claims he asked her: `do you think it is safe?'", "claim"),
        ("The steps to bake the bread of the monks at home are:", "opening"),
        ("Spread the seeds out in a single layer on a clean dry tray, as in passage 2:", "claim"),
        ("...", "opening"),
        ("", "opening"),
    ],
)
def test_a_sentence_has_one_kind(sentence: str, kind: str) -> None:
    assert kind_of(sentence) == kind


def test_ok_is_an_answer_where_a_state_is_asked_for() -> None:
    assert kind_of("OK.", "What is the status of attempt 3?") == "claim"
    assert kind_of("OK.", "When does attempt 3 end?") == "greeting"


@pytest.mark.parametrize(
    "framed",
    [
        "In short, {}",
        "To answer your question, {}",
        "To answer your question: {}",
        "I found that {}",
        "I can confirm that {}",
        "From what I can see, {}",
        "The answer is that {}",
        "<answer>{}</answer>",
        "<co: 0>{}</co: 0>",
        '"{}"',
        "Overall, {}",
    ],
)
def test_framing_around_all_of_an_answer_is_not_judged(framed: str) -> None:
    claim = "The pool opens at nine."
    (found,) = judged_texts([Example(framed.format(claim))], SentenceSegmenter().segment)

    assert found.text == claim


@pytest.mark.parametrize("mark", ["source: the provided document", "based on passage 2"])
def test_a_source_in_brackets_is_not_judged(mark: str) -> None:
    example = Example(f"The pool opens at nine ({mark}).")
    (found,) = judged_texts([example], SentenceSegmenter().segment)

    assert found.text == "The pool opens at nine."


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("(Source: the provided document.)", "opening"),
        ("Please note that this is based only on the documents provided.", "opening"),
        ("This answer is drawn solely from the passages above.", "opening"),
        ("As an AI assistant, I recommend double-checking important details.", "offer"),
        ("This is not medical advice.", "offer"),
        ("I am not a lawyer, so take this with care.", "offer"),
        ("Please verify this information with the museum.", "offer"),
        ("Please verify the address of the tenant before you send the key.", "claim"),
        ("The dose is based on the weight of the patient.", "claim"),
        ("As an artificial lake, it has no fish.", "claim"),
        ("As an AI assistant, I can confirm that the museum opens at nine.", "claim"),
        ("As an AI assistant, I recommend taking 5 mg a day.", "claim"),
        ("I am not a lawyer, but you have two years to sue.", "claim"),
        ("This is not medical advice, but 5 mg a day is safe.", "claim"),
        ("It was based on the article.", "claim"),
        ("It was found in the data.", "claim"),
    ],
)
def test_what_an_answer_says_of_itself_is_no_claim(sentence: str, kind: str) -> None:
    assert kind_of(sentence) == kind


@pytest.mark.parametrize(
    ("answer", "n_claims"),
    [("Confidence: high", 0), ("Source: fees.pdf", 0), ("https://orle.example", 1)],
)
def test_what_only_names_a_source_is_no_claim(answer: str, n_claims: int) -> None:
    example = Example(answer, question="When does it open?")
    (found,) = judged_texts([example], SentenceSegmenter().segment)

    assert len(found.spans) == n_claims


def test_capitals_are_read_as_the_evidence_writes_its_words() -> None:
    example = Example("MARA VOSS LED THE NASA TEAM.", [Passage("In 2019 Mara Voss was at NASA.")])
    (found,) = judged_texts([example], SentenceSegmenter().segment)

    assert found.text == "Mara Voss led the NASA team."


def test_an_answer_in_quotes_stays_so_where_words_are_asked_for() -> None:
    example = Example('"We will return."', question="What did the mayor say?")
    (found,) = judged_texts([example], SentenceSegmenter().segment)

    assert '"We will return."' in found.text
