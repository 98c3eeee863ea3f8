"""Rows beside one knowledge graph."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from groundgraph import Triple
from groundgraph.io import read_rows
from groundgraph.io.graph_rows import DEFAULT, with_triples
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.subgraph import Pruning

if TYPE_CHECKING:
    from pathlib import Path

    from groundgraph.io import Row

RUNS = Triple("Orrin dam", "is run by", "National Water Agency")
BEHIND = Triple("Lake Orrin", "lies behind", "Orrin dam")
FAR = Triple("Porto", "lies in", "Portugal")
GRAPH = KnowledgeGraph.from_triples([FAR, BEHIND, RUNS])
ASKED = {"question": "Who runs the Orrin dam?", "answer": "National Water Agency", "passages": []}


def rows(folder: Path, *given: object, pruning: Pruning = DEFAULT) -> list[Row]:
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in given))
    return list(with_triples(read_rows(path), GRAPH, pruning))


def test_a_row_gets_the_path_from_question_to_answer_first_and_nothing_far(tmp_path: Path) -> None:
    [row] = rows(tmp_path, ASKED)
    assert row.example is not None
    assert row.example.triples == (RUNS, BEHIND)
    [row] = rows(tmp_path, ASKED, pruning=Pruning(size=1, max_hops=1))
    assert row.example is not None
    assert row.example.triples == (RUNS,)


def test_a_wrong_answer_is_held_against_what_its_question_leads_to(tmp_path: Path) -> None:
    chain = [
        Triple("Halden", "makes", "Tarvik"),
        Triple("Halden", "headquartered_in", "Moss"),
        Triple("Moss", "located_in", "Norway"),
    ]
    others = [Triple(f"Firm {n}", "headquartered_in", "Oulu") for n in range(30)]
    path = tmp_path / "rows.jsonl"
    asked = {"question": "In which country is the maker of Tarvik headquartered?", "answer": "Oulu"}
    path.write_text(json.dumps({**asked, "passages": []}))

    [row] = with_triples(read_rows(path), KnowledgeGraph.from_triples([*others, *chain]))

    assert row.example is not None
    assert set(chain) <= set(row.example.triples or ())
    assert len(row.example.triples or ()) == DEFAULT.size


def test_a_row_keeps_its_own_triples_and_one_that_names_nothing_has_none(tmp_path: Path) -> None:
    own, none = rows(
        tmp_path,
        {**ASKED, "triples": [["a", "b", "c"]]},
        {"question": "Who?", "answer": "Nobody.", "passages": []},
    )
    assert own.example is not None
    assert none.example is not None
    assert own.example.triples == (Triple("a", "b", "c"),)
    assert none.example.triples is None


def test_another_graph_is_another_digest_and_an_error_row_stays(tmp_path: Path) -> None:
    beside, error = rows(tmp_path, ASKED, [])
    [alone, _] = read_rows(tmp_path / "rows.jsonl")
    assert beside.digest != alone.digest
    assert error.error is not None
