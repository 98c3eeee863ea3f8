"""Graphs as databases, shells and prompts write them, read as triples and as what they say."""

from __future__ import annotations

import pytest

from groundgraph import check
from groundgraph.text.documents.graph_contexts import graph_contexts
from groundgraph.text.documents.markup import plain_text
from groundgraph.text.documents.term_tables import term_tables
from groundgraph.text.triples.graph_records import record_triples
from groundgraph.text.triples.paths import path_triples
from groundgraph.text.triples.sentences import as_sentence, listed_triples

NODES = """(:Person {name: 'Runa Ekholm', born: 1971})
(:Firm {name: 'Ekholm LLP', founded: date('2003-04-01')})
(Runa Ekholm)-[:WORKS_AT {since: 2003, role: 'Partner'}]->(Ekholm LLP)"""
NUMBERED = """Node 3311 :Product {sku: 'TR-20', name: 'Trekker 20', waterproof: false}
Node 3401 :Supplier {name: 'Oxbow Outdoor'}
Edge 3401-[:SUPPLIES {lastOrder: '2024-02-11'}]->3311"""
ACCOUNTS = """(:Account {iban: 'XX71', holder: 'Bram Kessel'})
(:Account {iban: 'XX93', holder: 'Silverline'})
(XX71)-[:TRANSFERRED {amount: 950.00, on: date('2024-03-05')}]->(XX93)
(XX71)-[:TRANSFERRED {amount: 20.00, on: date('2024-03-09')}]->(XX93)"""
MENTORS = """(Anna Berg)-[:WORKS_FOR]->(Nordlys AB)
(Nordlys AB)-[:HEADQUARTERED_IN]->(Luleå)
(Emil Quist)-[:MENTORS]->(Anna Berg)"""
RECORDS = """{"labels": ["Sensor"], "properties": {"id": "GH-03", "battery": 18}}
{"labels": ["House"], "properties": {"name": "Glasshouse East"}}
{"type": "INSTALLED_IN", "start": "GH-03", "end": "Glasshouse East", "properties": {}}"""
ROWS = (
    "[{'e': {'name': 'Leo Farkas'}, 'type(r)': 'REPORTS_TO', 'm': {'name': 'Priya Nandal'}}, "
    "{'e': {'name': 'Priya Nandal'}, 'type(r)': 'REPORTS_TO', 'm': {'name': 'Gustav Ohm'}}]"
)
DRIVER = "[{'r': ({'name': 'Ann', 'age': 31}, 'WORKS_AT', {'name': 'Acme'})}]"
CHAINS = """KG paths:
Grand Hotel --located_in--> Old Quarter --served_by--> Tram 5
Path: VAT return -> FILED_BY -> Otterby -> REPRESENTED_BY -> Linus Frey (tax adviser)"""
CONTEXT = """-----Entities-----
id|entity|description|number of relationships
12|VELMOUTH COUNCIL|Elected body that governs Velmouth|9
15|TARN & LOWE|Contractor that won the sea wall tender|4

-----Relationships-----
id|source|target|description|weight
41|VELMOUTH COUNCIL|TARN & LOWE|Velmouth Council awarded Tarn & Lowe the sea wall contract|9.0

-----Sources-----
id|text
3|The hearing opened in June 2022."""
FENCED = """-----Entities(KG)-----

```json
[{"id": "1", "entity": "Noor \\"N\\" Ade", "type": "person", "description": "Astronomer"}]
```

-----Document Chunks(DC)-----
```csv
id,content
0,"Water was found, they say, in 2016."
```"""


