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
    triple = Triple("HALDEN SYSTEMS", "http://x.org/foundedBy", "http://x.org/Ada_Ruiz")
    assert as_sentence(triple) == "Halden Systems was founded by Ada Ruiz."


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


@pytest.mark.parametrize(
    "text",
    [
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
