from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundgraph import Passage, Span
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.passage_units import Unit

PROSE = Passage("  It rained.  Then the sun came out. ", "a")


@dataclass
class Counting:
    """Remembers which texts were segmented."""

    seen: list[str] = field(default_factory=list)

    def segment(self, texts: Sequence[str], /) -> list[list[Span]]:
        self.seen += texts
        return SentenceSegmenter().segment(texts)


def units_of(*passages: Passage) -> list[Unit]:
    return evidence_units([passages], SentenceSegmenter())[0]


def test_prose_is_cut_into_sentences_that_say_where_they_stand() -> None:
    units = units_of(PROSE)

    assert [unit.text for unit in units] == ["It rained.", "Then the sun came out."]
    assert all(unit.span is not None and unit.span.of(PROSE.text) == unit.text for unit in units)
    assert {unit.passage_id for unit in units} == {"a"}
    assert [unit.fact for unit in units] == [None, None]


def test_data_is_cut_into_facts() -> None:
    units = units_of(Passage('{"name": "Zorba", "WiFi": false}', "d"))

    assert [unit.text for unit in units] == ["name: Zorba", "Wi Fi: false"]
    assert [unit.span for unit in units] == [None, None]
    assert [unit.fact.path for unit in units if unit.fact] == [("name",), ("WiFi",)]


def test_a_long_value_is_cut_into_sentences_of_one_fact() -> None:
    review = "We had a lovely evening at this place. " * 2 + "The fish was cold."

    units = units_of(Passage(json.dumps({"review": review}), "d"))

    assert [unit.text for unit in units][-1] == "The fish was cold."
    assert len(units) == 3
    assert {unit.fact.path for unit in units if unit.fact} == {("review",)}
    assert [unit.span for unit in units] == [None] * 3


def test_a_long_value_of_white_space_is_still_a_fact() -> None:
    units = units_of(Passage(json.dumps({"review": " " * 200}), "d"))

    assert [unit.text.strip() for unit in units] == ["review:"]


def test_passages_keep_their_order_and_each_list_its_own() -> None:
    other = Passage("Snow fell.", "b")

    lists = evidence_units([(other, PROSE), (), (PROSE,)], SentenceSegmenter())

    assert [[unit.passage_id for unit in units] for units in lists] == [
        ["b", "a", "a"],
        [],
        ["a", "a"],
    ]


def test_white_space_has_no_units() -> None:
    assert units_of(Passage(" \n\t", "a"), Passage("", "b")) == []


def test_a_text_that_several_lists_hold_is_cut_once() -> None:
    segmenter = Counting()
    again = Passage(PROSE.text, "z")

    lists = evidence_units([(PROSE,), (PROSE, again)], segmenter)

    assert segmenter.seen == [PROSE.text]
    assert [unit.passage_id for unit in lists[1]] == ["a", "a", "z", "z"]
