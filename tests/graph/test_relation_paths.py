from __future__ import annotations

import random
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from small_graphs import DIRECTED

from groundgraph.graph.relation_paths import MOST_HOPS, RelationGraph
from groundgraph.text.triples.relations import read_asked
from groundgraph.types import Span, Triple

if TYPE_CHECKING:
    from collections.abc import Sequence


def best_ends(question: str, topic: str, triples: Sequence[Triple]) -> set[str]:
    graph = RelationGraph.of(triples)
    at = question.index(topic)
    asked = read_asked(question, [Span(at, at + len(topic))])
    ways = graph.ways(graph.names.index(topic), asked, at)
    return {graph.names[entity] for entity in ways[0].ends}


@pytest.mark.parametrize(
    ("question", "topic", "ends"),
    [
        ("who directed Up", "Up", {"Docter"}),
        ("who wrote Up", "Up", {"Peterson"}),
        ("who directed the films that Asner starred in", "Asner", {"Docter", "Stone"}),
        ("when were the movies with the actor Asner released", "Asner", {"1991"}),
        ("which films share actors with Up", "Up", {"JFK"}),
        ("which films did Asner star in", "Asner", {"Up", "JFK"}),
    ],
)
def test_the_best_way_is_the_one_that_is_asked_for(
    question: str, topic: str, ends: set[str]
) -> None:
    assert best_ends(question, topic, DIRECTED) == ends
    assert best_ends(question, topic, DIRECTED[::-1]) == ends


def test_the_order_of_relations_is_that_of_the_words_from_the_name_on() -> None:
    triples = [
        Triple("Up", "directed_by", "Ann"),
        Triple("Up", "written_by", "Ben"),
        Triple("Oz", "directed_by", "Ann"),
        Triple("Oz", "written_by", "Cleo"),
        Triple("It", "written_by", "Ben"),
        Triple("It", "directed_by", "Dora"),
    ]
    assert best_ends("who wrote films that share directors with Up", "Up", triples) == {"Cleo"}
    assert best_ends("who directed films that share writers with Up", "Up", triples) == {"Dora"}


def test_direction_is_told_by_who_does_it() -> None:
    triples = [Triple("Halden", "acquired", "Ruiz"), Triple("Ortega", "acquired", "Halden")]
    graph = RelationGraph.of(triples)
    asked = read_asked("Who acquired Halden?", [Span(13, 19)])._replace(role="agent")
    best = graph.ways(0, asked, 13)[0]
    assert [graph.names[entity] for entity in best.ends] == ["Ortega"]


def test_entities_are_reached_exactly_within_three_hops() -> None:
    draw = random.Random(3)
    triples = [
        Triple(f"n{draw.randrange(25)}", f"r{draw.randrange(3)}", f"n{draw.randrange(25)}")
        for _ in range(40)
    ]
    graph, oracle = RelationGraph.of(triples), nx.Graph()
    oracle.add_edges_from((s, o) for s, _, o in triples)
    for number, name in enumerate(graph.names):
        ways = graph.ways(number, read_asked("", []), 0)
        reached = {graph.names[end] for way in ways for end in way.ends}
        near = nx.single_source_shortest_path_length(oracle, name, cutoff=MOST_HOPS)
        assert reached == near.keys() - {name}


def test_walks_lead_from_the_topic_to_their_ends() -> None:
    graph = RelationGraph.of(DIRECTED)
    for way in graph.ways(graph.names.index("Asner"), read_asked("", []), 0):
        for end, walk in way.ends.items():
            at = {"Asner"}
            for place in walk:
                subject, _, object_ = DIRECTED[place]
                at = {object_} if subject in at else {subject} if object_ in at else set()
            assert at == {graph.names[end]}


def test_names_that_differ_in_accents_hyphens_and_case_are_one() -> None:
    triples = [
        Triple("Jean-Pierre Bø", "born_in", "Oslo"),
        Triple("Ann", "father", "jean pierre bø"),
        Triple("José", "father", "Jose"),
    ]
    assert RelationGraph.of(triples).names == ("Jean-Pierre Bø", "Oslo", "Ann", "José")


def test_what_holds_the_name_by_of_comes_first() -> None:
    triples = [
        Triple("Salt Road", "written_by", "Ada Lorne"),
        Triple("Ada Lorne", "spouse", "Max Holm"),
        Triple("Ada Lorne", "place_of_birth", "Bren"),
        Triple("Max Holm", "place_of_birth", "Kells"),
    ]
    asked = "Where was the husband of the author of Salt Road born?"
    assert best_ends(asked, "Salt Road", triples) == {"Kells"}
