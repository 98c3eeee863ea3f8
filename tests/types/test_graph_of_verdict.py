from __future__ import annotations

from typing import Any

import pytest

from groundgraph import (
    Claim,
    Edge,
    Evidence,
    Example,
    Finding,
    Passage,
    Span,
    Triple,
    Verdict,
    check,
)
from groundgraph.graph import EvidenceGraph, GraphEdge, answer_graph
from groundgraph.types import Conflict, Side, TripleView

ANSWER = "The lift works. It is red."
WORKS, RED = (Claim(span.of(ANSWER), span) for span in (Span(0, 15), Span(16, 26)))
BROKEN = Evidence("2", Span(4, 22), 0.75, "The lift is broken")


def verdict(**fields: Any) -> Verdict:
    findings = (
        Finding(WORKS, "contradicted", 0.9, (BROKEN, Evidence("1", None, 0.5, "lift: 3"))),
        Finding(RED, "unverifiable"),
    )
    return Verdict("hallucinated", 0.9, **{"findings": findings, **fields})


def edges(found: Verdict, *kinds: Any) -> set[GraphEdge]:
    return set(found.graph.edges(*kinds))


def test_a_claim_is_joined_to_what_it_was_compared_with_and_to_what_decides() -> None:
    graph = verdict().graph
    unit = "unit:2:4-22"

    assert {node.id for node in graph.nodes if node.kind == "claim"} == {
        "claim:0-14",
        "claim:16-25",
    }
    assert graph.node(unit).text == "The lift is broken"
    assert graph.node(unit).part_of == "passage:2"
    assert set(graph.edges("contradicts")) == {GraphEdge(unit, "claim:0-14", "contradicts", 0.9)}
    near = {edge.source.partition("#")[0]: edge.weight for edge in graph.edges("similar")}
    assert near == {unit: 0.75, "unit:1:": 0.5}


def test_what_a_detector_drew_keeps_its_kind() -> None:
    drawn = (
        Edge("q", "p:1", 0.4, "links"),
        Edge("p:1", "p:2", 0.4, "links"),
        Edge("p:2", "c:1", 0.4, "links"),
        Edge("p:2", "p:1", 1.0, "opposes"),
    )
    found = verdict(edges=drawn)

    assert {edge[:2] for edge in edges(found, "links")} == {
        ("question", "passage:1"),
        ("passage:1", "passage:2"),
        ("passage:2", "claim:16-25"),
    }
    assert {edge[:2] for edge in edges(found, "opposes")} == {("passage:1", "passage:2")}


def test_statements_stand_between_who_states_them_and_what_they_are_about() -> None:
    said, held = Triple("lift", "is", "working"), Triple("lift", "is", "broken")
    views = (
        TripleView("answer", said, "contradicted", Span(4, 14), partner=1),
        TripleView("evidence", held, "contradicted", None, "triple 3", partner=0),
    )
    found = verdict(triples=views)

    assert {edge[:2] for edge in edges(found, "states")} == {
        ("claim:0-14", 'statement:["lift", "is", "working"]'),
        ("knowledge:triple 3", 'statement:["lift", "is", "broken"]'),
    }
    against = {edge[:2] for edge in edges(found, "contradicts") if "statement" in edge.source}
    assert against == {
        ('statement:["lift", "is", "broken"]', 'statement:["lift", "is", "working"]')
    }
    mentioned = {edge.target for edge in edges(found, "mentions")}
    assert mentioned == {"entity:lift", "entity:working", "entity:broken"}


def test_a_statement_of_both_sides_is_one_node() -> None:
    said = Triple("lift", "is", "red")
    views = (
        TripleView("answer", said, "same", Span(16, 26), partner=1),
        TripleView("evidence", said, "same", Span(0, 9), "1", partner=0),
    )
    found = verdict(triples=views)

    stating = {edge.source for edge in edges(found, "states")}
    assert stating == {"claim:16-25", "passage:1"}
    assert not edges(found, "entails")


def test_attention_goes_from_the_answer_to_the_triples() -> None:
    views = tuple(
        TripleView("evidence", Triple("lift", "is", end), "path", None, f"triple {n}", weight=n / 4)
        for n, end in enumerate(("red", "new"), 1)
    )
    whole = Finding(
        Claim(ANSWER, Span(0, 26)), "supported", 0.2, (Evidence("triple 2", None, 0.5, "x"),)
    )
    found = verdict(findings=(whole,), triples=views)

    assert {(e.target, e.weight) for e in edges(found, "attends")} == {
        ('statement:["lift", "is", "red"]', 0.25),
        ('statement:["lift", "is", "new"]', 0.5),
    }
    assert not edges(found, "similar", "entails")


