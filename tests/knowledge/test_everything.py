from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundgraph.errors import KnowledgeError
from groundgraph.knowledge.store import StoreSource
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.subgraph import Query, subgraphs
from groundgraph.types import Triple

if TYPE_CHECKING:
    from pathlib import Path


def test_every_fact_of_a_store_is_given_once_in_words(store: StoreSource) -> None:
    triples = list(store.triples())

    assert len(triples) == len(set(triples))
    assert Triple("Marta Lindqvist", "place of birth", "Ystad") in triples
    assert Triple("Ystad", "country", "Sweden") in triples
    assert not any("12345678" in triple for triple in triples)  # an identifier is no fact


def test_a_store_makes_a_knowledge_graph(store: StoreSource) -> None:
    graph = KnowledgeGraph.from_triples(store.triples())

    [found] = subgraphs(
        graph, [Query([graph.numbers["Marta Lindqvist"]], [graph.numbers["Sweden"]])]
    )

    assert found.hops == 2


def test_names_come_in_the_language_of_the_store(folder: Path) -> None:
    triples = list(StoreSource(str(folder), language="de").triples())

    assert "Geburtsdatum" in {triple.predicate for triple in triples}
    assert "date of birth" not in {triple.predicate for triple in triples}


def test_a_folder_without_a_store_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="holds no store"):
        list(StoreSource(str(tmp_path)).triples())
