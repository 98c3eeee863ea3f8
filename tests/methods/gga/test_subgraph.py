from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_graphs import RELEASED

from groundgraph import Triple
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.subgraph import Pruning, Query, Subgraph, subgraphs

FILMS = KnowledgeGraph.from_triples(RELEASED)
NAMES = st.sampled_from("abcdefghij")
GRAPHS = st.lists(st.builds(Triple, NAMES, st.sampled_from("pq"), NAMES), max_size=30).map(
    KnowledgeGraph.from_triples
)


def cut(question: list[str], answer: list[str], **parameters: Any) -> Subgraph:
    sides = ([FILMS.numbers[name] for name in names] for names in (question, answer))
    [found] = subgraphs(FILMS, [Query(*sides)], Pruning(**parameters))
    return found


@st.composite
def queries(draw: st.DrawFn) -> tuple[KnowledgeGraph, Query, Pruning]:
    graph = draw(GRAPHS)
    known = st.integers(0, len(graph.entities) - 1) if graph.entities else None
    side = st.just([]) if known is None else st.lists(known, max_size=3)
    size = draw(st.integers(3, 12))
    pruning = Pruning(size, draw(st.integers(1, 3)), draw(st.sampled_from(["one", "each", "all"])))
    return graph, Query(draw(side), draw(side)), pruning


def expected_neighbours(
    graph: KnowledgeGraph, query: Query, on_path: list[Triple], size: int
) -> list[Triple]:
    """Score every triple of the graph, as the definition reads."""
    path = {name for s, _, o in on_path for name in (s, o)}
    question, answer = ({graph.entities[entity] for entity in side} for side in query)
    scored = []
    for number, triple in enumerate(graph.triples):
        ends = {triple.subject, triple.object}
        score = 3 * bool(ends & path) + 2 * bool(ends & question) + 2 * bool(ends & answer)
        if score and triple not in on_path:
            scored.append((-score, number, triple))
    return [triple for *_, triple in sorted(scored)][: size - len(on_path)]


@given(queries())
def test_neighbours_are_those_of_highest_connectivity_and_ties_go_by_order(
    case: tuple[KnowledgeGraph, Query, Pruning],
) -> None:
    graph, query, pruning = case

    [found] = subgraphs(graph, [query], pruning)

    kept = [t for t, on_path in zip(found.triples, found.on_path, strict=True) if on_path]
    assert list(found.triples[: len(kept)]) == kept
    assert list(found.triples[len(kept) :]) == expected_neighbours(graph, query, kept, pruning.size)


@given(queries())
def test_a_subgraph_keeps_its_promises(case: tuple[KnowledgeGraph, Query, Pruning]) -> None:
    graph, query, pruning = case

    [found] = subgraphs(graph, [query], pruning)

    assert len(found.triples) == len(set(found.triples)) == len(found.on_path) <= pruning.size
    assert found.on_path.dtype == np.bool_
    used = sorted({place for path in found.paths for place in path})
    assert used == np.flatnonzero(found.on_path).tolist()
    assert (found.reason == "") == bool(found.paths)
    assert all(len(path) <= pruning.max_hops for path in found.paths)
    assert found.path == (found.paths[0] if found.paths else ())
    if set(query.question) & set(query.answer):
        assert found.hops == 0
    else:
        assert found.hops == (len(found.path) if found.paths else None)


def test_the_path_comes_first_from_the_question_on() -> None:
    found = cut(["Kismet"], ["1948"])

    assert [found.triples[place] for place in found.path] == [
        FILMS.triples[0],
        FILMS.triples[3],
        FILMS.triples[4],
    ]
    assert found.path == (0, 1, 2)
    assert found.hops == 3
    assert found.on_path.tolist() == [True] * 3 + [False] * (len(found.triples) - 3)
    assert found.triples[3:] == (FILMS.triples[1], FILMS.triples[5])


def test_a_neighbour_of_the_answer_beats_one_of_the_path_alone() -> None:
    found = cut(["Portrait"], ["Kismet"], max_hops=2)

    assert found.triples[:2] == (FILMS.triples[3], FILMS.triples[0])
    assert found.triples[2:] == (FILMS.triples[1], FILMS.triples[4])