def test_a_claim_tells_what_it_was_read_as() -> None:
    told = "The museum is free."
    graph = check(answer="No.", question="Is the museum free?", passages=[told]).graph
    told = "The museum is not free."

    assert graph.node("claim:0-2").read_as == told
    assert graph.to_networkx().nodes["claim:0-2"]["read_as"] == told
    assert f'<data key="node-read_as">{told}</data>' in graph.to_graphml()
    assert EvidenceGraph.from_dict(graph.to_dict()) == graph


def test_the_sentence_that_names_what_a_claim_is_of_comes_before_one_about_as_near() -> None:
    verdict = check(
        answer="The river Tel flows through the capital of Zandia.",
        passages=[
            "The capital of Zandia is Morvik.",
            "The river Tel flows through Morvik.",
            "The river Oss flows through Brun, the largest city of Zandia.",
        ],
    )
    assert [edge.source for edge in verdict.graph.edges("entails")] == ["unit:2:0-34"]


def test_equal_sentences_are_equally_near() -> None:
    verdict = check(
        question="What is the dose?",
        passages=["The dose is 40 mg.", "The dose is 60 mg.", "The dose is 60 mg."],
        answer="The dose is 40 mg.",
    )
    near: dict[str, set[float]] = {}
    for edge in verdict.graph.edges("similar"):
        if edge.source.startswith("unit:"):
            near.setdefault(verdict.graph.node(edge.source).text, set()).add(edge.weight)
    assert near["The dose is 40 mg."] == {1.0}
    assert len(near["The dose is 60 mg."]) == 1
    assert max(near["The dose is 60 mg."]) < 1


def test_sides_of_a_conflict_oppose_each_other() -> None:
    sides = tuple(
        Side(name, Span(0, 9), f"It is {value}", value)
        for name, value in (("1", "red"), ("2", "blue"), ("3", "red"))
    )
    found = verdict(conflicts=(Conflict("name", sides, (1,)),))

    assert found.conflicts[0].explanation == found.to_dict()["conflicts"][0]["explanation"]
    assert {edge[:2] for edge in edges(found, "opposes")} == {
        ("unit:1:0-9", "unit:2:0-9"),
        ("unit:2:0-9", "unit:3:0-9"),
    }


def test_a_passage_says_nothing_again_that_its_sentence_says() -> None:
    drawn = (Edge("p:2", "c:0", 0.75), Edge("p:1", "p:2", 1.0, "opposes"), Edge("p:1", "c:0", 0.9))
    sides = tuple(Side(name, Span(4, 22), f"It is {name}", name) for name in ("1", "2"))
    found = verdict(edges=drawn, conflicts=(Conflict("name", sides, (0,)),))

    assert found.graph.counts()["opposes"] == 1
    near = {(edge.source, edge.weight) for edge in edges(found, "similar")}
    assert {("unit:2:4-22", 0.75), ("passage:1", 0.9)} <= near  # a sentence of 1 is less near
    assert "passage:2" not in dict(near)


def test_a_claim_with_its_stop_is_the_one_without() -> None:
    bare = Claim(ANSWER[:14], Span(0, 14))
    other = verdict(findings=(Finding(bare, "supported", 0.1),))

    assert [n.text for n in (verdict().graph | other.graph).nodes if n.id == "claim:0-14"] == [
        WORKS.text
    ]


def test_the_verdict_of_check_says_whose_edges_its_graph_has() -> None:
    example = Example("It is red.", ("The lift is red.",), question="What colour is the lift?")
    found = check(answer=example.answer, passages=example.passages, question=example.question)

    assert found.graph.makers == ("fused",)
    assert answer_graph(example, found) == answer_graph(example, {"fused": found})
    assert Verdict.from_dict({**found.to_dict(), "detector": {"name": "egc"}}).detector == "egc"
    with pytest.raises(TypeError, match="verdicts is a list, expected a Verdict, or several by"):
        answer_graph(example, [found])  # type: ignore[arg-type]


