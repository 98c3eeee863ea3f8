from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_graphs import FAMILY

from groundgraph import Example, Passage, Triple
from groundgraph.methods.fused.blocks.paths import ruling, views
from groundgraph.methods.fused.path_tracing import judge
from groundgraph.methods.fused.rarity import english_rarity
from groundgraph.methods.fused.reading import read
from groundgraph.methods.given_triples import with_triples_told
from groundgraph.parts.segmenters.sentences import SentenceSegmenter

if TYPE_CHECKING:
    from groundgraph.methods.fused.traced import Traced


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
        ("Yes", "Is Ben the father of Ann?", "reached"),
        ("No", "Is Ben the father of Ann?", "other"),
        ("No.", "Is Egon the father of Ann?", "reached"),
        ("Yes, he is.", "Is Egon the father of Ann?", "other"),
        ("Yes", "Is Ben the father of the father of Ann?", ""),
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


FIRM = (
    Triple("TARNEX", "SUBSIDIARY_OF", "OLVE GROUP"),
    Triple("OLVE GROUP", "HEADQUARTERED_IN", "BERGEN"),
    Triple("BERGEN", "LOCATED_IN", "NORWAY"),
    Triple("RITA FALK", "CEO_OF", "OLVE GROUP"),
    Triple("IVO BERG", "FORMER_CEO_OF", "OLVE GROUP"),
    Triple("TARNEX", "DEVELOPED", "PAXIL LAMP"),
    Triple("TARNEX", "DEVELOPED", "RENT LAMP"),
)


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("Rita Falk", "Who is the CEO of Olve Group?", "reached"),
        ("Ivo Berg", "Who is the CEO of Olve Group?", "other"),
        ("Ivo Berg", "Who is the former CEO of Olve Group?", "reached"),
        ("Norway", "In which country is Olve Group headquartered?", "reached"),
        ("Bergen", "In which city is Olve Group headquartered?", "reached"),
        ("Yes", "Is Olve Group headquartered in Norway?", "reached"),
        ("2", "How many lamps did Tarnex develop?", "reached"),
        ("Five", "How many lamps did Tarnex develop?", "other"),
        ("more than 1", "How many lamps did Tarnex develop?", "unknown"),
    ],
)
def test_offices_places_and_numbers_are_traced(answer: str, question: str, expected: str) -> None:
    assert kind(answer, question, FIRM) == expected


SUPPLIED = (Triple("Orm", "supplies", "Tev"), Triple("Orm", "based_in", "Bern"))


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("Tev", "What is supplied by Orm?", "reached"),
        ("Tev", "Which firm does Orm supply?", "reached"),
        ("Tev", "Who supplies Orm?", ""),
        ("Tev", "Who is the supplier of Orm?", ""),
        ("Yes", "Does Orm supply Tev?", "reached"),
        ("Yes", "Does Tev supply Orm?", ""),
        ("Yes", "Does Orm supply Jon Ltd?", "unknown"),
        ("No", "Does Orm supply Jon Ltd?", ""),
    ],
)
def test_a_way_is_taken_in_the_direction_that_is_asked(
    answer: str, question: str, expected: str
) -> None:
    assert kind(answer, question, SUPPLIED) == expected


def test_a_way_that_goes_by_all_that_is_asked_is_sure_to_lead_elsewhere() -> None:
    triples = (
        Triple("Mara Holt", "spouse", "Jan Eck"),
        Triple("Mara Holt", "place_of_birth", "Lodz"),
        Triple("Jan Eck", "place_of_birth", "Ghent"),
    )
    asked = "Where was the husband of Mara Holt born?"
    right, wrong = (traced(answer, asked, triples) for answer in ("Ghent", "Lodz"))

    assert right
    assert right.kind == "reached"
    assert ruling(wrong).settles


def test_another_number_is_told_with_what_is_counted() -> None:
    asked = "How many lamps did Tarnex develop?"
    told = ruling(traced("Five", asked, FIRM)).telling

    assert told
    assert told.explanation.startswith("The triples hold 2: ")
    assert traced("Five", asked, FIRM, "Tarnex developed five lamps.") is None


def test_a_way_by_no_word_of_the_question_is_not_told() -> None:
    found = traced("Rita Falk", "Who is the treasurer of Olve Group?", FIRM)

    assert ruling(found).telling is None


def test_a_relative_clause_is_of_the_name_before_it() -> None:
    triples = (
        Triple("Ida Moe", "child", "Ole Moe"),
        Triple("Ida Moe", "place_of_birth", "Voss"),
        Triple("Ole Moe", "place_of_birth", "Narvik"),
    )
    assert kind("Ida Moe is the mother of Ole Moe, who was born in Narvik.", "", triples) == ""
    assert kind("Ida Moe, the mother of Ole Moe, was born in Narvik.", "", triples) == "denied"


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

    assert right
    assert wrong
    [to], [away] = ruling(right).ways, ruling(wrong).ways
    assert (to.arrives, away.arrives) == (True, False)
    assert to.passages == away.passages
    assert {view.state for view in views([right])} == {"path", "neighbour"}
    states = [view.state for view in views([wrong])]
    assert states.count("elsewhere") == len(away.passages)
