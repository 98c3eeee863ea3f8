from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.text.answers.citations import citations, named, passages_named

PASSAGES = (Passage("One.", "1"), Passage("Two.", "report-7"), Passage("Three.", "3"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("It is long [1].", ["1"]),
        ("It is long.[1][4]", ["1", "4"]),
        ("It is long [2, 3].", ["2", "3"]),
        ("It is long [1–3].", ["1", "2", "3"]),
        ("It is long (Source 2).", ["2"]),
        ("It is long (see documents 2 and 4).", ["2", "4"]),
        ("It is long (Passage 2, step 3).", ["2"]),
        ("It is long【4†source】.", ["4"]),
        ("It is long【4:0†source】【4:1†report-7】.", ["report-7"]),
        ("It is long. [[3]](https://orle.example/rivers/2)", ["3"]),
        ("It is long ([1](https://orle.example/2)).", ["1"]),
        ("It is long ([Rivers of Orle](https://orle.example/doc2)).", []),
        ("It is long.^1", ["1"]),
        ("It is long.²", ["2"]),
        ("It is long[^3].", ["3"]),
        ("It is long [citation:3].", ["3"]),
        ("It is long [cite: 1, 3].", ["1", "3"]),
        ("It is long [web:1].", ["1"]),
        ("It is long [^1^].", ["1"]),
        ("It is long [1†L4-L9].", ["1"]),
        ("It is long 【turn0search1】.", []),
        ("It is long. \ue200cite\ue202turn0search0\ue201", []),
        ("It is long<cite>1</cite>.", ["1"]),
        ("It is long <ref>[3]</ref>.", ["3"]),
        ("It is long. <source>report-7</source>", ["report-7"]),
        ("It is long [Passage 1: Rivers of Orle].", ["1"]),
        ("It is long [Rivers of Orle, p. 3].", []),
        ("It is long (p. 12–14).", []),
        ("It is long [rivers.pdf].", []),
        ("It is long (source: rivers.pdf).", []),
        ("It is long (according to the second passage).", ["2"]),
        ("Passage 3: It is long.", ["3"]),
        ("First.\n[doc 2] It is long.", ["2"]),
        ("It is long [report-7].", ["report-7"]),
    ],
)
def test_a_mark_names_its_passages(text: str, names: list[str]) -> None:
    found = citations(text, frozenset({"1", "report-7", "3"}))

    assert [name for mark in found for name in mark.names] == names
    assert all(mark.span.of(text).strip() for mark in found)


@pytest.mark.parametrize(
    "text",
    [
        "The area is 12 km² and x^2 is its square.",
        'Click "Save [draft]" and see [the page](https://example.org/1).',
        "It has 10⁶ cells (about 4).",
        "The book (A Passage to India) came out in 1924.",
        "Section 4(b) of the act [sic].",
        "The list: [1.5, 2.5].",
        "At 10:30: it rains.",
        "It is long [draft].",
        "It is in the settings (config.txt).",
        "She read <cite>The Orle</cite> twice.",
    ],
)
def test_other_brackets_and_powers_are_no_marks(text: str) -> None:
    assert citations(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The pain score was 2 [3–9].", []),
        ("CRP was 12 mg/L (reference 5).", []),
        ("Glucose was 6.1 mmol/L (reference 3.9–5.6).", []),
        ("The pain score was 2 [1–3].", ["1", "2", "3"]),
        ("It was built in 1889 [4–6].", ["4", "5", "6"]),
        ("The limit is 60 km/h [7].", ["7"]),
        ("The limit is 60 km/h (source 7).", ["7"]),
    ],
)
def test_a_range_behind_an_amount_is_no_mark_where_there_are_no_such_passages(
    text: str, names: list[str]
) -> None:
    found = citations(text, frozenset({"1", "2", "3"}))

    assert [name for mark in found for name in mark.names] == names


def test_a_range_without_end_names_nothing() -> None:
    assert named("passages 1-900") == ()


def test_a_name_is_an_id_first_and_then_a_number_from_one() -> None:
    found = passages_named(["report-7", "2", "3", "4", "0"], PASSAGES)

    assert found == [PASSAGES[1], PASSAGES[1], PASSAGES[2], None, None]


def test_the_marks_of_graphrag_name_the_passages_that_are_given() -> None:
    text = "Ada founded it [Data: Relationships (23, 4); Sources (2, 5, +more)]."
    [given] = citations(text, frozenset({"Sources 2", "Entities 1"}))
    [other] = citations(text)

    assert given.span.of(text) == "[Data: Relationships (23, 4); Sources (2, 5, +more)]"
    assert given.names == ("Sources 2", "Sources 5")
    assert other.names == ()


def test_a_number_is_no_place_where_passages_are_called_by_numbers() -> None:
    chunks = [Passage("It rains.", "1"), Passage("It snows.", "3")]
    assert passages_named(["3", "2"], chunks) == [chunks[1], None]
    described = [Passage("It rains.", "1"), Passage("Tel: a river.", "entity Tel")]
    assert passages_named(["1", "2", "entity Tel"], described) == [
        described[0],
        None,
        described[1],
    ]
    named = [Passage("It rains.", "rain"), Passage("It snows.", "snow")]
    assert passages_named(["2", "3"], named) == [named[1], None]
