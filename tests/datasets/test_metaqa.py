from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph import InputError, Triple
from groundgraph.datasets.metaqa import (
    QUESTION_WORDS,
    SENTENCES,
    MetaQuestion,
    load_metaqa,
    load_metaqa_kb,
)
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.linear import Lineariser
from groundgraph.methods.gga.subgraph import Query, subgraphs
from groundgraph.text.triples.entities import EntityMatcher

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "id": "metaqa-1hop-dev-0",
    "question": "what movies did [Temuera Morrison] act in",
    "topic_entity": "Temuera Morrison",
    "answers": ["Tracker", "River Queen"],
    "qtype": "actor_to_movie",
    "hop": 1,
}


def write(folder: Path, name: str, rows: list[Any]) -> Path:
    (folder / "metaqa").mkdir()
    (folder / "metaqa" / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_a_question_loses_its_brackets_and_keeps_its_topic(tmp_path: Path) -> None:
    [question] = load_metaqa(write(tmp_path, "1hop_dev", [ROW]))

    assert question.text == "what movies did Temuera Morrison act in"
    assert question.span.of(question.text) == question.topic == "Temuera Morrison"
    assert question.answers == ("Tracker", "River Queen")
    assert (question.id, question.type, question.hops) == (ROW["id"], "actor_to_movie", 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": "what did Temuera Morrison act in"}, "in brackets"),
        ({"answers": []}, "'answers' must hold texts"),
        ({"answers": [1]}, "'answers' must hold texts"),
        ({"qtype": "actor_to_movie_to_year"}, "must be of 1 hops"),
        ({"topic_entity": None}, "'topic_entity' must be str"),
    ],
)
def test_a_damaged_question_is_an_error(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        load_metaqa(write(tmp_path, "1hop_dev", [{**ROW, **change}]))


def test_there_are_no_questions_of_four_hops(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="1, 2 and 3 hops, not of 4"):
        load_metaqa(tmp_path, 4)  # type: ignore[arg-type]


def test_triples_keep_the_order_of_the_file(tmp_path: Path) -> None:
    rows = [{"h": "Kismet", "r": "release_year", "t": "1944"}, {"h": "a", "r": "p", "t": "b"}]

    assert load_metaqa_kb(write(tmp_path, "kb", rows)) == [
        Triple("Kismet", "release_year", "1944"),
        Triple("a", "p", "b"),
    ]


@pytest.fixture(scope="session")
def corpus() -> dict[str, Any]:
    """Hold what the tests of the data read, so that it is read once."""
    return {}


def graph_of(data_folder: Path, corpus: dict[str, Any]) -> KnowledgeGraph:
    if "graph" not in corpus:
        corpus["graph"] = KnowledgeGraph.from_triples(load_metaqa_kb(data_folder))
    found: KnowledgeGraph = corpus["graph"]
    return found


def queries(graph: KnowledgeGraph, questions: list[MetaQuestion]) -> list[Query]:
    return [
        Query([graph.numbers[each.topic]], [graph.numbers[answer] for answer in each.answers])
        for each in questions
    ]


@pytest.mark.data
def test_the_graph_has_its_triples_entities_and_sentences(
    data_folder: Path, corpus: dict[str, Any]
) -> None:
    graph = graph_of(data_folder, corpus)

    assert (len(graph.triples), len(graph.entities)) == (133_582, 43_234)
    assert {triple.predicate for triple in graph.triples} == set(SENTENCES)
    [linear] = Lineariser(sentences=SENTENCES).linearise([graph.triples[:3]])
    assert linear.text.startswith("Kismet was directed by William Dieterle.")


@pytest.mark.data
@pytest.mark.parametrize(
    ("hops", "rows", "nearest"),
    [(1, 9992, {1: 300}), (2, 14872, {2: 300}), (3, 14274, {1: 141, 2: 11, 3: 148})],
)
def test_every_question_has_a_path_no_longer_than_its_hops(
    data_folder: Path, corpus: dict[str, Any], hops: Any, rows: int, nearest: dict[int, int]
) -> None:
    graph, questions = graph_of(data_folder, corpus), load_metaqa(data_folder, hops)
    assert len(questions) == rows

    found = subgraphs(graph, queries(graph, questions[:300]))

    assert all(1 <= (each.hops or 0) <= hops for each in found)
    assert Counter(each.hops for each in found) == nearest
    assert all(len(each.triples) <= 20 for each in found)


@pytest.mark.data
@pytest.mark.parametrize("hops", [1, 2, 3])
def test_the_topic_is_found_in_the_plain_question(
    data_folder: Path, corpus: dict[str, Any], hops: Any
) -> None:
    graph, questions = graph_of(data_folder, corpus), load_metaqa(data_folder, hops)
    matcher = EntityMatcher.of(graph.entities, ignored=QUESTION_WORDS)

    found = matcher.entities([question.text for question in questions])

    topics = [graph.numbers[question.topic] for question in questions]
    exactly = sum(entities == (t,) for entities, t in zip(found, topics, strict=True))
    among = sum(t in entities for entities, t in zip(found, topics, strict=True))
    assert among / len(questions) > 0.995
    assert exactly / len(questions) > 0.99
