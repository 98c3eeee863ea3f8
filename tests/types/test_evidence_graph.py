from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.errors import UnknownNameError
from groundgraph.graph import EvidenceGraph, GraphEdge, Node
from groundgraph.types import Span, Triple
from groundgraph.types.graphs import EDGE_KINDS, SYMMETRIC, kinds

NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=4)
SPANS = st.builds(
    lambda start, long: Span(start, start + long), st.integers(0, 9), st.integers(1, 9)
)
TRIPLES = st.builds(Triple, NAMES, NAMES, NAMES)
NODES = st.one_of(
    st.builds(kinds.question, NAMES),
    st.builds(kinds.passage, NAMES, NAMES),
    st.builds(kinds.unit, NAMES, SPANS | st.none(), NAMES),
    st.builds(kinds.claim, SPANS, NAMES),
    st.builds(kinds.entity, NAMES),
    st.builds(kinds.statement, TRIPLES),
    st.builds(kinds.source, st.integers(1, 9).map("triple {}".format), NAMES),
)
WEIGHTS = st.integers(-4, 4).map(lambda n: n / 4)


@st.composite
def graphs(draw: st.DrawFn) -> EvidenceGraph:
    nodes = draw(st.lists(NODES, max_size=8))
    ids = st.sampled_from([node.id for node in nodes]) if nodes else st.nothing()
    by = st.sampled_from(["egc", "kea", ""])
    edges = st.builds(GraphEdge, ids, ids, st.sampled_from(EDGE_KINDS), WEIGHTS, by)
    return EvidenceGraph.of(nodes, draw(st.lists(edges, max_size=10)))


@given(graphs(), graphs(), graphs())
def test_graphs_unite_in_any_order(
    one: EvidenceGraph, two: EvidenceGraph, three: EvidenceGraph
) -> None:
    assert one | two == two | one
    assert (one | two) | three == EvidenceGraph.union([three, one, two])
    assert one | one == one | EvidenceGraph.of() == one


@given(graphs(), graphs())
def test_a_union_holds_each_node_and_edge_once(one: EvidenceGraph, two: EvidenceGraph) -> None:
    both = one | two
    ids = [node.id for node in both.nodes]
    said = [(e.source, e.target, e.kind, e.by) for e in both.edges()]

    assert len(ids) == len(set(ids)) == len({n.id for n in (*one.nodes, *two.nodes)})
    assert len(said) == len(set(said))
    for edge in (*one.edges(), *two.edges()):
        kept = next(e.weight for e in both.edges() if (*e[:3], e.by) == (*edge[:3], edge.by))
        assert kept >= edge.weight


@given(graphs())
def test_json_holds_all_of_a_graph(graph: EvidenceGraph) -> None:
    assert EvidenceGraph.from_dict(json.loads(json.dumps(graph.to_dict()))) == graph


def test_graphs_are_equal_that_their_json_does_not_tell_apart() -> None:
    nodes = [Node("claim:0-3", "claim"), Node("passage:1", "passage")]

    def weighing(weight: float) -> EvidenceGraph:
        return EvidenceGraph.of(nodes, [GraphEdge("passage:1", "claim:0-3", "entails", weight)])

    third = weighing(1 / 3)
    assert EvidenceGraph.from_dict(third.to_dict()) == third
    assert third != weighing(0.33334)


@given(graphs())
def test_networkx_holds_all_of_a_graph(graph: EvidenceGraph) -> None:
    made = graph.to_networkx()

    assert [Node(name, **about) for name, about in made.nodes(data=True)] == list(graph.nodes)
    edges: set[Any] = {GraphEdge(*ends, **about) for *ends, about in made.edges(data=True)}
    back = {e._replace(source=e.target, target=e.source) for e in graph.edges(*SYMMETRIC)}
    parts = {(n.part_of, n.id) for n in graph.nodes if n.part_of in graph}
    assert {edge[:2] for edge in edges if edge.kind == "contains"} == parts
    assert {edge for edge in edges if edge.kind != "contains"} == {*graph.edges(), *back}


@given(graphs())
def test_networkx_reads_the_graphml(graph: EvidenceGraph) -> None:
    read = nx.read_graphml(BytesIO(graph.to_graphml().encode()), force_multigraph=True)
    plain = graph.to_graphml().count("\ufffd") == sum(n.id.count("\ufffd") for n in graph.nodes)

    assert read.number_of_edges() == len(list(graph.edges()))
    if plain and not any("\r" in node.text for node in graph.nodes):
        assert set(read) >= {node.id for node in graph.nodes if "\ufffd" not in node.id}


@given(graphs(), st.sampled_from(EDGE_KINDS))
def test_the_adjacency_is_that_of_networkx(graph: EvidenceGraph, kind: str) -> None:
    found = graph.adjacency(kind).toarray()  # type: ignore[arg-type]
    expected = np.full(found.shape, -np.inf)
    for source, target, about in graph.to_networkx().edges(data=True):
        places = [(graph.index[source], graph.index[target])]
        if kind in {"similar", "opposes"}:
            places.append(places[0][::-1])
        for place in places if about["kind"] == kind else ():
            expected[place] = max(expected[place], about["weight"])

    assert (found == np.where(np.isinf(expected), 0.0, expected)).all()


