from __future__ import annotations

import pytest

from groundgraph import Passage
from groundgraph.methods.fused.blocks import lexical
from groundgraph.methods.fused.holding import MARGIN, answering, lead, telling
from groundgraph.methods.fused.rarity import Rarity
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units

PASSAGES = (
    Passage("The bridge of Aldor was built in 1904. It is made of iron.", "a"),
    Passage("The mill of Bremel burned down. Nobody was hurt.", "b"),
    Passage("The bridge was painted red.", "c"),
)
[UNITS] = evidence_units([PASSAGES], SentenceSegmenter())
INDEX = lexical.index(UNITS)
RARITY = Rarity({}, 1.0)


@pytest.mark.parametrize(
    ("claim", "cited", "passage", "better"),
    [
        ("The bridge of Aldor was built in 1904.", {"b"}, "a", True),
        ("The bridge of Aldor was built in 1904.", {"a"}, "c", False),
        ("The bridge of Aldor was built in 1904.", {"b", "a"}, "c", False),
        ("The mill of Bremel burned down.", {"a", "c"}, "b", True),
        ("The mill of Bremel burned down.", set(), "b", True),
    ],
)
def test_a_passage_leads_by_what_it_holds_beyond_the_cited(
    claim: str, cited: set[str], passage: str, better: bool
) -> None:
    found = lead(claim, cited, UNITS, INDEX, RARITY)

    assert found is not None
    assert -1.0 <= found.share <= 1.0
    assert (found.passage_id, found.share > MARGIN) == (passage, better)


@pytest.mark.parametrize("claim", ["Dragons sleep.", "It is.", ""])
def test_what_no_other_passage_holds_has_no_lead(claim: str) -> None:
    assert lead(claim, {"a"}, UNITS, INDEX, RARITY) is None


def test_a_passage_tells_what_the_answer_says_is_missing() -> None:
    said = "The bridge was built in 1904. The text does not say of what metal it is made."

    assert telling(said, [PASSAGES[1], Passage("Of which metal is it made? Of iron.", "d")]) == "d"
    assert telling("The bridge was built in 1904.", PASSAGES) == ""


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("When was the bridge of Aldor built?", "a"),
        ("Who runs Ost AG?", ""),
        ("Who founded Ost AG?", "d"),
    ],
)
def test_a_name_alone_answers_no_question(question: str, passage: str) -> None:
    told = (*PASSAGES, Passage("Bo Frisk founded Ost AG in Linz.", "d"))
    [units] = evidence_units([told], SentenceSegmenter())

    assert answering(question, units, lexical.index(units), Rarity({}, 0.1)) == passage