def told(text: str) -> list[str]:
    return [as_sentence(each.triple) for each in listed_triples(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (NODES, ["Runa Ekholm works at Ekholm LLP since 2003 with role Partner."]),
        (NODES, ["Ekholm LLP was founded on 2003-04-01.", "Runa Ekholm was born in 1971."]),
        (NUMBERED, ["Oxbow Outdoor supplies Trekker 20 with last order 2024-02-11."]),
        (NUMBERED, ["Trekker 20 is not waterproof."]),
        (
            ACCOUNTS,
            [
                "Bram Kessel transferred to Silverline on 2024-03-05 with amount 950.00.",
                "Bram Kessel transferred to Silverline on 2024-03-09 with amount 20.00.",
            ],
        ),
        (MENTORS, ["Emil Quist mentors Anna Berg.", "Nordlys AB is headquartered in Luleå."]),
        (RECORDS, ["GH-03 is installed in Glasshouse East.", "The battery of GH-03 is 18."]),
        (ROWS, ["Leo Farkas reports to Priya Nandal.", "Priya Nandal reports to Gustav Ohm."]),
        (DRIVER, ["Ann works at Acme.", "The age of Ann is 31."]),
        (CHAINS, ["Grand Hotel is located in Old Quarter.", "Old Quarter is served by Tram 5."]),
        (CHAINS, ["Otterby is represented by Linus Frey (tax adviser)."]),
    ],
)
def test_edges_and_nodes_are_told_as_sentences(text: str, sentences: list[str]) -> None:
    assert set(sentences) <= {*told(text)}


@pytest.mark.parametrize("text", [NODES, NUMBERED, ACCOUNTS, MENTORS, RECORDS, CHAINS])
def test_lines_of_a_graph_stay_lines(text: str) -> None:
    assert plain_text(text) is None


def test_a_triple_stands_in_its_line() -> None:
    for each in listed_triples(NUMBERED):
        assert "\n" not in each.span.of(NUMBERED)


@pytest.mark.parametrize(
    "text",
    [
        "The path (:A)-[:B]->(:C) is told in prose.",
        '[{"source": "A", "fee": 4}, {"source": "B", "fee": 5}]',
        '{"a": {"b": 1}, "start": "now", "end": "later"}',
        "(a) (b)",
        "{}",
        "[]",
        "",
    ],
)
def test_other_texts_are_no_graphs(text: str) -> None:
    assert not path_triples(text)
    assert not record_triples(text)


def test_tables_of_a_prompt_become_what_they_say() -> None:
    found = graph_contexts(CONTEXT)

    assert found is not None
    assert found.text.splitlines() == [
        "Velmouth Council: Elected body that governs Velmouth.",
        "Velmouth Council — number of relationships: 9",
        "Tarn & Lowe: Contractor that won the sea wall tender.",
        "Tarn & Lowe — number of relationships: 4",
        "Velmouth Council awarded Tarn & Lowe the sea wall contract.",
        "Velmouth Council, Tarn & Lowe — weight: 9.0",
        "The hearing opened in June 2022.",
    ]
    at = found.text.index("awarded")
    assert CONTEXT[found.starts[at] :].startswith("awarded Tarn")


def test_tables_in_fences_and_json_are_read_too() -> None:
    found = graph_contexts(FENCED)

    assert found is not None
    assert found.text.splitlines() == [
        'Noor "N" Ade: Astronomer.',
        'Noor "N" Ade — type: person',
        "Water was found, they say, in 2016.",
    ]


@pytest.mark.parametrize(
    "text", ["-----Notes-----\nid|text\n1|x", "--- Document 2 ---\nThe fair.", "-----Entities-----"]
)
def test_other_headings_are_left(text: str) -> None:
    assert graph_contexts(text) is None


def test_terms_in_a_table_become_words() -> None:
    found = term_tables(
        '?teacher\t?teacherLabel\t?from\n<http://kg.example/Q55>\t"Leonor Abaza"@en\t'
        '"1907"^^xsd:gYear\n<http://kg.example/Q61>\t"Miles Whitlock"@en\t"1926"^^xsd:gYear'
    )

    assert found is not None
    assert found.text.splitlines() == [
        "| teacher | from |",
        "|---|---|",
        "| Leonor Abaza | 1907 |",
        "| Miles Whitlock | 1926 |",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name,age\nAnn,31",
        "@prefix ex: <urn:x> .\nex:Ann ex:age 31 .",
        "bridge | span\nSee http://example.org/a | 3",
    ],
)
def test_other_tables_are_left(text: str) -> None:
    assert term_tables(text) is None


def test_an_answer_over_a_graph_is_judged_and_its_line_is_cited() -> None:
    right, wrong = (
        check(question="Who mentors whom?", passages=[MENTORS], answer=answer)
        for answer in ("Emil Quist mentors Anna Berg.", "Anna Berg mentors Emil Quist.")
    )

    assert (right.label, wrong.label) == ("grounded", "hallucinated")
    assert "MENTORS" in right.findings[0].evidence[0].text
