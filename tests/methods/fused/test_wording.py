from __future__ import annotations

import json

import pytest

from groundgraph import Evidence, Passage
from groundgraph.methods.fused import wording
from groundgraph.methods.fused.blocks.fields import conflicts, read_fields
from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.text.passage_units import evidence_units


@pytest.mark.parametrize(
    ("unseen", "sentence"),
    [
        ([], "The evidence does not clearly say this."),
        (["Bonn"], "The evidence does not mention “Bonn”."),
        (["Bonn", "9"], "The evidence does not mention “Bonn” or “9”."),
        (["a", "b", "c"], "The evidence does not mention “a”, “b” or “c”."),
        (
            ["a", "b", "c", "d", "e", "f", "g"],
            "The evidence does not mention “a”, “b”, “c”, “d”, “e” and 2 more.",
        ),
    ],
)
def test_what_the_evidence_lacks_is_said_in_one_sentence(unseen: list[str], sentence: str) -> None:
    assert wording.unsupported(unseen) == sentence


def test_words_that_the_evidence_holds_elsewhere_are_quoted() -> None:
    assert wording.unsupported([], ["in March"]) == (
        "The evidence does not clearly say “in March”."
    )
    assert wording.unsupported(["jazz"], ["live jazz"]) == "The evidence does not mention “jazz”."


def test_what_the_evidence_denies_is_quoted() -> None:
    assert (
        wording.denied(["48", "Oslo"]) == "The evidence seems to say otherwise than “48” or “Oslo”."
    )


def test_what_the_evidence_says_in_its_place_is_quoted() -> None:
    months = ("48 months", "24 months")

    assert wording.denied(["48", "Oslo"], [months]) == (
        "The evidence seems to say otherwise than “Oslo”. "
        "Where the answer says “48 months”, the evidence says “24 months”."
    )
    assert wording.denied(["48"], [months]) == (
        "Where the answer says “48 months”, the evidence says “24 months”."
    )
    assert wording.unsupported(["48"], ["48"], [months]) == (
        "The evidence does not mention “48”. "
        "Where the answer says “48 months”, the evidence says “24 months”."
    )


def test_a_contradiction_quotes_the_data() -> None:
    data = Passage(json.dumps({"attributes": {"TakeOut": False}}), "1")
    fields = read_fields(evidence_units([(data,)], SentenceSegmenter())[0])

    against = conflicts("It offers takeout.", fields)
    found = wording.contradicted([field.fact.text for field in against])

    assert found == "The data says otherwise: attributes Take Out: false."


def test_support_names_the_nearest_passage() -> None:
    near, far = Evidence("b", None, 0.9, "x"), Evidence("a", None, 0.2, "y")

    assert wording.supported([near, far]) == "Nearest evidence: passage b."
    assert wording.supported([]) == ""


def test_support_by_several_passages_quotes_each() -> None:
    told = (Passage("Low Tide was written by Ann Orr.", "1"), Passage("She lives in Oslo.", "2"))
    [units] = evidence_units([told], SentenceSegmenter())

    assert wording.supported([Evidence("1", None, 0.9, "x")], units) == (
        "Nearest evidence, read together: “Low Tide was written by Ann Orr.” (passage 1), "
        "“She lives in Oslo.” (passage 2)."
    )


def test_citations_are_named_as_they_are_written() -> None:
    said = wording.supported_elsewhere(["2", "doc-a"], "b")

    assert said == "It cites [2], [doc-a]; passage b has more of its words."
    assert wording.cites_nothing(["7"]) == "It cites [7], but there is no such passage."


def test_quotations_that_no_passage_has_are_changed_or_invented() -> None:
    said = wording.misquoted([("a good day", "a long day"), ("we shall build", "")])

    assert said == (
        "Changed quotation: “a good day”, where a passage has “a long day”. "
        "Invented quotation: no passage has “we shall build”."
    )
