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


BOOKS = (
    Triple("The Glass Orchard", "written_by", "Ewa Stolz"),
    Triple("The Glass Orchard", "published", "1956"),
    Triple("The Salt Year", "written_by", "Ewa Stolz"),
    Triple("The Salt Year", "award_year", "1963"),
)


@pytest.mark.parametrize(
    ("answer", "expected", "cited"),
    [
        ("The Glass Orchard (1956)", "reached", 2),
        ("The Glass Orchard (1961)", "other", 1),
        ("The Salt Year (1961)", "reached", 1),  # when it won a prize is not when it came out
    ],
)
def test_a_year_behind_a_title_is_when_it_came_out(answer: str, expected: str, cited: int) -> None:
    found = traced(answer, "Which book did Ewa Stolz write?", BOOKS)
    assert found
    assert found.kind == expected
    assert len(found.instead or found.walk) == cited


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


WRITER = (
    Triple("Ann Fell", "wrote", "Low Tide"),
    Triple("Ann Fell", "wrote", "High Moor"),
    Triple("Ann Fell", "wrote", "Grey Pass"),
    Triple("Ann Fell", "child", "Ivo"),
    Triple("Ann Fell", "child", "Mae"),
    Triple("Ivo", "child", "Tim"),
    Triple("Mae", "child", "Jo"),
    Triple("Mae", "child", "Lea"),
    Triple("Ann Fell", "award", "Tern Prize"),
    Triple("Ann Fell", "birth_place", "Graz"),
    Triple("Ann Fell", "works_at", "Novarix"),
    Triple("Novarix", "foundedBy", "Ingrid Solheim"),
    Triple("Novarix", "foundedBy", "Pavel Dvorak"),
    Triple("Novarix", "foundedInYear", "2011"),
)


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("2", "How many children does the author of Low Tide have?", "reached"),
        ("3", "How many children does the author of Low Tide have?", "other"),
        ("two", "How many children does the person who wrote Low Tide have?", "reached"),
        ("3", "How many books did the winner of the Tern Prize write?", "reached"),
        ("1", "How many books did the winner of the Tern Prize write?", "other"),
        ("2", "How many founders does Ann Fell's employer have?", "reached"),
        ("3", "How many founders does Ann Fell's employer have?", "other"),
        ("3", "How many grandchildren does Ann Fell have?", "reached"),
        ("2", "How many grandchildren does Ann Fell have?", "other"),
        ("2", "How many daughters does Ann Fell have?", "unknown"),  # the triples do not say
        ("1", "How many patents does the author of Low Tide hold?", "unknown"),
        ("2", "How many old books did Ann Fell write?", "unknown"),
        ("Ann Fell wrote three books.", "How many books did Ann Fell write?", "reached"),
        ("She has written two.", "How many books did Ann Fell write?", "other"),
        ("She has two children, Ivo and Mae.", "How many children has Ann Fell?", "reached"),
        ("Ann Fell wrote at least two books.", "How many books did Ann Fell write?", ""),
    ],
)
def test_what_is_counted_stands_behind_the_last_relation(
    answer: str, question: str, expected: str
) -> None:
    assert kind(answer, question, WRITER) == expected


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ("Three: Low Tide, High Moor and Grey Pass.", ["reached"] * 4),
        ("Two books (Low Tide and High Moor)", ["other", "reached", "reached"]),
    ],
)
def test_a_number_before_a_list_is_judged_by_itself(answer: str, kinds: list[str]) -> None:
    example = Example(answer, question="How many books did Ann Fell write?", triples=WRITER)
    [reading] = read(with_triples_told([example]), SentenceSegmenter(), english_rarity())
    assert [found and found.kind for found in judge(reading, english_rarity())] == kinds


def test_a_number_is_told_with_what_leads_to_what_is_counted() -> None:
    found = ruling(traced("3", "How many children does the author of Low Tide have?", WRITER))

    assert found.telling
    assert found.telling.explanation == (
        "The triples hold 2: “Ann Fell wrote Low Tide.” (triple 1), then “The child of Ann Fell is "
        "Ivo.” (triple 4), “The child of Ann Fell is Mae.” (triple 5)."
    )


@pytest.mark.parametrize(
    "relation", ["former_ceo", "previousCEO", "ex_ceo", "ceo_until_2019", "predecessor_ceo"]
)
@pytest.mark.parametrize("asked", ["former CEO", "previous CEO", "ex-CEO"])
def test_a_former_one_is_not_the_one_of_now(relation: str, asked: str) -> None:
    triples = (Triple("Kalmar", relation, "Agneta"), Triple("Kalmar", "ceo", "Bo"))

    assert kind("Agneta", f"Who was the {asked} of Kalmar?", triples) == "reached"
    assert kind("Bo", f"Who was the {asked} of Kalmar?", triples) == "other"
    assert kind("Agneta", "Who is the CEO of Kalmar?", triples) == "other"
    assert kind("Agneta", "Who was the CEO of Kalmar in 2018?", triples) == "reached"


def test_a_former_one_may_be_the_predecessor_of_the_one_of_now() -> None:
    triples = (Triple("Kalmar", "ceo", "Bo"), Triple("Bo", "predecessor", "Agneta"))

    assert kind("Agneta", "Who was the previous CEO of Kalmar?", triples) == "reached"
    assert kind("Bo", "Who was the previous CEO of Kalmar?", triples) == "other"


@pytest.mark.parametrize(
    "relation", ["PART_OF", "owned_by", "subsidiary_of", "belongs_to", "member_of"]
)
def test_what_is_part_of_a_group_belongs_to_it(relation: str) -> None:
    triples = (
        Triple("Mirela Popa", "WORKS_AT", "Danube Analytics"),
        Triple("Danube Analytics", relation, "Orlea Group"),
    )
    asked = "Which group does Mirela Popa's employer belong to?"

    assert kind("Orlea Group", asked, triples) == "reached"
    assert kind("Danube Analytics", asked, triples) == "other"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann Fell, born in Graz, won the Tern Prize.", "said"),
        ("Ann Fell won the Tern Prize in Graz.", "said"),
        ("Ann Fell, born in Graz, won the High Moor.", "denied"),
        ("Ivo and Mae are children of Ann Fell.", "said"),
        ("She has two children, Ivo and Mae.", ""),
        ("Ann Fell, born in Graz, won the Lune Medal.", ""),
    ],
)
def test_a_relation_is_that_of_the_clause(sentence: str, expected: str) -> None:
    assert kind(sentence, "", WRITER) == expected


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
