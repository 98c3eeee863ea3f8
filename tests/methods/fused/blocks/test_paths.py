from __future__ import annotations

import pytest
from small_graphs import FAMILY

from groundgraph import Example, Passage, Triple
from groundgraph.methods.fused.blocks.paths import draw, views
from groundgraph.methods.fused.path_tracing import Traced, judge
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.methods.given_triples import with_triples_told
from groundgraph.parts.segmenters.sentences import SentenceSegmenter


def traced(answer: str, question: str, triples: tuple[Triple, ...], *texts: str) -> Traced | None:
    example = Example(answer, texts, question=question, triples=triples)
    [reading] = read(with_triples_told([example]), SentenceSegmenter(), english_rarity())
    [found] = judge(reading, english_rarity())
    return found


def kind(answer: str, question: str, triples: tuple[Triple, ...] = FAMILY) -> str:
    found = traced(answer, question, triples)
    return found.kind if found else ""


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("Ben", "Who is the father of Ann?", "reached"),
        ("Cora", "Who is the father of Ann?", "other"),
        ("Dov", "Who is Ann's paternal grandfather?", "reached"),
        ("Egon", "Who is Ann's paternal grandfather?", "other"),
        ("Egon", "Who is Ann's maternal grandfather?", "reached"),
        ("Ann", "Who is the father of Ann?", "echo"),
        ("Gustav", "Who is the father of Ann?", "unknown"),
        ("Ben", "Who is older, Ann or Finn?", "other"),
        ("Finn", "Who is older, Ann or Finn?", ""),
        ("Yes", "Is Ben the father of Ann?", ""),
    ],
)
def test_short_answers_are_traced(answer: str, question: str, expected: str) -> None:
    assert kind(answer, question) == expected


def test_a_passage_that_says_it_makes_the_triples_less_sure() -> None:
    asked = "Who is the father of Ann?"
    alone = traced("Cora", asked, FAMILY)
    beside = traced("Cora", asked, FAMILY, "Cora is like a father to Ann.")
    about = traced("Cora", asked, FAMILY, "Cora met Ann in Porto.")

    assert alone
    assert beside
    assert about
    assert beside.sure < alone.sure
    assert about.sure == alone.sure


def test_where_no_word_names_a_relation_little_is_sure() -> None:
    found = traced("Ben", "Who is Ann fond of?", FAMILY)
    assert found
    assert found.sure < 0.5


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann's father is Ben.", "said"),
        ("Ann's father is Egon.", "denied"),
        ("Ann met Egon in 1999.", ""),
        ("Ann's father is not Egon.", ""),
    ],
)
def test_sentences_are_compared_with_the_triples_of_what_they_name(
    sentence: str, expected: str
) -> None:
    assert kind(sentence, "") == expected


def test_a_description_denies_nothing_of_its_entities() -> None:
    inspects = "The National Water Agency inspects its dams every two years"
    triples = (
        Triple("Orrin Dam", "The Orrin dam is run by the National Water Agency", "Water Agency"),
        Triple("Water Agency", inspects, "Dam Inspection"),
    )
    example = Example("The Water Agency inspects the Orrin Dam.", triples=triples)
    [reading] = read(with_triples_told([example]), SentenceSegmenter(), english_rarity())
    assert judge(reading, english_rarity()) == (None,)


def test_without_triples_nothing_is_traced() -> None:
    example = Example("Ben", (Passage("Ben is Ann's father."),), question="Who is Ann's father?")
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    assert judge(reading, english_rarity()) == (None,)


def test_the_way_is_drawn_to_the_answer_or_to_where_it_leads_instead() -> None:
    right = traced("Dov", "Who is Ann's paternal grandfather?", FAMILY)
    wrong = traced("Egon", "Who is Ann's paternal grandfather?", FAMILY)

    [*way, last] = draw(right, 0)
    assert (way[0].source, last.target) == ("q", "c:0")
    assert [edge[:2] for edge in draw(wrong, 0)] == [edge[:2] for edge in way]
    assert {view.state for view in views([right])} == {"path", "neighbour"}
    states = [view.state for view in views([wrong])]
    assert states.count("elsewhere") == len(way)
