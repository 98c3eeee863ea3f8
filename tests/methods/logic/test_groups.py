from __future__ import annotations

import json
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_parts import Compass

from groundgraph import Passage
from groundgraph.methods.logic.chunks import bridges, distance_matrix, merge
from groundgraph.methods.logic.groups import Groups, GroupSettings, group_passages
from groundgraph.methods.logic.walked import Asked
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.wordpieces import wordpieces

if TYPE_CHECKING:
    from groundgraph.types import EdgeKind

SMALL = GroupSettings(1.1, 24, 12, 40, "bridges", segmentation=True)
LONG = Passage(
    "The river rises in the hills. It flows past many old towns. Boats carry grain and coal. "
    "The harbour freezes in a cold winter. In the end it reaches the sea.",
    "long",
)
NEAR = (Passage("North is cold."), Passage("Alike, but warm."), Passage("South is hot."))


def grouped(*passages: Passage, encoder: Any = None, **changes: Any) -> Groups:
    numbered = tuple(
        Passage(passage.text, passage.id or str(number)) for number, passage in enumerate(passages)
    )
    fields = SMALL._replace(**changes)
    (found,) = group_passages([numbered], SentenceSegmenter(), encoder or Compass(), fields)
    return found


def joined(found: Groups, *kinds: EdgeKind) -> list[tuple[int, int]]:
    """Return the numbers of the chunks that edges of some kinds join."""
    number = {chunk.node().id: place for place, chunk in enumerate(found.chunks)}
    return [(number[edge.source], number[edge.target]) for edge in found.graph.edges(*kinds)]


def tokens(text: str) -> int:
    return len(wordpieces(text).starts)


def test_a_passage_within_the_limit_is_one_chunk() -> None:
    found = grouped(LONG, passage_tokens=512)

    assert [chunk.text for chunk in found.chunks] == [LONG.text]


def test_a_longer_passage_is_cut_into_runs_of_whole_sentences() -> None:
    found = grouped(LONG)

    assert len(found.chunks) > 2
    for chunk in found.chunks:
        assert chunk.span is not None
        assert chunk.span.of(LONG.text) == chunk.text
        assert chunk.tokens == tokens(chunk.text) <= 12
        assert chunk.text.endswith(".")
    assert " ".join(chunk.text for chunk in found.chunks) == LONG.text


def test_a_sentence_above_the_limit_is_split() -> None:
    sentence = " ".join(["word"] * 40) + "."

    found = grouped(Passage(sentence))

    assert [chunk.tokens <= 12 for chunk in found.chunks] == [True] * len(found.chunks)
    assert " ".join(chunk.text for chunk in found.chunks) == sentence


def test_without_segmentation_no_passage_is_cut() -> None:
    found = grouped(LONG, segmentation=False)

    assert [chunk.text for chunk in found.chunks] == [LONG.text]


def test_near_chunks_are_read_together_in_document_order() -> None:
    compass = Compass({"South": 180.0, "Alike": 10.0})

    found = grouped(NEAR[2], *NEAR[:2], encoder=compass)

    assert found.members == [[0], [1, 2]]
    assert found.texts == ["South is hot.", "North is cold.\nAlike, but warm."]
    assert joined(found, "similar") == joined(found) == [(1, 2)]
    [edge] = found.graph.edges()
    assert edge.weight == pytest.approx(np.cos(np.radians(10)))


def test_alpha_says_how_near() -> None:
    compass = Compass({"South": 180.0, "Alike": 10.0})

    assert grouped(*NEAR, encoder=compass, alpha=2.0).members == [[0, 1, 2]]
    assert grouped(*NEAR, encoder=compass, alpha=0.01).members == [[0], [1], [2]]


def test_groups_keep_within_their_tokens() -> None:
    found = grouped(LONG, group_tokens=25)

    for members in found.members:
        assert sum(found.chunks[number].tokens for number in members) <= 25
    assert sorted(number for members in found.members for number in members) == list(
        range(len(found.chunks))
    )
    assert max(map(len, found.members)) > 1


def test_only_edges_inside_a_group_are_drawn() -> None:
    found = grouped(LONG, group_tokens=25)

    place = {number: i for i, members in enumerate(found.members) for number in members}
    assert joined(found)
    assert all(place[first] == place[second] for first, second in joined(found))


