from __future__ import annotations

import json
from typing import Any

import pytest

from groundgraph import Triple
from groundgraph.errors import InputError
from groundgraph.io.examples import example_from
from groundgraph.io.reading import digest_of

UNIT = "Halden was founded by Ada Ruiz in 1998. It makes pumps."
GRAPHRAG: dict[str, Any] = {
    "query": "Who founded Halden?",
    "response": "Ada Ruiz [Data: Relationships (23)].",
    "context_data": {
        "relationships": [
            {"id": "23", "source": "ADA RUIZ", "target": "HALDEN", "description": "Ada founded it"},
            {"id": "24", "source": "ORTEGA", "target": "HALDEN", "description": ""},
        ],
        "entities": {"id": {"0": "5"}, "entity": {"0": "HALDEN"}, "description": {"0": "Pumps"}},
        "sources": [{"id": "2", "text": UNIT}],
        "reports": [],
    },
}
LIGHTRAG: dict[str, Any] = {
    "query": "Who founded Halden?",
    "status": "success",
    "llm_response": {"content": "Ada Ruiz [1]", "is_streaming": False},
    "data": {
        "entities": [{"entity_name": "Halden", "description": "Halden makes pumps."}],
        "relationships": [
            {
                "src_id": "Ada Ruiz",
                "tgt_id": "Halden",
                "keywords": "founding",
                "description": "Ada Ruiz founded Halden.<SEP>She led it.",
                "source_id": "chunk-0<SEP>chunk-2",
            }
        ],
        "chunks": [
            {"content": UNIT, "chunk_id": "chunk-1", "reference_id": "1"},
            {"content": "Ada Ruiz led Halden.", "chunk_id": "chunk-2", "reference_id": "1"},
        ],
    },
}


def test_a_row_of_graphrag_has_its_relationships_and_texts() -> None:
    example = example_from(GRAPHRAG)

    assert example.question == "Who founded Halden?"
    assert example.triples == (Triple("ADA RUIZ", "Ada founded it", "HALDEN"),)
    assert example.triple_passages == ("Sources 2",)
    assert [(p.id, p.text) for p in example.passages] == [
        ("Sources 2", UNIT),
        ("Entities 5", "HALDEN: Pumps"),
    ]


@pytest.mark.parametrize("form", ["llm_response", "response"])
def test_a_row_of_lightrag_has_its_relationships_and_chunks(form: str) -> None:
    row = {name: value for name, value in LIGHTRAG.items() if name != "llm_response"}
    example = example_from({**row, form: LIGHTRAG["llm_response"]})

    assert example.answer == "Ada Ruiz [1]"
    assert example.triples == (Triple("Ada Ruiz", "Ada Ruiz founded Halden.", "Halden"),)
    assert example.triple_passages == ("1",)
    assert [p.id for p in example.passages] == ["1", "entity Halden"]
    assert example.passages[0].text == f"{UNIT}\n\nAda Ruiz led Halden."


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({"sources": f"id|text\n2|{UNIT}"}, "'context_data.sources': found the string"),
        ({"sources": [UNIT]}, "'context_data.sources[0]': found the string"),
        ({**GRAPHRAG["context_data"], "sources": 7}, "'context_data.sources': found the number 7"),
        ({"sources": [{"id": "2", "body": UNIT}]}, "no text could be read"),
        ({"chunks": [{"id": "2", "text": UNIT}]}, "an object with 'chunks' in which no text"),
    ],
)
def test_a_table_of_a_reply_that_cannot_be_read_is_refused(
    tables: dict[str, Any], found: str
) -> None:
    with pytest.raises(InputError, match="each a list of objects") as error:
        example_from({**GRAPHRAG, "context_data": tables})
    assert found in str(error.value)


@pytest.mark.parametrize("data", [{}, {"chunks": [], "entities": None}, {"references": []}])
def test_a_reply_for_which_nothing_was_retrieved_has_no_passages(data: dict[str, Any]) -> None:
    assert example_from({**LIGHTRAG, "data": data}).passages == ()


@pytest.mark.parametrize(
    "triple",
    [
        ["Up", "made_by", "Pixar"],
        {"subject": "Up", "predicate": "made_by", "object": "Pixar"},
        {"head": "Up", "relation": "made_by", "tail": "Pixar"},
        {"source": "Up", "label": "made_by", "target": "Pixar"},
        "Up -> made_by -> Pixar",
    ],
)
def test_triples_of_a_row_are_lists_objects_or_lines(triple: object) -> None:
    example = example_from({"answer": "Pixar", "triples": [triple]})
    assert example.triples == (Triple("Up", "made_by", "Pixar"),)
    assert example.triple_passages == ()


def test_a_subgraph_of_nodes_and_edges_is_read() -> None:
    nodes = [{"id": 1, "name": "Up"}, {"id": "p", "label": "Pixar"}]
    edges = [{"source": 1, "target": "p", "relation": "made_by"}]
    example = example_from({"answer": "Pixar", "subgraph": {"nodes": nodes, "edges": edges}})
    assert example.triples == (Triple("Up", "made_by", "Pixar"),)


def test_a_triple_names_the_passage_that_it_was_read_off() -> None:
    triple = {"s": "Up", "p": "made_by", "o": "Pixar", "passage_id": "a"}
    row = {"answer": "Pixar", "passages": [{"id": "a", "text": "Pixar made Up."}]}
    known = example_from({**row, "triples": [triple]})
    other = example_from({**row, "triples": [{**triple, "passage_id": "b"}]})

    assert known.triple_passages == ("a",)
    assert other.triple_passages == ()
    assert digest_of(known) != digest_of(other)


@pytest.mark.parametrize(
    ("triples", "found"),
    [
        ([["Up", "Pixar"]], "a list of 2"),
        ([["Up", "year", None]], "null"),
        ([{"subject": "Up"}], "an object with 'subject'"),
        (["It rains."], "the string 'It rains.'"),
    ],
)
def test_what_is_no_triple_is_refused_with_what_was_found(triples: object, found: str) -> None:
    with pytest.raises(InputError) as error:
        example_from(json.loads(json.dumps({"answer": "Pixar", "triples": triples})))
    assert found in str(error.value)
    assert "[subject, predicate, object]" in str(error.value)
