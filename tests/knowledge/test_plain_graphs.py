"""Graphs without Wikidata's vocabulary, such as DBpedia."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundgraph.knowledge.building import build
from groundgraph.knowledge.store import StoreSource
from groundgraph.types import Mention, Triple

if TYPE_CHECKING:
    from pathlib import Path

TURTLE = """
@prefix dbr: <http://dbpedia.org/resource/> .
@prefix dbo: <http://dbpedia.org/ontology/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .

dbr:Ada_Byron rdfs:label "Ada Byron"@en ; dbo:wikiPageRedirects dbr:Ada_Lovelace .
dbr:Ada_Lovelace a dbo:Person ; rdfs:label "Ada Lovelace"@en ;
  rdfs:comment "English mathematician."@en ;
  dbo:birthDate "1815-12-10"^^xsd:date ; dbo:birthPlace dbr:London ;
  dbo:knownFor dbr:Analytical_engine ;
  dbo:spouse [ rdfs:label "somebody" ] ;
  dbo:wikiPageID 42 ; owl:sameAs <http://www.wikidata.org/entity/Q7259> ;
  dbo:thumbnail <http://commons.wikimedia.org/wiki/Special:FilePath/Ada.jpg> ;
  foaf:isPrimaryTopicOf <http://en.wikipedia.org/wiki/Ada_Lovelace> .
dbr:Ada rdfs:label "Ada"@en ; dbo:wikiPageDisambiguates dbr:Ada_Lovelace .
dbr:London rdfs:label "London" .
dbo:birthPlace a owl:ObjectProperty ; rdfs:label "birth place"@en .
"""


@pytest.fixture
def source(tmp_path: Path) -> StoreSource:
    dump = tmp_path / "plain.ttl"
    dump.write_text(TURTLE)
    build([dump], tmp_path / "store")
    return StoreSource(str(tmp_path / "store"))


def test_facts_take_their_words_from_labels_else_from_the_iris(source: StoreSource) -> None:
    [ada] = source.link([Mention("Ada Lovelace", "")])
    assert ada is not None

    assert source.facts([ada]) == [
        [
            Triple("Ada Lovelace", "birth date", "10 December 1815"),
            Triple("Ada Lovelace", "birth date", "1815"),
            Triple("Ada Lovelace", "birth place", "London"),
            Triple("Ada Lovelace", "known for", "Analytical engine"),
        ]
    ]


def test_a_redirect_is_another_name(source: StoreSource) -> None:
    [ada] = source.link([Mention("Ada Byron", "")])

    assert ada is not None
    assert (ada.label, ada.description) == ("Ada Lovelace", "English mathematician.")


@pytest.mark.parametrize("name", ["Ada", "birth place"])
def test_a_disambiguation_page_or_a_property_is_no_entity(source: StoreSource, name: str) -> None:
    assert source.link([Mention(name, "")]) == [None]
