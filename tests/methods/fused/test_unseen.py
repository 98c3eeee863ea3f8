"""Which words of a claim are told as not mentioned."""

from __future__ import annotations

import pytest

from groundgraph.methods.fused.blocks.lexical import index
from groundgraph.methods.fused.unseen import most_telling, unseen_words, whole_words
from groundgraph.text.passage_units import Unit
from groundgraph.types import Span

EVIDENCE = index([Unit("1", None, "Zorba opens at 8 and serves 1,200 plates of cold fish.", None)])


def unseen(claim: str) -> list[str]:
    return [span.of(claim) for span in unseen_words(claim, EVIDENCE)]


def told(claim: str, question: str = "", marked: str = "") -> list[str]:
    start = claim.index(marked)
    marks = [Span(start, start + len(marked))] if marked else []
    spans = most_telling(claim, unseen_words(claim, EVIDENCE), marks, question)
    return [span.of(claim) for span in spans]


def test_unseen_words_and_quantities_are_named_in_the_order_of_the_claim() -> None:
    claim = "Zorba opened in Bonn in 2012, serves 9 hot fish, and left Bonn at 9:30."

    assert unseen(claim) == ["Bonn", "2012", "9", "hot", "left", "Bonn", "9:30"]


def test_a_century_that_no_passage_holds_is_named_as_one() -> None:
    assert unseen("Zorba opened in the 17th century.") == ["17th century"]


def test_a_claim_in_the_words_of_the_evidence_has_no_unseen_ones() -> None:
    assert unseen("The cold fish opens.") == []


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("Zorba serves one thousand two hundred plates.", []),
        ("Zorba serves one thousand three hundred plates.", ["one thousand three hundred"]),
        ("Zorba serves twice as many plates.", []),
        ("Zorba comes with at least 8 plates, on the other hand.", []),
        ("Zorba washes its plates by hand.", ["washes", "hand"]),
        ("Zorba hires part-time cooks.", ["hires", "part-time", "cooks"]),
    ],
)
def test_numbers_in_words_and_compounds_are_one_and_light_words_none(
    claim: str, words: list[str]
) -> None:
    assert unseen(claim) == words


def test_marked_words_are_told_first_and_of_the_others_numbers_and_names() -> None:
    claim = "Chef Maria grills 40 lobsters in Zorba daily."

    assert told(claim) == ["40", "Maria", "Chef", "grills", "lobsters", "daily"]
    assert told(claim, marked="lobsters") == ["lobsters", "40", "Maria"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("I am a party of 40. When does Zorba serve lobsters?", ["daily"]),
        ("Does Zorba serve lobsters?", ["lobsters", "40"]),
        ("", ["lobsters", "40"]),
    ],
)
def test_words_of_the_question_are_told_where_it_asks_whether_they_hold(
    question: str, words: list[str]
) -> None:
    claim = "Zorba serves a party of 40 lobsters daily."

    marked = "lobsters" if words[0] == "lobsters" else "daily"
    assert told(claim, question, marked) == words


def test_a_part_of_a_compound_is_told_with_all_of_it() -> None:
    text = "A check-in desk."

    assert whole_words(text, Span(2, 7)).of(text) == "check-in"
    assert whole_words(text, Span(11, 15)).of(text) == "desk"