def test_the_side_of_a_conflict_that_a_claim_does_not_follow_does_not_support_it() -> None:
    blue, red = (
        Side(name, Span(0, 9), f"It is {value}", value)
        for name, value in (("1", "blue"), ("2", "red"))
    )
    cited = tuple(Evidence(s.passage_id, s.span, 1.0, s.text) for s in (blue, red))
    conflict = Conflict("name", (blue, red), (0,))
    found = verdict(findings=(Finding(RED, "supported", 0.1, cited),), conflicts=(conflict,))

    assert {edge.source for edge in edges(found, "entails")} == {"unit:2:0-9"}


def test_beside_its_example_a_graph_has_texts_and_tells_knowledge_from_passages() -> None:
    example = Example(ANSWER, (Passage("Ah. The lift is broken.", "2"),), question="Does it work?")
    graph = answer_graph(example, {"kea": verdict()})

    assert graph.node("question").text == "Does it work?"
    assert graph.node("passage:2").text == "Ah. The lift is broken."
    assert graph.node("knowledge:1").text == "lift: 3"
    assert graph.makers == ("kea",)


def test_graphs_of_several_detectors_meet_in_their_claims() -> None:
    whole = Finding(Claim(ANSWER, Span(0, 26)), "unsupported", 0.8, (BROKEN,))
    example = Example(ANSWER, (Passage("Ah. The lift is broken.", "2"),))
    graph = answer_graph(example, {"egc": verdict(), "gga": verdict(findings=(whole,))})

    claims = {node.id for node in graph.nodes if node.kind == "claim"}
    assert claims == {"claim:0-14", "claim:16-25", "claim:0-25"}
    near = {(e.target, e.by) for e in graph.edges("similar") if e.source == "unit:2:4-22"}
    assert near == {("claim:0-14", "egc"), ("claim:0-25", "gga")}


def test_a_row_that_was_written_has_the_same_graph() -> None:
    found = verdict(edges=(Edge("p:1", "c:1", 0.5, "links"),))
    again = Verdict.from_dict(found.to_dict())

    assert again.graph == found.graph
    assert found.to_dict()["edges"] == [["p:1", "c:1", 0.5, "links"]]


@pytest.mark.parametrize("weight", [1.0000001, -1.0000002])
def test_a_cosine_that_was_rounded_up_is_kept_within_one(weight: float) -> None:
    [edge] = edges(verdict(edges=(Edge("p:2", "p:1", weight),)), "similar") - edges(verdict())
    assert abs(edge.weight) == 1.0


STEPS = tuple(
    Evidence(f"triple {n}", None, 0.5, text) for n, text in ((4, "A"), (1, "B"), (2, "C"))
)
WAY = (
    Edge("q", "p:triple 4", 1.0, "links"),
    Edge("p:triple 4", "p:triple 1", 1.0, "links"),
    Edge("p:triple 1", "p:triple 2", 1.0, "links"),
)


@pytest.mark.parametrize(
    ("outcome", "kind"), [("contradicted", "contradicts"), ("supported", "entails")]
)
def test_of_a_way_the_last_step_decides(outcome: Any, kind: Any) -> None:
    right = [Edge("p:triple 2", "c:0", 1.0, "links")] if outcome == "supported" else []
    findings = (Finding(WORKS, outcome, 0.5, STEPS),)
    found = verdict(findings=findings, edges=(*WAY, *right))

    assert [edge.source for edge in found.graph.edges(kind)] == ["knowledge:triple 2"]


def test_a_way_that_leads_to_a_claim_does_not_say_otherwise() -> None:
    edges = (*WAY, Edge("p:triple 2", "c:0", 1.0, "links"))
    found = verdict(findings=(Finding(WORKS, "contradicted", 0.5, STEPS),), edges=edges)

    assert [edge.source for edge in found.graph.edges("contradicts")] == ["knowledge:triple 4"]


def test_beside_its_example_a_triple_is_told_as_a_sentence() -> None:
    triples = (Triple("Nordlyd", "makes", "Velora"), Triple("Aarhus", "located_in", "Denmark"))
    near = (Edge("p:triple 2", "c:0", 0.5),)
    graph = answer_graph(Example(ANSWER, triples=triples), {"egc": verdict(edges=near)})

    assert graph.node("knowledge:triple 2").text == "Aarhus is located in Denmark."
    assert "knowledge:triple 1" not in graph


def test_a_predicate_of_underscores_is_the_same_statement() -> None:
    views = [
        TripleView("evidence", Triple("A", name, "B"), "path") for name in ("made_by", "made by")
    ]
    graph = verdict(triples=tuple(views)).graph

    assert len([node for node in graph.nodes if node.kind == "statement"]) == 1
