from __future__ import annotations

import json
from dataclasses import replace

import pytest

from groundgraph import Example, Passage, Span, load
from groundgraph.methods.checkable import (
    EMPTY_ANSWER,
    NO_PASSAGES,
    claims_of,
    evidence_groups,
    nothing_claimed,
    obstacle,
    readable,
    unverifiable,
)

CHECKABLE = Example("It rained.", (Passage("Rain fell."),))


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (CHECKABLE, ""),
        (replace(CHECKABLE, answer="\x00"), ""),
        (replace(CHECKABLE, answer=" \n\u2003"), EMPTY_ANSWER),
        (replace(CHECKABLE, passages=()), NO_PASSAGES),
        (replace(CHECKABLE, passages=(Passage(""), Passage("\t", "b"))), NO_PASSAGES),
        (replace(CHECKABLE, passages=(Passage(""), Passage("Rain.", "b"))), ""),
        (Example(""), EMPTY_ANSWER),
    ],
)
def test_an_obstacle_is_a_missing_answer_or_missing_evidence(example: Example, reason: str) -> None:
    assert obstacle(example) == reason


def test_an_unverifiable_verdict_has_a_reason_and_no_score() -> None:
    verdict = unverifiable("the answer is empty")

    assert (verdict.label, verdict.hallucination_score) == ("unverifiable", None)
    assert verdict.reason == "the answer is empty"


def test_claims_are_slices() -> None:
    claims = claims_of("It rained. We left.", [Span(0, 10), Span(11, 19)])

    assert [claim.text for claim in claims] == ["It rained.", "We left."]


def test_answers_of_the_same_evidence_share_a_group() -> None:
    other = replace(CHECKABLE, passages=(Passage("Snow fell."),))
    again = Example("It snowed.", (Passage("Rain fell."),), question="What fell?")

    groups = evidence_groups([CHECKABLE, other, again, other])

    assert groups[0] == groups[2] != groups[1] == groups[3]


def test_answers_to_the_same_texts_in_another_order_share_their_evidence() -> None:
    there = (Passage("Rain fell.", "a"), Passage("Snow fell.", "b"))
    back = (Passage("Snow fell.", "1"), Passage("Rain fell.", "2"))

    groups = evidence_groups([replace(CHECKABLE, passages=own) for own in (there, back)])

    assert groups[0] == groups[1]


GERMAN = "Die Donau ist der zweitlängste Fluss in Europa und mündet nicht in die Nordsee."
CODE = "for (int i = 0; i < n; i++) { sum += a[i]; }\nreturn sum;"
ENGLISH = "The Danube is the second longest river of Europe and flows into the Black Sea. " * 2


def beside(answer: str, *passages: str) -> Example:
    return Example(answer, tuple(Passage(text) for text in passages))


def test_english_is_readable_as_it_is() -> None:
    data = '{"name": "Zorba", "wifi": [1, 2], "hours": {"Monday": [], "Friday": []}}'
    example = beside("It flows into the Black Sea.", ENGLISH, data)

    assert readable(example) == (example, "", "")


def test_an_answer_that_cannot_be_read_is_an_obstacle() -> None:
    assert readable(beside(GERMAN, ENGLISH)).obstacle == (
        "the answer is not in English (German); this detector reads English"
    )
    assert readable(beside(CODE, ENGLISH)).obstacle.startswith("the answer is code")


def test_a_passage_that_cannot_be_read_is_left_out_with_a_remark() -> None:
    example = beside("It is long.", ENGLISH, GERMAN, ENGLISH)

    found = readable(example)

    assert found.obstacle == ""
    assert [p.id for p in found.example.passages] == ["1", "3"]
    assert found.remark == "left out 1 of 3 passages: not in English (German)"


def test_evidence_of_which_most_cannot_be_read_is_an_obstacle() -> None:
    found = readable(beside("It is long.", "Short.", GERMAN, CODE))

    assert found.obstacle == (
        "most of the evidence (2 of 3 passages) is not in English (German) or code; "
        "this detector reads English"
    )


@pytest.mark.parametrize(
    "record",
    [
        {"ticker": "ABX", "last": 41.2, "chg": -0.8, "vol": 120300},
        {"nr": "KX0", "dep": "OSL", "arr": "VIE", "std": "06:45", "sta": "09:05", "gate": "B0"},
        {"sku": "S1", "qty": 1, "lager": "voll"},
    ],
)
def test_names_of_fields_and_codes_are_in_no_language(record: dict[str, object]) -> None:
    assert readable(beside("It is 41.2.", json.dumps([record] * 15))).obstacle == ""


def test_json_with_values_in_another_language_cannot_be_read() -> None:
    found = readable(beside("It is long.", json.dumps({"id": 7, "text": GERMAN})))

    assert found.obstacle.startswith("most of the evidence (1 of 1 passages) is not in English")


def test_words_of_english_passages_are_english_in_the_answer() -> None:
    passage = f"{ENGLISH} It is the theme of the waltz An der schönen blauen Donau."
    example = beside("an der schönen blauen Donau", passage)

    assert readable(example).obstacle == ""
    assert readable(beside(example.answer, ENGLISH)).obstacle.startswith("the answer is not in")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Sorry, the provided context does not mention this anywhere.", "declines to answer"),
        ("Hello! How can I help you today?", "only greets or offers help"),
        ("Who founded Elmar?", "only repeats the question"),
        ("Not in the passages. Elmar was founded by Ada.", ""),
        ("## Elmar", ""),
        ("", ""),
    ],
)
def test_what_only_declines_or_greets_claims_nothing(answer: str, reason: str) -> None:
    assert nothing_claimed(Example(answer, question="Who founded Elmar?")) == reason


@pytest.mark.parametrize("name", ["egc", "kea", "logic", "router"])
def test_an_answer_that_only_declines_is_unverifiable_to_every_detector(name: str) -> None:
    passages = (Passage("Elmar is a town of about 1,259 people on the river Ems, up north."),)
    answer = "Sorry, the provided context does not mention anywhere who founded the town of Elmar."

    (found,) = load(name).detect([Example(answer, passages, question="Who founded Elmar?")])

    assert (found.label, found.reason[:18]) == ("unverifiable", "declines to answer")
