"""Edits keep the words of what they edit, and leave alone what they have nothing to do with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from groundgraph import Example, Passage
from groundgraph.bench.meaning.edits import edits, html_page, html_table, hyphenated
from groundgraph.bench.meaning.probes import load_pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.bench.meaning.edits import Edit

TABLE = "Fees\n| Day | Fee |\n|---|---|\n| Monday | 4 |\n| Friday | 6 |"
EXAMPLES = [
    Example(
        "The fee is 4. It is due on Monday.",
        (Passage(TABLE, "1"), Passage("Le café “Zorba” opens early. It shuts late.", "2")),
        question="What is due?",
        id="x",
        metadata={"task": "QA"},
    ),
    Example("B.", tuple(Passage(f"other {n}") for n in range(9)), id="y", metadata={"task": "QA"}),
]


@pytest.fixture(scope="module")
def made() -> Mapping[str, Edit]:
    return edits(EXAMPLES)


def letters(example: Example) -> str:
    return re.sub(r"\W|_", "", example.answer).lower()


def test_there_are_twenty_edits_or_more(made: Mapping[str, Edit]) -> None:
    assert len(made) >= 20


@pytest.mark.parametrize("name", list(edits(EXAMPLES)))
def test_the_words_of_the_answer_stay(made: Mapping[str, Edit], name: str) -> None:
    own = re.findall(r"\w+", EXAMPLES[0].answer.lower())

    edited = iter(re.findall(r"\w+", made[name](EXAMPLES[0]).answer.lower()))

    assert all(word in edited for word in own)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("[1] before the stop", "The fee is 4 [1]. It is due on Monday [1]."),
        ("[1] after the stop", "The fee is 4. [1] It is due on Monday. [1]"),
        (
            "“Based on the provided context,” before",
            "Based on the provided context, the fee is 4. It is due on Monday.",
        ),
        ("answer as bullets", "- The fee is 4.\n- It is due on Monday."),
        ("bold words in the answer", "The fee is **4**. It is due on Monday."),
    ],
)
def test_an_answer_is_put_differently(made: Mapping[str, Edit], name: str, answer: str) -> None:
    assert made[name](EXAMPLES[0]).answer == answer


def test_passages_are_put_differently(made: Mapping[str, Edit]) -> None:
    found = {name: edit(EXAMPLES[0]) for name, edit in made.items()}

    assert len(found["passages repeated"].passages) == 4
    assert len(found["five unrelated passages added"].passages) == 7
    assert [p.text for p in found["one passage a sentence"].passages] == [
        TABLE,
        "Le café “Zorba” opens early.",
        "It shuts late.",
    ]
    assert "cafe\u0301" in found["passages in Unicode form NFD"].passages[1].text
    assert "Day: Monday\nFee: 4" in found["tables as key: value"].passages[0].text
    assert 'café "Zorba"' in found["other quotation marks in passages"].passages[1].text
    assert found["question in capitals"].question == "WHAT IS DUE?"
    assert "<p>It shuts late.</p>" not in found["passages as HTML pages"].passages[0].text


def test_what_there_is_nothing_to_edit_in_stays_as_it_is(made: Mapping[str, Edit]) -> None:
    plain = EXAMPLES[1]

    for name in ("tables as HTML", "question in capitals", "passages in Unicode form NFC"):
        assert made[name](plain) == plain


def test_a_record_is_never_broken(made: Mapping[str, Edit]) -> None:
    record = '{"name": "Zorba\'s bar", "hours": {"Monday": "9:0-17:0"}, "stars": 4.5}'
    example = Example("Zorba's.", (Passage(record),), id="z", metadata={"task": "QA"})

    for edit in made.values():
        assert any(record in passage.text for passage in edit(example).passages)


def test_a_table_keeps_its_cells_in_html() -> None:
    found = html_table("| a | b |\n|---|---|\n| 1 < 2 | 3 |")

    assert "<tr><th>a</th><th>b</th></tr>" in found
    assert "<tr><td>1 &lt; 2</td><td>3</td></tr>" in found


def test_a_page_is_not_shown_within_a_page() -> None:
    page = html_table("| a | b |\n|---|---|\n| 1 | 2 |")

    assert html_page(page) == page
    assert "<p>1 &lt; 2</p>" in html_page("1 < 2")


def test_hyphenation_only_breaks_lines_and_words() -> None:
    texts = {p.text for pair in load_pairs() for p in pair.right.passages if "|" not in p.text}

    for text in texts:
        found = hyphenated(text)
        assert re.sub(r"-?\s", "", found) == re.sub(r"-?\s", "", text)
    assert any(re.search(r"[a-z]-\n[a-z]", hyphenated(text)) for text in texts)


def test_edits_of_the_shipped_probes_apply_to_some() -> None:
    pairs = load_pairs()
    examples = [e for pair in pairs for e in pair.answers]

    for name, edit in edits(examples).items():
        if name != "passages in Unicode form NFC":  # they are in that form
            assert any(edit(e) != e for e in examples), name