@given(graphs(), WEIGHTS)
def test_edges_of_a_weight_are_kept_and_all_nodes(graph: EvidenceGraph, least: float) -> None:
    kept = graph.at_least(least)

    assert kept.nodes == graph.nodes
    assert list(kept.edges()) == [edge for edge in graph.edges() if edge.weight >= least]


@given(graphs(), st.integers(0, 3))
def test_what_is_around_a_node_is_what_networkx_reaches(graph: EvidenceGraph, hops: int) -> None:
    joined = graph.to_networkx().to_undirected()
    for node in graph.nodes[:1]:
        near = nx.single_source_shortest_path_length(joined, node.id, cutoff=hops)
        found = graph.around([node.id], hops)
        assert {each.id for each in found.nodes} == set(near)
        assert set(found.edges()) == {e for e in graph.edges() if {e.source, e.target} <= set(near)}


@given(graphs())
def test_collapsing_folds_units_into_their_passages(graph: EvidenceGraph) -> None:
    folded = graph.collapsed()
    home = {node.id: node.part_of or node.id for node in graph.nodes}

    assert {node.id for node in folded.nodes} == set(home.values())
    expected = {(home[e.source], home[e.target], e.kind) for e in graph.edges()}
    found = {(e.source, e.target, e.kind) for e in folded.edges()}
    assert {frozenset(e) for e in found} == {frozenset(e) for e in expected if e[0] != e[1]}
    assert folded.collapsed() == folded


def test_an_id_says_what_a_node_is() -> None:
    assert kinds.unit("a:b", Span(3, 9), "x").id == "unit:a:b:3-9"
    assert kinds.claim(Span(0, 4), "Yes.").id == "claim:0-3"
    assert kinds.entity(" Ada  Lovelace ") == Node("entity:ada lovelace", "entity", "Ada Lovelace")
    assert kinds.statement(Triple("a", "b", "c")).id == 'statement:["a", "b", "c"]'
    assert kinds.unit("1", None, "one fact").id != kinds.unit("1", None, "another").id


def test_the_longer_text_of_a_node_is_kept() -> None:
    bare, told = (EvidenceGraph.of([kinds.passage("1", text)]) for text in ("", "The lift."))
    assert (
        (bare | told).node("passage:1").text == (told | bare).node("passage:1").text == "The lift."
    )


def test_symmetric_edges_have_one_direction_and_others_two() -> None:
    nodes = [kinds.passage("1"), kinds.passage("2")]
    for kind, count in (("opposes", 1), ("links", 2)):
        there = GraphEdge("passage:1", "passage:2", kind, 1.0)  # type: ignore[arg-type]
        back = there._replace(source="passage:2", target="passage:1")
        assert len(list(EvidenceGraph.of(nodes, [there, back]).edges())) == count


def test_a_graph_cannot_be_changed() -> None:
    graph = EvidenceGraph.of([kinds.passage("1"), kinds.passage("2")], [
        GraphEdge("passage:1", "passage:2", "similar", 0.5)
    ])  # fmt: skip
    with pytest.raises(ValueError, match="read-only"):
        graph.arrays.weights[0] = 1.0
    with pytest.raises(TypeError, match="unhashable"):
        hash(graph)


@pytest.mark.parametrize("weight", [1.5, float("nan"), float("inf")])
def test_a_weight_beyond_one_is_refused(weight: float) -> None:
    nodes = [kinds.passage("1"), kinds.passage("2")]
    with pytest.raises(ValueError, match="outside"):
        EvidenceGraph.of(nodes, [GraphEdge("passage:1", "passage:2", "similar", weight)])


def test_one_id_cannot_stand_for_two_kinds() -> None:
    with pytest.raises(ValueError, match="is a passage and a claim"):
        EvidenceGraph.of([Node("x", "passage"), Node("x", "claim")])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 1, found 2"),
        ({"nodes": [{"id": "x"}]}, "no evidence graph"),
        ({"nodes": [{"id": "x", "kind": "city", "text": ""}]}, "is a 'city'"),
        ({"edges": [{"source": "x", "target": "y", "kind": "links", "weight": 1, "by": ""}]}, "x"),
        (
            {"edges": [{"source": "x", "target": "y", "kind": "eats", "weight": 1, "by": ""}]},
            "eats",
        ),
    ],
)
def test_what_is_no_graph_is_refused(change: dict[str, object], message: str) -> None:
    record = {**EvidenceGraph.of().to_dict(), **change}
    with pytest.raises(ValueError, match=message):
        EvidenceGraph.from_dict(record)


def test_what_a_graph_does_not_have_is_told_with_what_it_has() -> None:
    graph = EvidenceGraph.of([kinds.passage("lease"), kinds.question()])

    for ask in (graph.edges, graph.only, graph.adjacency):
        with pytest.raises(UnknownNameError, match="kind of edge 'nope'; there are: similar, "):
            ask("nope")  # type: ignore[arg-type]
    with pytest.raises(
        UnknownNameError, match="no node 'pasage:lease'; there are: 'passage:lease'"
    ):
        graph.around(["pasage:lease"])
    with pytest.raises(UnknownNameError, match="'nope'"):
        graph.node("nope")
    with pytest.raises(TypeError, match=r"expected a list of ids: \['question'\]"):
        graph.around("question")
