"""What every source answers about the graph of people.ttl, whatever way it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.errors import InputError
from groundgraph.knowledge.store import StoreSource
from groundgraph.knowledge.wikidata import WikidataSource
from groundgraph.types import Entity, Mention, Triple

if TYPE_CHECKING:
    from pathlib import Path

    from sparql_server import GraphServer

    from groundgraph.protocols import KnowledgeSource

ENTITY = "http://www.wikidata.org/entity/"
MARTA = Entity(f"{ENTITY}Q1", "Marta Lindqvist", "Swedish marine biologist")
INSTITUTE = Entity(f"{ENTITY}Q20", "Aldmoor Institute", "oceanographic research institute")
INJECTIONS = (
    'x"@en } } ; DROP ALL #',
    'Marta Lindqvist" } UNION { ?entity ?naming ?name } #',
    "Marta Lindqvist\\",
    '\\" . ?s ?p ?o . #',
    "Marta Lindqvist\n} # ",
    r"\u0022 } #",
    "{ } < > ' \" ; . ?x $x @en ^^ <http://x>",
    "\ud800",
    "\x00",
    "",
    " ",
    "a" * 100_000,
)


@pytest.fixture(params=["search", "sparql", "store"])
def source(request: pytest.FixtureRequest, server: GraphServer, folder: Path) -> Any:
    """Return a function that makes the source in another language, or as it is by default."""

    def make(**fields: Any) -> KnowledgeSource:
        if request.param == "store":
            return StoreSource(str(folder), **fields)
        search = server.search_api if request.param == "search" else None
        return WikidataSource(
            "tests (mailto:tests@example.org)", server.endpoint, search, retries=0, **fields
        )

    return make


def ids(found: list[Entity | None]) -> list[str | None]:
    return [None if entity is None else entity.id.removeprefix(ENTITY) for entity in found]


def test_a_label_links_to_its_entity_with_its_description(source: Any) -> None:
    assert source().link([Mention("Marta Lindqvist", "She studied seals.")]) == [MARTA]


@pytest.mark.parametrize(
    "name",
    [
        "M. Lindqvist",
        "marta lindqvist",
        "MARTA LINDQVIST",
        "the Marta Lindqvist",
        "Marta  Lindqvist's",
        "“Marta Lindqvist”,",
    ],
)
def test_an_alias_or_another_spelling_links_too(source: Any, name: str) -> None:
    assert source().link([Mention(name, "")]) == [MARTA]


def test_a_name_that_holds_in_every_language_is_found(source: Any) -> None:
    assert ids(source().link([Mention("Voltherm Works", "")])) == ["Q21"]


def test_the_context_tells_namesakes_apart(source: Any) -> None:
    mentions = [
        Mention("John Keller", "John Keller scored twice on Saturday for the Rovers."),
        Mention("John Keller", "Keller's lab improved the cathode of lithium cells."),
        Mention("Aldmoor", "At Aldmoor she measured ocean currents."),
        Mention("Aldmoor", "Aldmoor is a small place in the north of England."),
    ]

    assert ids(source().link(mentions)) == ["Q2", "Q3", "Q20", "Q31"]


def test_without_context_the_first_of_the_namesakes_is_taken_for_what_it_is(source: Any) -> None:
    [found] = source().link([Mention("John Keller", "")])

    assert ids([found])[0] in {"Q2", "Q3"}  # never Q4, a disambiguation page


def test_a_namesake_of_another_kind_is_left_out(source: Any) -> None:
    context = "John Keller painted the ceiling of the chapel in 1640."

    assert source(least_similarity=0.3).link([Mention("John Keller", context)]) == [None]
    assert source(least_similarity=-1.0).link([Mention("John Keller", context)]) != [None]


@pytest.mark.parametrize("name", ["Nobody at All", "Swed", "employer", "Marta", "Keller"])
def test_what_the_graph_lacks_is_none(source: Any, name: str) -> None:
    assert source().link([Mention(name, "")]) == [None]


def test_a_name_is_no_query(source: Any) -> None:
    mentions = [Mention(name, name) for name in INJECTIONS]

    found = source().link([*mentions, Mention("Ystad", "")])

    assert ids(found) == [*[None] * len(INJECTIONS), "Q30"]


def test_mentions_are_answered_in_order(source: Any) -> None:
    names = ["Ystad", "Nobody", "Sweden", "Ystad", "Harlow Rovers", *[f"no {n}" for n in range(25)]]

    found = source().link([Mention(name, "") for name in names])

    assert ids(found) == ["Q30", None, "Q40", "Q30", "Q22", *[None] * 25]


def test_facts_are_triples_of_labels(source: Any) -> None:
    [facts] = source().facts([MARTA])

    assert facts == [
        Triple("Marta Lindqvist", "date of birth", "14 March 1961"),
        Triple("Marta Lindqvist", "date of birth", "1961"),
        Triple("Marta Lindqvist", "employer", "Aldmoor Institute"),
        Triple("Marta Lindqvist", "instance of", "human"),
        Triple("Marta Lindqvist", "place of birth", "Ystad"),
    ]


def test_a_fact_that_relates_two_of_the_entities_is_about_both(source: Any) -> None:
    of_marta, of_institute = source().facts([MARTA, INSTITUTE])
    relation = Triple("Marta Lindqvist", "employer", "Aldmoor Institute")

    assert relation in of_marta
    assert of_institute == [Triple("Aldmoor Institute", "country", "Sweden"), relation]
    assert source().facts([INSTITUTE]) == [[Triple("Aldmoor Institute", "country", "Sweden")]]


def test_facts_come_in_order_of_many_entities(source: Any) -> None:
    entities = [Entity(f"{ENTITY}Q{n}", f"thing {n}", "") for n in range(1, 50)]

    found = source().facts(entities)

    assert len(found) == len(entities)
    assert found[0][0].subject == "thing 1"
    assert found[29] == sorted(
        [
            Triple("thing 30", "country", "thing 40"),
            Triple("thing 30", "population", "19000"),
            Triple("thing 1", "place of birth", "thing 30"),
        ]
    )
    assert found[48] == []


def test_another_language_gives_its_labels(source: Any) -> None:
    german = source(language="de")

    assert ids(german.link([Mention("Schweden", "")])) == ["Q40"]
    assert Triple("Marta Lindqvist", "Geburtsdatum", "1961-03-14") in german.facts([MARTA])[0]


@pytest.mark.parametrize(
    "forged", ["Q1", "", "http://x/> } DROP ALL #", "http://x/ y", 'http://x/"', "http://x/\ud800"]
)
def test_an_id_that_is_no_iri_is_refused(source: Any, forged: str) -> None:
    with pytest.raises(InputError, match="not an absolute IRI"):
        source().facts([Entity(forged, "forged", "")])


def test_an_entity_that_is_not_there_has_no_facts(source: Any) -> None:
    assert source().facts([Entity(f"{ENTITY}Q999", "Nobody", "")]) == [[]]


def test_nothing_asked_is_nothing_answered(source: Any) -> None:
    assert source().link([]) == []
    assert source().facts([]) == []
