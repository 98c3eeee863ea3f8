from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import Triple
from groundgraph.methods.gga.adjacency import KnowledgeGraph

NAMES = st.sampled_from("abcdefgh")
TRIPLES = st.lists(st.builds(Triple, NAMES, st.sampled_from("pq"), NAMES), max_size=20)


def as_networkx(graph: KnowledgeGraph) -> nx.MultiGraph:
    joined = nx.MultiGraph()
    joined.add_nodes_from(range(len(graph.entities)))
    joined.add_edges_from(graph.ends.tolist())
    return joined


@given(TRIPLES)
def test_every_triple_is_found_at_both_of_its_ends_as_in_networkx(triples: list[Triple]) -> None:
    graph = KnowledgeGraph.from_triples(triples)
    joined = as_networkx(graph)

    for entity in range(len(graph.entities)):
        found = graph.around(np.array([entity], np.int32))
        assert sorted(found.others.tolist()) == sorted(other for _, other in joined.edges(entity))
        assert found.triples.tolist() == [
            number for number, ends in enumerate(graph.ends.tolist()) if entity in ends
        ]


@given(TRIPLES)
def test_ends_and_numbers_name_the_parts_of_the_triples(triples: list[Triple]) -> None:
    graph = KnowledgeGraph.from_triples(triples)

    assert list(graph.triples) == list(dict.fromkeys(triples))
    for triple, (subject, object_) in zip(graph.triples, graph.ends.tolist(), strict=True):
        assert (graph.entities[subject], graph.entities[object_]) == (triple[0], triple[2])
    assert [graph.numbers[name] for name in graph.entities] == list(range(len(graph.entities)))


@given(TRIPLES, st.data())
def test_several_entities_are_looked_at_as_each_alone(
    triples: list[Triple], data: st.DataObject
) -> None:
    graph = KnowledgeGraph.from_triples(triples)
    size = len(graph.entities)
    asked = data.draw(st.lists(st.integers(0, size - 1), max_size=4)) if size else []

    together = graph.around(np.array(asked, np.int32))

    alone = [graph.around(np.array([entity], np.int32)) for entity in asked]
    assert together.triples.tolist() == [t for each in alone for t in each.triples.tolist()]
    assert together.others.tolist() == [o for each in alone for o in each.others.tolist()]
    assert together.origins.tolist() == [
        place for place, each in enumerate(alone) for _ in each.triples
    ]
    assert graph.degrees(np.array(asked, np.int32)).tolist() == [len(a.triples) for a in alone]


def test_a_repeated_triple_counts_once_and_a_loop_stands_once_at_its_entity() -> None:
    loop, edge = Triple("a", "likes", "a"), Triple("a", "knows", "b")

    graph = KnowledgeGraph.from_triples([loop, edge, loop])

    assert graph.triples == (loop, edge)
    assert graph.degrees(np.array([0, 1], np.int32)).tolist() == [2, 1]


def test_a_graph_cannot_be_changed() -> None:
    graph = KnowledgeGraph.from_triples([Triple("a", "knows", "b")])

    with pytest.raises(ValueError, match="read-only"):
        graph.ends[0, 0] = 1


def test_no_triples_make_an_empty_graph() -> None:
    graph = KnowledgeGraph.from_triples([])

    assert repr(graph) == "KnowledgeGraph(0 triples, 0 entities)"
    assert graph.around(np.array([], np.int32)).triples.tolist() == []
