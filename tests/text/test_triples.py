from __future__ import annotations

import pytest

from groundgraph.text.triples.sentences import as_sentence, listed_triples
from groundgraph.types import Triple

ONE = ("Inception", "directed_by", "Christopher Nolan")


@pytest.mark.parametrize(
    ("predicate", "told"),
    [
        ("directed_by", "Ann is directed by Bob."),
        ("WORKS_AT", "Ann works at Bob."),
        ("acted_in", "Ann acted in Bob."),
        ("born_in", "Ann was born in Bob."),
        ("member_of", "Ann is a member of Bob."),
        ("lost_to", "Ann lost to Bob."),
        ("headquarters", "The headquarters of Ann is Bob."),
        ("in_language", "Ann is in language Bob."),
        ("employ", "Ann employs Bob."),
        ("wrote", "Ann wrote Bob."),
        ("has_genre", "The genre of Ann is Bob."),
        ("starred_actors", "The starred actor of Ann is Bob."),
        ("capital_of", "Ann is the capital of Bob."),
        ("part_of", "Ann is part of Bob."),
        ("people.person.place_of_birth", "The place of birth of Ann is Bob."),
        ("wdt:P57", "The director of Ann is Bob."),
        ("Ann bought Bob in 2019 for little", "Ann bought Bob in 2019 for little."),
        ("", "Ann is related to Bob."),
    ],
)
def test_a_triple_is_a_sentence(predicate: str, told: str) -> None:
    assert as_sentence(Triple("Ann", predicate, "Bob")) == told


def test_names_lose_their_addresses_and_capitals() -> None:
    triple = Triple("HALDEN SYSTEMS", "http://x.org/foundedBy", "http://x.org/ADA_RUIZ")
    assert as_sentence(triple) == "Halden Systems was founded by Ada Ruiz."


@pytest.mark.parametrize(
    ("subject", "predicate", "object_", "told"),
    [
        (
            "Tev",
            "numberOfEmployees",
            '"850"^^xsd:integer',
            "The number of employees of Tev is 850.",
        ),
        ("Tev", "headquarters", '"Ghent"@nl', "The headquarters of Tev is Ghent."),
        (
            "dbr:Ada_Ruiz",
            "dbo:birthDate",
            '"1974-11-30"^^xsd:date',
            "The birth date of Ada Ruiz is 1974-11-30.",
        ),
        ("ex:NilsEk", "ex:worksAt", "ex:SorrelBank", "Nils Ek works at Sorrel Bank."),
        ("Tev", "homepage", "https://tev.example/", "The homepage of Tev is https://tev.example/."),
        ("Dam", "height_m", "87", "The height of Dam is 87 m."),
        ("Dam", "capacity_mw", "240", "The capacity of Dam is 240 MW."),
        ("Tev", "revenue_musd", "4.5", "The revenue of Tev is 4.5 million USD."),
        ("Korr", "population", "1.2M", "The population of Korr is 1.2 million."),
        ("Tev", "employees", "850", "Tev has 850 employees."),
        ("Tev", "foundedInYear", "2011", "Tev was founded in 2011."),
        ("Tev", "opened", "1987", "Tev opened in 1987."),
        ("Tev", "is_open", "false", "Tev is not open."),
        ("Ann", "directed", "1984", "Ann directed 1984."),
        ("Tev", "alsoKnownAs", "TV", "Tev is also known as TV."),
        ("Tev", "acquired Orvo in", "2021", "Tev acquired Orvo in 2021."),
        ("Revenue", "grew by", "-3%", "Revenue grew by -3%."),
        (
            "Korr",
            "located in the administrative territorial entity",
            "Ruvia",
            "Korr is located in the administrative territorial entity Ruvia.",
        ),
        (
            "dbr:Up",
            "dbo:budget",
            '"8.4E7"^^<http://dbpedia.org/datatype/usDollar>',
            "The budget of Up is 84000000 USD.",
        ),
        ("NVX-204", "targets", "KRAS G12D", "NVX-204 targets KRAS G12D."),
        ("Mirela Popa", "works_with", "SPARQL", "Mirela Popa works with SPARQL."),
    ],
)
def test_terms_of_stores_are_told_in_words(
    subject: str, predicate: str, object_: str, told: str
) -> None:
    assert as_sentence(Triple(subject, predicate, object_)) == told


@pytest.mark.parametrize(
    "line",
    [
        "Inception -> directed_by -> Christopher Nolan",
        "- Inception → directed_by → Christopher Nolan.",
        "(Inception)-[:directed_by]->(Christopher Nolan)",
        "Inception --directed_by--> Christopher Nolan",
        "(Inception, directed_by, Christopher Nolan)",
        "['Inception', 'directed_by', 'Christopher Nolan']",
        "Inception | directed_by | Christopher Nolan",
        "Inception\tdirected_by\tChristopher Nolan",
        "<Inception> <directed_by> <Christopher Nolan>",
    ],
)
def test_a_line_with_a_triple_is_read_in_the_notations_in_use(line: str) -> None:
    [found] = listed_triples(f"{line}\n")
    assert tuple(found.triple) == ONE
    assert found.span.of(line) == line.removeprefix("- ")


def test_turtle_is_a_list_of_triples() -> None:
    text = (
        '@prefix x: <http://x.org/> .\nx:Up a x:Film ;\n  x:maker x:PixarStudio, "Di\\u00e9"@fr .'
    )

    found = listed_triples(text)

    assert [as_sentence(each.triple) for each in found] == [
        "Up is an instance of Film.",
        "The maker of Up is Pixar Studio.",
        "The maker of Up is Dié.",
    ]
    assert [each.span.of(text) for each in found] == [
        "x:Up a x:Film ;",
        "x:maker x:PixarStudio,",
        '"Di\\u00e9"@fr .',
    ]


@pytest.mark.parametrize(
    "text",
    [
        "x:Up a x:Film ; x:maker",
        "Note: it rains.",
        "We went home, to eat, again.",
        "| name | city | year |\n|---|---|---|\n| Ann | Porto | 1990 |",
        "Name\tCity\tYear\nAnn\tPorto\t1990",
        "Ann | nurse | Porto",
        "Inception -> directed_by -> Christopher Nolan\nIt won four awards.",
        "",
    ],
)
def test_prose_and_tables_list_no_triples(text: str) -> None:
    assert listed_triples(text) == []
