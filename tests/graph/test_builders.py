from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from groundgraph.graph import answer_graph
from groundgraph.graph.builders import links, similar, states, unit_nodes
from groundgraph.graph.links import PassageLinks
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units
from groundgraph.text.words import postings, words
from groundgraph.types import (
    Claim,
    Edge,
    Evidence,
    Example,
    Finding,
    Passage,
    Span,
    Triple,
    Verdict,
)
from groundgraph.types.graphs import kinds

DAM = Passage("The Orrin dam is run by the National Water Agency.", "4")
AGENCY = Passage("The National Water Agency inspects all its sites.", "1")
[UNITS] = evidence_units([(DAM, AGENCY)], SentenceSegmenter())


@given(st.lists(st.lists(st.integers(-4, 4), min_size=3, max_size=3), min_size=1, max_size=5))
def test_nodes_at_a_cosine_from_tau_on_are_joined(rows: list[list[int]]) -> None:
    cosines = np.array(rows) / 4
    units = [kinds.unit("1", Span(n, n + 1), "x") for n in range(len(rows))]
    claims = [kinds.claim(Span(n, n + 1), "x") for n in range(3)]
    found = {tuple(e[:2]): e.weight for e in similar(units, claims, cosines, 0.25, "egc").edges()}

    assert found == {
        (unit.id, claim.id): cosines[i, j]
        for i, unit in enumerate(units)
        for j, claim in enumerate(claims)
        if cosines[i, j] >= 0.25
    }


def test_among_one_list_each_pair_is_one_edge_and_none_joins_itself() -> None:
    nodes = [kinds.passage("1"), kinds.passage("2")]
    [edge] = similar(nodes, nodes, np.ones((2, 2), np.float32), 0.5, "egc").edges()

    assert edge[:3] == ("passage:1", "passage:2", "similar")


def test_a_sentence_is_linked_to_the_passage_that_it_names() -> None:
    found = PassageLinks.of(UNITS, postings(words(unit.text) for unit in UNITS))
    graph = links(UNITS, found, "links")
    [edge] = graph.edges()

    assert (edge.source, edge.target) == ("unit:4:0-49", "passage:1")
    assert [each[:2] for each in graph.collapsed().edges()] == [("passage:4", "passage:1")]


def test_statements_are_between_who_says_them_and_their_ends() -> None:
    [unit, _] = unit_nodes(UNITS)
    graph = states([(unit, Triple("dam", "is run by", "agency"))], "kea")

    assert graph.counts() == {"mentions": 2, "states": 1}


def test_a_builder_and_a_verdict_mean_the_same_nodes() -> None:
    cited = Evidence("4", UNITS[0].span, 0.5, UNITS[0].text)
    finding = Finding(Claim("Yes.", Span(0, 4)), "supported", 0.1, (cited,))
    verdict = Verdict("grounded", 0.1, findings=(finding,), edges=(Edge("p:4", "c:0", 0.5),))
    seen = answer_graph(Example("Yes.", (DAM, AGENCY)), {"fused": verdict})

    assert {node.id for node in unit_nodes(UNITS[:1])} <= seen.index.keys()