@pytest.mark.parametrize(("grouping", "members"), [("none", [[0], [1]]), ("all", [[0, 1]])])
def test_grouping_can_be_left_out(grouping: str, members: list[list[int]]) -> None:
    found = grouped(*NEAR[:2], grouping=grouping)

    assert found.members == members
    assert joined(found) == []


def test_data_is_read_as_its_facts() -> None:
    data = Passage(json.dumps({"name": "Zorba", "stars": 4.5, "hours": {"Monday": "8-17"}}), "data")

    (chunk,) = grouped(data, passage_tokens=512).chunks

    assert chunk.passage_id == "data"
    assert chunk.span is None
    assert "{" not in chunk.text
    assert all(word in chunk.text for word in ("Zorba", "4.5", "Monday", "8-17"))


def test_long_data_is_cut_between_facts() -> None:
    data = Passage(json.dumps({f"key {number}": f"value {number}" for number in range(20)}))

    found = grouped(data)

    assert len(found.chunks) > 3
    assert all(chunk.tokens <= 12 and chunk.span is None for chunk in found.chunks)
    assert all(f"value {number}" in " ".join(found.texts) for number in range(20))


def test_blank_passages_have_no_chunk() -> None:
    found = grouped(Passage(" "), NEAR[0], Passage(""))

    assert [chunk.text for chunk in found.chunks] == [NEAR[0].text]


def test_no_passages_have_no_groups() -> None:
    found = grouped()

    assert (found.chunks, found.members, found.texts, len(found.graph)) == ([], [], [], 0)
    assert len(found.vectors) == 0


def test_equal_lists_are_grouped_once() -> None:
    compass = Compass()

    first, second = group_passages([(LONG,), (LONG,)], SentenceSegmenter(), compass, SMALL)

    assert first is second
    assert len(compass.seen) == len(set(compass.seen))


def test_a_chunk_that_the_encoder_reads_in_windows_has_the_mean_of_their_vectors() -> None:
    halves = Passage("North is cold. South is hot.")
    compass = Compass({"South": 90.0})

    found = grouped(halves, passage_tokens=512, encoder=compass)

    assert found.vectors[0] == pytest.approx([0.5**0.5, 0.5**0.5], abs=1e-6)


def test_groups_are_those_of_the_papers_algorithm() -> None:
    passages = [Passage(text, str(number)) for number, text in enumerate(LONG.text.split(". "))]

    found = grouped(*passages, encoder=MiniLM(), group_tokens=20)

    graph = bridges(distance_matrix(MiniLM().encode([p.text for p in passages])), 1.1)
    assert found.members == merge(graph, [tokens(p.text) for p in passages], 20)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("aB1.,!? \n\x00\ud800東", max_size=80), max_size=4),
    st.integers(2, 10),
    st.integers(4, 30),
)
def test_every_word_of_every_passage_is_in_one_chunk(
    texts: list[str], chunk: int, group: int
) -> None:
    found = grouped(*map(Passage, texts), passage_tokens=6, chunk_tokens=chunk, group_tokens=group)

    for number, text in enumerate(texts):
        spans = [c.span for c in found.chunks if c.passage_id == str(number) and c.span]
        edges = [edge for span in spans for edge in span]
        assert edges == sorted(edges)
        left = set(range(len(text))) - {i for span in spans for i in range(*span)}
        assert all(text[i].isspace() for i in left)
    members = [number for some in found.members for number in some]
    assert sorted(members) == list(range(len(found.chunks)))


DAM = Passage("The Orrin dam is run by the National Water Agency. It was built in 1961.", "dam")
AGENCY = Passage("The National Water Agency inspects all its sites every two years.", "agency")
LAKE = Passage("Lake Tarn is cleaned every five years by volunteers.", "lake")


def members(found: Groups) -> list[set[str]]:
    return [{found.chunks[number].passage_id for number in group} for group in found.members]


def test_links_join_the_passages_of_which_one_names_the_other() -> None:
    found = grouped(LAKE, AGENCY, DAM, grouping="links", passage_tokens=512, group_tokens=512)

    assert members(found) == [{"lake"}, {"agency", "dam"}]
    assert joined(found, "links") == joined(found) == [(2, 1)]  # the dam's passage names the agency


