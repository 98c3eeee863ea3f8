from __future__ import annotations

import pytest

from groundgraph import Example, Passage
from groundgraph.methods.fused.blocks.links import goes_astray, judge, ruling, tell
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

PLAY = Passage("Low Tide is a play written by Ann Orr and directed by Bo Lund.", "1")
WRITER = Passage("Ann Orr studied in Malmo.", "2")
DIRECTOR = Passage("Bo Lund is a Danish director who studied in Aarhus.", "3")
TOWN = Passage("The mayor of Tarn is Cy Fox.", "4")
MAYOR = Passage("Cy Fox is the son of the painter Dora Fox.", "5")


def told(question: str, answer: str, *passages: Passage) -> str:
    example = Example(answer, passages, question=question)
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    [found] = judge(reading, english_rarity())
    said = tell(found) if found else None
    return said.explanation if said else ""


@pytest.mark.parametrize("answer", ["Aarhus", "The writer of Low Tide studied in Aarhus."])
def test_what_is_told_of_one_in_another_role_goes_astray(answer: str) -> None:
    asked = "Where did the writer of Low Tide study?"
    said = told(asked, answer, PLAY, WRITER, DIRECTOR)

    assert said.startswith("The question asks for “Ann Orr”, of whom no passage says so")


def test_the_chain_by_the_role_that_is_asked_for_is_told() -> None:
    said = told("Where did the writer of Low Tide study?", "Malmo", PLAY, WRITER, DIRECTOR)

    assert said.startswith("From the question over passage 1")


def test_without_a_passage_of_the_one_who_is_asked_for_nothing_is_known() -> None:
    assert not told("Where did the writer of Low Tide study?", "Aarhus", PLAY, DIRECTOR)


def test_what_is_told_of_a_namesake_goes_astray() -> None:
    engineer = Passage("Eva Rask (born 1950) is an engineer who founded Tolm.", "1")
    singer = Passage("Eva Rask (1881-1940) was a singer who died in Rome.", "2")

    assert told("Where did the founder of Tolm die?", "Rome", engineer, singer).startswith(
        "This is told of a namesake"
    )


def test_a_chain_that_ends_before_what_is_sought_is_neither_told_nor_drawn() -> None:
    asked = "Who is the parent of the mayor of Tarn, where the mill is?"
    mill = Passage("The old mill is in Tarn.", "6")
    example = Example("Cy Fox", (mill, TOWN, MAYOR), question=asked)
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    [found] = judge(reading, english_rarity())

    assert found
    assert not goes_astray(found)
    assert tell(found) is None
    assert ruling(found).ways == ()


@pytest.mark.parametrize("answer", ["Aarhus", "Malmo"])
def test_a_walk_over_passages_that_do_not_name_each_other_says_nothing(answer: str) -> None:
    apart = Passage("Tolm is a town.", "1"), Passage("The mill of Rask burned down in Malmo.", "2")
    example = Example(answer, (*apart, DIRECTOR), question="Where did the mill burn down?")
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    [found] = judge(reading, english_rarity())

    assert ruling(found).features == (0.0, 0.0)


def test_a_walk_over_links_that_does_not_reach_an_answer_speaks_against_it() -> None:
    asked = "Where did the writer of Low Tide, a play, study?"
    elsewhere = Passage("The town hall of Aarhus is old.", "9")
    example = Example("Aarhus", (PLAY, WRITER, elsewhere), question=asked)
    [reading] = read([example], SentenceSegmenter(), english_rarity())
    [found] = judge(reading, english_rarity())

    assert found is not None
    assert found.reach.linked > 0.5
    assert ruling(found).features[1] > 0.5
