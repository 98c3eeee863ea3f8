from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundgraph.report.drawing import drawn

if TYPE_CHECKING:
    from groundgraph.types import Example


def edges(graph: dict[str, Any], kind: str) -> list[tuple[str, str]]:
    keys = [node["key"] for node in graph["nodes"]]
    return [(keys[e[0]], keys[e[1]]) for e in graph["edges"] if e[2] == kind]


def test_a_claim_knows_its_number_in_each_verdict(example: Example, row: dict[str, Any]) -> None:
    other = {**row, "findings": row["findings"][2:], "edges": [], "detector": {"name": "kea"}}
    graph = drawn(example, [row, other])

    claims = [node["claims"] for node in graph["nodes"] if node["kind"] == "claim"]
    assert claims == [[0, None], [1, None], [2, 0], [3, 1]]
    assert graph["names"] == ["egc"]


def test_what_two_detectors_say_of_two_nodes_is_one_edge_by_both(
    example: Example, row: dict[str, Any]
) -> None:
    other = {**row, "edges": [["q", "p:history", 0.7]], "detector": {"name": "kea"}}
    graph = drawn(example, [row, other])

    asked = [edge for edge in graph["edges"] if edge[0] == 0]
    assert [edge[2:] for edge in asked] == [["similar", 0.7, [0, 1]]]


def test_sentences_have_their_passage_for_a_home(example: Example, row: dict[str, Any]) -> None:
    graph = drawn(example, [row])
    units = [node for node in graph["nodes"] if node["kind"] == "unit"]

    assert [unit["text"] for unit in units] == ["finished in 1889", "330 metres"]
    assert [graph["nodes"][unit["home"]]["key"] for unit in units] == ["p:history", "p:height"]
    assert all(not node["text"] for node in graph["nodes"] if node["kind"] == "passage")


def test_attention_leads_to_the_given_triples_which_tell_their_statements(
    example: Example, attended: dict[str, Any]
) -> None:
    graph = drawn(example, [attended, {**attended, "detector": {"name": "kea"}}])

    assert not [node for node in graph["nodes"] if node["kind"] in {"statement", "entity"}]
    texts = {node["key"]: node["text"] for node in graph["nodes"]}
    assert texts["p:triple 1"] == "the tower – was built in – 1889"
    targets = [target for _, target in edges(graph, "attends")]
    assert targets == [f"p:triple {number}" for number in range(1, 5)]
    assert not graph["alone"]


def test_where_the_triples_are_drawn_one_detector_needs_no_second_drawing(
    example: Example, row: dict[str, Any], attended: dict[str, Any]
) -> None:
    assert drawn(example, [attended])["alone"]
    assert not drawn(example, [row])["alone"]


def test_rows_that_failed_draw_nothing(error_row: dict[str, Any]) -> None:
    assert drawn(None, [error_row]) == {"nodes": [], "edges": [], "names": [], "alone": False}


def test_statements_stand_below_who_states_them(example: Example, row: dict[str, Any]) -> None:
    names = ("side", "triple", "state", "start", "end", "passage_id", "partner")
    answer = ("answer", ["tower", "is", "400 m"], "contradicted", 30, 40, "", 1)
    held = ("evidence", ["tower", "is", "330 m"], "contradicted", 0, 9, "height", 0)
    views = [dict(zip(names, view, strict=True)) for view in (answer, held)]
    graph = drawn(example, [{**row, "triples": views}])

    homes = {
        node["text"]: graph["nodes"][node["home"]]["text"] or graph["nodes"][node["home"]]["key"]
        for node in graph["nodes"]
        if node["kind"] == "statement"
    }
    assert homes == {
        "tower – is – 400 m": "It is 400 metres tall.",
        "tower – is – 330 m": "p:height",
    }
    against = edges(graph, "contradicts")
    assert len(against) == 2  # passage and claim, statement and statement


def test_what_differs_by_its_last_stop_is_one_node_of_both(
    example: Example, row: dict[str, Any]
) -> None:
    [finding] = [f for f in row["findings"] if f["outcome"] == "contradicted"]
    bare = {**finding, "claim": finding["claim"].rstrip("."), "end": finding["end"] - 1}
    other = {**row, "findings": [bare], "edges": [], "detector": {"name": "kea"}}
    graph = drawn(example, [row, other])

    claims = [node["claims"] for node in graph["nodes"] if node["kind"] == "claim"]
    assert claims == [[0, None], [1, 0], [2, None], [3, None]]
    assert [e[4] for e in graph["edges"] if e[2] == "contradicts"] == [[0, 1]]
