from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundgraph import InputError, Triple
from groundgraph.methods.gga.adjacency import KnowledgeGraph
from groundgraph.methods.gga.retrieval import NO_ENTITY, Retrieval, Retrieved, Retriever

FILMS = (
    Triple("Up", "release_year", "2009"),
    Triple("Up", "has_genre", "Animation"),
    Triple("Up", "directed_by", "Pete Docter"),
    Triple("Soul", "directed_by", "Pete Docter"),
    Triple("Soul", "starred_actors", "Jamie Foxx"),
    Triple("Soul", "has_genre", "Animation"),
    Triple("Heat", "directed_by", "Michael Mann"),
    *(Triple(f"Film {n}", "has_genre", "Animation") for n in range(30)),
)


def retrieved(question: str, **settings: Any) -> Retrieved:
    graph = KnowledgeGraph.from_triples(FILMS)
    [found] = Retriever.of(graph, Retrieval(**settings)).retrieve([question])
    return found


def test_what_is_asked_for_comes_first() -> None:
    found = retrieved("who directed Up?", hops=1)

    assert found.triples[0] == Triple("Up", "directed_by", "Pete Docter")
    assert set(found.triples) == set(FILMS[:3])
    assert (found.topics, found.near, found.problem) == (("Up",), 3, "")


def test_a_way_of_several_triples_is_kept_whole() -> None:
    asked = "which films have the same director as Up?"

    assert retrieved(asked, size=2).triples == (FILMS[2], FILMS[3])
    assert FILMS[3] not in retrieved(asked, size=1).triples
    assert FILMS[6] not in retrieved(asked, size=99, hops=3).triples


def test_of_a_hub_only_some_are_followed_beyond_the_first_hop() -> None:
    alone = retrieved("who directed Up?", alike=2, size=99).triples
    first = retrieved("which films have the genre Animation?", alike=2, size=99, hops=1).triples

    assert sum(triple.object == "Animation" for triple in alone) == 2
    assert sum(triple.object == "Animation" for triple in first) == 32


def test_a_question_that_names_nothing_says_so() -> None:
    assert retrieved("who am I?") == Retrieved((), (), 0, NO_ENTITY)


def test_a_name_in_other_case_is_found() -> None:
    assert retrieved("who directed soul and heat?", hops=1).topics == ("Soul", "Heat")


@pytest.mark.parametrize("settings", [{"size": 0}, {"hops": 4}, {"hops": 0}, {"alike": 0}])
def test_numbers_that_cannot_be_used_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Retrieval(**settings)


NAMES = st.sampled_from(["Ann", "Ben", "Cem", "Dora", "Eve"])
TRIPLES = st.lists(st.builds(Triple, NAMES, st.sampled_from(["knows", "likes"]), NAMES), min_size=1)


@given(TRIPLES, NAMES, st.integers(1, 5), st.integers(1, 3))
def test_what_is_retrieved_lies_within_the_hops_and_the_size(
    triples: list[Triple], topic: str, size: int, hops: int
) -> None:
    graph = KnowledgeGraph.from_triples(triples)
    [found] = Retriever.of(graph, Retrieval(size, hops)).retrieve([f"whom does {topic} know?"])

    assert len(set(found.triples)) == len(found.triples) <= size
    near, reached = set[Triple](), {topic}
    for _ in range(hops):
        near |= {t for t in triples if {t.subject, t.object} & reached}
        reached |= {end for t in near for end in (t.subject, t.object)}
    assert set(found.triples) <= near
    assert found.near <= len(near)