def test_a_group_over_links_keeps_to_the_budget() -> None:
    found = grouped(LAKE, AGENCY, DAM, grouping="links", passage_tokens=512, group_tokens=24)

    assert members(found) == [{"lake"}, {"agency"}, {"dam"}]


def test_of_a_cut_passage_the_nearest_chunk_is_joined() -> None:
    found = grouped(DAM, AGENCY, grouping="links", passage_tokens=14, chunk_tokens=12)
    holding = next(group for group in found.members if len(group) > 1)
    texts = [found.chunks[number].text for number in holding]

    assert len(found.chunks) > 2
    assert any("Agency." in text for text in texts)


@given(st.integers(8, 400))
def test_settings_within_a_limit_make_no_larger_group(tokens: int) -> None:
    passages = (DAM, AGENCY, LAKE, LONG, Passage(" ".join([LONG.text] * 5), "longer"))
    fields = SMALL._replace(
        grouping="links", passage_tokens=512, chunk_tokens=256, group_tokens=1024
    )
    (found,) = group_passages([passages], SentenceSegmenter(), Compass(), fields.within(tokens))

    assert sorted(number for group in found.members for number in group) == [
        *range(len(found.chunks))
    ]
    assert all(sum(found.chunks[n].tokens for n in group) <= tokens for group in found.members)


def walked(question: str, *passages: Passage, budget: int = 384, encoder: Any = None) -> Groups:
    fields = SMALL._replace(grouping="walk", group_tokens=budget)
    (found,) = group_passages(
        [passages], SentenceSegmenter(), encoder or Compass(), fields, [Asked.of(question)]
    )
    return found


HOW_OFTEN = "How often is the Orrin dam inspected?"


def test_a_walk_reads_the_sentences_that_the_question_leads_to() -> None:
    found = walked(HOW_OFTEN, LAKE, AGENCY, DAM)

    assert found.chosen
    assert members(found)[0] == {"agency", "dam"}
    assert [len(group) for group in found.members] == [2, 3]
    assert all({*one} < {*other} for one, other in pairwise(found.members))
    assert found.texts[0] == f"{AGENCY.text}\nThe Orrin dam is run by the National Water Agency."
    texts = [chunk.text for chunk in found.chunks]
    assert LAKE.text not in texts  # it has no word of the question, and nothing names it
    [(one, other)] = joined(found, "links")
    assert (found.chunks[one].passage_id, found.chunks[other].passage_id) == ("dam", "agency")


def test_the_order_of_passages_does_not_change_what_a_walk_reads() -> None:
    orders = [walked(HOW_OFTEN, *order) for order in permutations([LAKE, AGENCY, DAM, LONG])]
    read = [
        [{found.chunks[number].text for number in group} for group in found.members]
        for found in orders
    ]

    assert all(each == read[0] for each in read)


@pytest.mark.parametrize("budget", [1, 12, 24, 40])
def test_a_group_of_a_walk_keeps_to_the_budget_or_is_one_sentence(budget: int) -> None:
    found = walked(HOW_OFTEN, LAKE, AGENCY, DAM, LONG, budget=budget)

    for group in found.members:
        assert len(group) == 1 or sum(found.chunks[n].tokens for n in group) <= budget


@pytest.mark.parametrize("question", ["", "Who wrote the opera?"])
def test_without_a_word_to_start_from_passages_are_merged_over_links(question: str) -> None:
    found = walked(question, LAKE, AGENCY, DAM)

    assert not found.chosen
    assert members(found) == [{"lake"}, {"agency", "dam"}]
    assert len(joined(found, "links")) == 1


def test_a_walk_reads_data_fact_by_fact() -> None:
    found = walked(HOW_OFTEN, Passage(json.dumps({"name": "Orrin dam", "inspected": "2 years"})))

    assert [chunk.text for chunk in found.chunks] == ["name: Orrin dam", "inspected: 2 years"]
    assert {chunk.span for chunk in found.chunks} == {None}


def test_facts_of_the_same_words_in_one_passage_are_one_node() -> None:
    data = Passage(json.dumps([{"stars": 4}, {"stars": 4}, {"stars": 4}]))

    found = grouped(data, passage_tokens=2, chunk_tokens=2, group_tokens=12)

    assert len(found.graph) <= len(found.chunks)
    assert all(edge.source != edge.target for edge in found.graph.edges())
