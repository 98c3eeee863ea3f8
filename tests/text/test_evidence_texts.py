"""Passages that are the sentences of one text are read as that text."""

import pytest

from groundgraph import load
from groundgraph.text.evidence_texts import EvidenceText, is_cut, numbered, texts_of, together
from groundgraph.text.quantities import judge_quantities
from groundgraph.types import Example, Passage, Span

CUT = [
    "Stall holders arrive at 6.",
    "The market opens at 8 and closes at 14.",
    "Ana sold 24 lamps there.",
    "Her brother Ben sold 18 lamps.",
]
TABLE = "| Stall | Rent |\n|---|---|\n| 1 | 20 |\n| 2 | 35 |"
TRIPLE = Passage("Ana Reis runs stall 2.", "triple 1")


def passages(texts: list[str]) -> list[Passage]:
    return [Passage(text, str(number)) for number, text in enumerate(texts, 1)]


def test_sentences_are_read_as_one_text_and_data_by_itself() -> None:
    one, table = together(passages([*CUT, TABLE]))
    assert one.text == " ".join(CUT)
    assert [p.id for p in one.passages] == ["1", "2", "3", "4"]
    assert table.text == TABLE


@pytest.mark.parametrize(
    "texts",
    [CUT[:3], [*CUT, "It rained. They stayed."], [TABLE, *CUT[:3]]],
    ids=["few", "a longer text among them", "few beside data"],
)
def test_other_passages_are_read_each_by_itself(texts: list[str]) -> None:
    assert sorted(each.text for each in together(passages(texts))) == sorted(texts)


def test_a_triple_is_no_sentence_of_a_text() -> None:
    assert len(together([*passages(CUT), TRIPLE])) == 2
    assert len(together([*passages(CUT[:3]), TRIPLE])) == 4


def test_ids_that_count_say_the_order_and_others_leave_it() -> None:
    counted = [Passage(text, f"market-{n}") for n, text in zip((2, 10, 11, 12), CUT, strict=True)]
    assert together(counted[::-1]) == together(counted)
    named = [Passage(text, name) for text, name in zip(CUT, "dabc", strict=True)]
    [read] = together(named)
    assert read.text == " ".join(CUT)


def test_each_text_is_read_once() -> None:
    assert together(passages([*CUT, *CUT])) == together(passages(CUT))
    twice = ["It rained. They stayed.", "It rained. They stayed."]
    assert [each.name(Span(0, 2)) for each in together(passages(twice))] == ["1"]


def test_a_line_without_a_stop_stays_a_line() -> None:
    read = EvidenceText.of(passages(["Price 40 €", "It rained."]))
    assert read.text == "Price 40 €\nIt rained."
    assert read.place(Span(11, 13)) == ("2", Span(0, 2))


def test_words_of_several_passages_stand_in_the_first() -> None:
    read = EvidenceText.of(passages(CUT))
    assert read.place(Span(0, len(read.text))) == ("1", Span(0, len(CUT[0])))
    assert read.place(Span(len(CUT[0]), len(CUT[0]) + 5))[0] == "1"


def test_strings_are_named_by_their_numbers() -> None:
    assert [each.passages[0] for each in texts_of(CUT)] == numbered(CUT) == passages(CUT)
    assert is_cut(CUT)


def test_what_is_reckoned_over_sentences_names_the_passage_of_each() -> None:
    [found] = judge_quantities("", together(passages(CUT)), ["Together Ana and Ben sold 42 lamps."])
    assert (found.outcome, found.explanation) == (
        "supported",
        "24 + 18 = 42 (passages 3 and 4).",
    )
    assert [(place.passage, place.text) for place in found.evidence] == [
        ("3", CUT[2]),
        ("4", CUT[3]),
    ]


@pytest.mark.parametrize("answer", ["Together they sold 42 lamps.", "The market closes at 15."])
def test_a_detector_says_the_same_of_a_text_and_of_its_sentences(answer: str) -> None:
    detector = load("fused")
    asked = "How many lamps were sold, and when does the market close?"
    whole, cut = detector.detect(
        [
            Example(answer, [" ".join(CUT)], question=asked),
            Example(answer, CUT, question=asked),
        ]
    )
    assert whole.label == cut.label
    [one], [other] = whole.findings, cut.findings
    assert one.outcome == other.outcome
