from __future__ import annotations

import pytest

from groundgraph.text.triples.relations import (
    read_asked,
    role_in,
    role_of_end,
    type_of_end,
    type_of_value,
)
from groundgraph.types import Span


def span(text: str, words: str) -> Span:
    return Span(text.index(words), text.index(words) + len(words))


@pytest.mark.parametrize(
    ("question", "concepts", "wanted"),
    [
        ("who directed Up", {"direct"}, "person"),
        ("what year was Up released", {"release"}, "time"),
        ("which films share actors with Up", {"act"}, "work"),
        ("the films of Up are in which languages", {"language"}, ""),
        ("Where was Up's director born?", {"direct", "bear"}, "place"),
    ],
)
def test_a_question_is_read_for_its_relations(
    question: str, concepts: set[str], wanted: str
) -> None:
    found = read_asked(question, [span(question, "Up")])
    assert {name for name, _ in found.concepts} == concepts
    assert found.wanted == wanted


@pytest.mark.parametrize(
    ("word", "chain"),
    [
        ("paternal grandmother", ("father", "mother")),
        ("maternal grandfather", ("mother", "father")),
        ("father-in-law", ("marry", "father")),
        ("uncle", ("parent", "sibling")),
        ("boss", ()),
    ],
)
def test_words_of_kinship_are_chains(word: str, chain: tuple[str, ...]) -> None:
    question = f"Who is Ann's {word}?"
    assert read_asked(question, [span(question, "Ann")]).chain == chain


def test_who_does_and_who_is_done_to_are_told_apart() -> None:
    said = "Ruiz was sued by Halden."
    assert role_in(said, span(said, "Halden"), span(said, "Ruiz")) == "agent"
    assert role_in(said, span(said, "Ruiz"), span(said, "Halden")) == "patient"
    assert role_of_end("sued", forward=False) == "agent"
    assert role_of_end("sued_by", forward=False) == "patient"


@pytest.mark.parametrize("name", ["2009", "10 November 1974", "July 17, 1935", "1999-12-31"])
def test_dates_are_known_by_their_form(name: str) -> None:
    assert type_of_value(name) == "time"


def test_the_person_of_a_relation_is_its_subject_where_its_label_says_so() -> None:
    for active, passive in (("directed", "directed_by"), ("CEO_OF", "ceo")):
        assert type_of_end(active, forward=False) == type_of_end(passive, forward=True) == "person"
        assert type_of_end(active, forward=True) != "person"


def test_a_country_is_known_by_its_name() -> None:
    assert type_of_value("BELGIUM") == "country"