def test_each_answer_has_its_path_and_one_is_enough_when_asked() -> None:
    each = cut(["Kismet"], ["1944", "Dieterle"])
    one = cut(["Kismet"], ["1944", "Dieterle"], paths="one")

    assert each.paths == ((0,), (1,))
    assert one.paths == ((0,),)
    assert one.on_path.tolist() == [True] + [False] * (len(one.triples) - 1)


def test_paths_that_do_not_fit_are_left_out_whole() -> None:
    found = cut(["Kismet"], ["Dieterle", "1948"], size=2, max_hops=2)
    longer = cut(["Kismet"], ["1944", "1948"], size=3, max_hops=3)

    assert found.paths == ((0,),)
    assert longer.paths == ((0,),)
    assert longer.on_path.tolist() == [True, False, False]


def test_paths_share_triples() -> None:
    found = cut(["Kismet"], ["Dieterle", "Portrait"])

    assert found.paths == ((0,), (0, 1))


def test_padding_repeats_the_triples_in_turn() -> None:
    plain, padded = cut(["Island"], ["sea"]), cut(["Island"], ["sea"], pad=True)

    assert len(plain.triples) == 1
    assert padded.triples == plain.triples * 20
    assert padded.on_path.tolist() == [True] * 20
    assert padded.paths == plain.paths


def test_padding_keeps_what_is_on_a_path_in_step() -> None:
    padded = cut(["Portrait"], ["Kismet"], size=10, pad=True)

    on_path = dict(zip(padded.triples, padded.on_path.tolist(), strict=True))
    assert len(padded.triples) == 10
    assert [on_path[triple] for triple in padded.triples] == padded.on_path.tolist()
    assert sum(on_path.values()) == 2 < len(on_path) == 4


@pytest.mark.parametrize(
    ("question", "answer", "reason", "size", "hops"),
    [
        ([], ["1944"], "no entity of the question is in", 2, None),
        (["Kismet"], [], "no entity of the answer is in", 2, None),
        ([], [], "no entity of the question is in", 0, None),
        (["Kismet"], ["sea"], "no path of at most 3 hops", 3, None),
        (["Kismet"], ["Kismet"], "names an entity of the question", 2, 0),
    ],
)
def test_where_there_is_no_path_the_neighbours_come_with_a_reason(
    question: list[str], answer: list[str], reason: str, size: int, hops: int | None
) -> None:
    found = cut(question, answer)

    assert reason in found.reason
    assert (found.paths, found.hops) == ((), hops)
    assert len(found.triples) == size
    assert not found.on_path.any()


def test_an_empty_graph_is_no_error() -> None:
    [found] = subgraphs(KnowledgeGraph.from_triples([]), [Query([], [])], Pruning(pad=True))

    assert (found.triples, found.reason) == ((), "the knowledge graph is empty")


def test_a_batch_is_cut_as_each_query_alone() -> None:
    batch = [Query([0], [1]), Query([], [2]), Query([0, 0], [1, 1])]

    together = subgraphs(FILMS, batch)

    for query, found in zip(batch, together, strict=True):
        [alone] = subgraphs(FILMS, [query])
        assert found.triples == alone.triples
    assert subgraphs(FILMS, []) == []


@pytest.mark.parametrize("entity", [-1, 99])
def test_an_entity_that_the_graph_does_not_have_is_an_error(entity: int) -> None:
    with pytest.raises(ValueError, match=r"the graph has 0 to 8"):
        subgraphs(FILMS, [Query([0], [entity])])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 2}, "max_hops must be from 1 to size, found 3 and 2"),
        ({"max_hops": 0}, "max_hops must be from 1"),
        ({"paths": "some"}, "paths must be 'one', 'each' or 'all', found 'some'"),
        ({"touching_answer": -1}, "must not be negative"),
    ],
)
def test_a_pruning_that_makes_no_sense_is_refused(parameters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Pruning(**parameters)
