"""Paths of Cypher and lists of triples in other notations are triples."""

from __future__ import annotations

import pytest

from groundgraph.text.triples.paths import path_triples
from groundgraph.text.triples.sentences import listed_triples

DEPENDS = """(:Service {name: "checkout"})-[:DEPENDS_ON]->(:Service {name: "billing"})
(:Service {name: "billing"})-[:DEPENDS_ON]->(:Database {name: "ledger-pg", size: 40})"""
FRAMED = """cypher> MATCH p=(a:Service)-[:DEPENDS_ON]->(b:Service) RETURN p;
+---------------------------------------------------------------------+
| p                                                                   |
+---------------------------------------------------------------------+
| (:Service {name: "a"})-[:DEPENDS_ON {since: 2019}]->(:Service {name: "b"}) |
| (:Service {name: "b"})<-[:CALLS]-(:Service {name: "c"})                    |
+---------------------------------------------------------------------+
2 rows"""


def triples(text: str) -> list[tuple[str, str, str]]:
    return [tuple(each.triple) for each in path_triples(text)]  # type: ignore[misc]


def test_each_arrow_is_a_triple_and_so_is_what_a_node_tells_of_itself() -> None:
    assert triples(DEPENDS) == [
        ("checkout", "DEPENDS_ON", "billing"),
        ("billing", "DEPENDS_ON", "ledger-pg"),
        ("ledger-pg", "size", "40"),
    ]


def test_an_arrow_leads_the_way_that_it_points() -> None:
    assert triples("(:A {id: 1})<-[:MADE]-(:B {title: 'Up'})-[r:IN]->(c:City)") == [
        ("Up", "MADE", "1"),
        ("Up", "IN", "City"),
    ]


def test_the_frame_of_a_result_is_passed_over() -> None:
    assert triples(FRAMED) == [("a", "DEPENDS_ON", "b"), ("c", "CALLS", "b")]


@pytest.mark.parametrize(
    "text",
    [
        "The path (:A)-[:B]->(:C) is told in prose.",
        "(:A)-[:B]->(:C) and more",
        "a)-[b]->(c",
        "()-[:B]->()",
        "It was late (really) - so [we] -> left.",
    ],
)
def test_what_holds_more_is_no_path(text: str) -> None:
    assert path_triples(text) == []


def test_time_grows_with_the_text() -> None:
    assert path_triples("(:A {a: b " * 5_000) == []
    assert path_triples("(:A)-[:B {a: b, " * 2_000) == []


@pytest.mark.parametrize(
    ("text", "middles"),
    [
        ("Nora | child of | Signe\nSigne | sex | female", ["child of", "sex"]),
        ('["Krait", "type", "language"]\n["Krait", "made_by", "Lab"]', ["type", "made_by"]),
        ('[["A", "architect", "B"],\n ["A", "completed", "1967"]]', ["architect", "completed"]),
        ("[('A', 'works_at', 'B'), ('B', 'city', 'Oslo')]", ["works_at", "city"]),
    ],
)
def test_what_stands_beside_a_relation_is_one(text: str, middles: list[str]) -> None:
    assert [each.triple.predicate for each in listed_triples(text)] == middles


@pytest.mark.parametrize(
    "text",
    [
        "Ann | nurse | Oslo\nBo | cook | Riga",
        "Name | Role | City\nAnn | works in | Oslo",
        "[1, 2, 3]\n[4, 5, 6]",
        '[["a", "b"], ["c", "d"]]',
        "Ann | works in | Oslo\nBo | cook 2 | Riga",
    ],
)
def test_rows_of_tables_are_no_triples(text: str) -> None:
    assert listed_triples(text) == []
