from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from groundgraph.report.outline import MOST, graphs, outline


def shape(*triples: tuple[str, str, str]) -> list[tuple[int, str, int | None]]:
    return [(r["depth"], r["label"], r["again"]) for r in outline(list(enumerate(triples)))]


def view(side: str, triple: list[str], state: str = "unmatched", **more: Any) -> dict[str, Any]:
    given = {"start": None, "end": None, "passage_id": "", "partner": None, **more}
    return {"side": side, "triple": triple, "state": state, **given}


def test_a_node_stands_below_the_one_that_leads_to_it() -> None:
    assert shape(("b", "r", "c"), ("a", "r", "b")) == [
        (0, "a", None),
        (1, "b", None),
        (2, "c", None),
    ]


def test_a_second_way_to_a_node_points_back_to_its_row() -> None:
    assert shape(("a", "r", "b"), ("a", "s", "b")) == [(0, "a", None), (1, "b", None), (1, "b", 1)]


def test_cycles_and_loops_end() -> None:
    assert shape(("a", "r", "b"), ("b", "r", "a"), ("a", "r", "a")) == [
        (0, "a", None),
        (1, "b", None),
        (2, "a", 0),
        (1, "a", 0),
    ]


def test_a_chain_of_five_thousand_is_laid_out() -> None:
    rows = outline([(n, (str(n), "r", str(n + 1))) for n in range(5000)])
    assert rows[-1]["depth"] == 5000


@given(st.lists(st.tuples(*[st.sampled_from("abcde")] * 3), max_size=30))
def test_every_edge_has_one_row_below_its_subject(triples: list[tuple[str, str, str]]) -> None:
    rows = outline(list(enumerate(triples)))
    assert sorted(r["view"] for r in rows if r["view"] is not None) == list(range(len(triples)))
    for number, row in enumerate(rows):
        if row["view"] is None:
            continue
        assert (rows[row["parent"]]["label"], row["predicate"], row["label"]) == triples[
            row["view"]
        ]
        assert row["parent"] < number
        assert row["again"] is None or rows[row["again"]]["label"] == row["label"]
    first = [row["label"] for row in rows if row["again"] is None]
    assert len(set(first)) == len(first)


def test_evidence_stands_in_the_order_of_its_partners() -> None:
    row = {
        "triples": [
            view("answer", ["a", "r", "b"], "same", partner=3),
            view("answer", ["a", "r", "c"], "same", partner=2),
            view("evidence", ["a", "r", "c"], "same", partner=1),
            view("evidence", ["a", "r", "b"], "same", partner=0),
        ]
    }
    drawn = graphs(row)
    assert drawn is not None
    assert [r["label"] for r in drawn["evidence"]] == ["a", "b", "c"]


def test_a_triple_of_the_answer_knows_its_finding() -> None:
    findings = [{"start": 0, "end": 10}, {"start": 11, "end": 20}]
    triples = [view("answer", ["a", "r", "b"], start=12, end=18)]
    drawn = graphs({"triples": triples, "findings": findings})
    assert drawn is not None
    assert drawn["views"][0]["claim"] == 1


def test_beyond_what_can_be_drawn_the_differences_stay_and_the_rest_is_listed() -> None:
    triples = [view("answer", ["a", "r", str(n)], "same") for n in range(MOST + 5)]
    triples[-1]["state"] = "contradicted"
    drawn = graphs({"triples": triples})
    assert drawn is not None
    assert sum(r["view"] is not None for r in drawn["answer"]) == MOST
    assert MOST + 4 not in drawn["more"]
    assert len(drawn["more"]) == 5


def test_a_row_without_triples_has_no_graphs() -> None:
    assert graphs({"findings": []}) is None


def test_triples_weighed_by_attention_are_drawn_heaviest_first_and_keep_their_weights(
    attended: dict[str, Any],
) -> None:
    light = {**attended["triples"][3], "weight": 0.001}
    drawn = graphs({**attended, "triples": [*[light] * (MOST - 1), *attended["triples"]]})

    assert drawn is not None
    assert drawn["heat"] is True
    assert drawn["views"][MOST - 1]["weight"] == 0.6
    assert {row["view"] for row in drawn["evidence"]} >= {MOST - 1, MOST, MOST + 1}
    assert drawn["more"] == [MOST - 3, MOST - 2, MOST + 2]
    assert drawn["answer"] == []


def test_triples_weighed_by_attention_belong_to_the_finding_of_the_whole_answer(
    attended: dict[str, Any],
) -> None:
    drawn = graphs(attended)

    assert drawn is not None
    assert [view["claim"] for view in drawn["views"]] == [0] * 4


def test_compared_graphs_have_no_heat() -> None:
    drawn = graphs({"triples": [view("answer", ["a", "r", "b"])]})

    assert drawn is not None
    assert "heat" not in drawn
    assert "weight" not in drawn["views"][0]


def test_properties_of_wikidata_are_called_by_their_labels() -> None:
    found = graphs({"triples": [view("evidence", ["Ada Ruiz", "P19", "Oslo"])]})

    assert found is not None
    assert [row["predicate"] for row in found["evidence"]] == [None, "place of birth"]
