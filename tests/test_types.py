from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from groundgraph import Claim, Example, Finding, Passage, Span, Triple, Verdict
from groundgraph.types import Suggestion


def test_a_span_slices_like_python() -> None:
    assert Span(3, 5).of("naïve 東京") == "ve"
    assert Span(6, 8).of("naïve 東京") == "東京"


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (Span(0, 3), Span(2, 5), True),
        (Span(0, 9), Span(4, 5), True),
        (Span(0, 3), Span(3, 5), False),
        (Span(0, 1), Span(7, 9), False),
    ],
)
def test_half_open_spans_overlap_when_they_share_a_character(
    first: Span, second: Span, shared: bool
) -> None:
    assert first.overlaps(second) is second.overlaps(first) is shared


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"passages": {"id": "a", "text": "One."}}, "found one passage; write passages="),
        ({"passages": b"One."}, "found one text; write passages="),
        ({"spans": [1]}, "spans must be pairs of start and end, found 1"),
        ({"passages": 5}, "passages must be a list, found int"),
        ({"label": "no"}, "label must be True .* found 'no'"),
        ({"label": 2}, "label must be True or 1 .* found 2"),
        ({"id": 3}, "id must be a text, found int"),
        ({"id": None}, "id must be a text, found NoneType"),
        ({"generator": 3}, "generator must be a text, found int"),
    ],
)
def test_a_field_of_another_type_is_refused(fields: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Example("a", **fields)


def test_none_is_no_question_and_no_passages_as_in_a_row() -> None:
    assert Example("a", None, question=None) == Example("a")


def test_passages_without_an_id_are_numbered_by_their_place() -> None:
    plain: Any = ("one", Passage("two"), Passage("three", "x"), "four")

    ids = [passage.id for passage in Example("a", plain).passages]

    assert ids == ["1", "2", "x", "4"]


def test_passages_with_ids_are_kept_as_they_are_so_that_answers_can_share_them() -> None:
    passages = (Passage("one", "a"), Passage("two", "b"))

    assert Example("first", passages).passages is passages


def test_two_passages_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="passages 1 and 2 have the same id, 'a'"):
        Example("a", (Passage("one", "a"), Passage("two", "a")))


@pytest.mark.parametrize(
    "fact",
    [["Ana", "founded", "Orvo"], ("Ana", "founded", "Orvo"), Triple("Ana", "founded", "Orvo")],
)
def test_triples_are_given_as_any_three_texts(fact: Any) -> None:
    example = Example("a", triples=[fact])

    assert example.triples == (Triple("Ana", "founded", "Orvo"),)
    assert type(example.triples[0]) is Triple
    assert hash(example) == hash(Example("a", triples=(Triple("Ana", "founded", "Orvo"),)))


def test_triples_that_are_kept_already_are_shared() -> None:
    triples = (Triple("Ana", "founded", "Orvo"),)

    assert Example("a", triples=triples).triples is triples


@pytest.mark.parametrize("fact", [["Ana", "founded"], ["Ana", "founded", None], "abc", None])
def test_a_triple_that_is_not_three_texts_is_refused_with_its_number(fact: Any) -> None:
    with pytest.raises(TypeError, match="triple 2 must be three texts"):
        Example("a", triples=[Triple("Ana", "founded", "Orvo"), fact])


def test_numbers_and_truth_values_of_triples_are_texts() -> None:
    triples: Any = [("Abbey", "age", 40), ["Abbey", "height", 12.5], ("Abbey", "open", True)]

    kept = Example("a", triples=triples).triples or ()
    assert [triple.object for triple in kept] == ["40", "12.5", "true"]


@pytest.mark.parametrize("one", [Triple("A", "b", "C"), "A -> b -> C", {"subject": "A"}])
def test_one_triple_in_place_of_a_list_is_refused(one: Any) -> None:
    with pytest.raises(TypeError, match="triples must be a list, found one triple"):
        Example("a", triples=one)


def test_gold_spans_are_given_as_pairs() -> None:
    example = Example("abc", spans=[(0, 2)])

    assert example.spans == (Span(0, 2),)
    assert type(example.spans[0]) is Span


def test_an_example_with_metadata_is_hashable_and_compares_by_its_content() -> None:
    first = Example("a", (Passage("p", "1"),), metadata={"task": "QA"})
    second = Example("a", (Passage("p", "1"),), metadata={"task": "Summary"})

    assert {first} == {second}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("unverifiable", 0.5, False, (), {}, "why"), "exactly when"),
        (("grounded", None), "exactly when"),
        (("unverifiable", None), "must say why"),
        (("grounded", -0.1), "not in"),
        (("hallucinated", 1.1), "not in"),
        (("hallucinated", math.nan), "not in"),
        (("Hallucinated", 1.0), "is none of 'grounded', 'hallucinated', 'unverifiable'"),
        (("ok", 0.0), "is none of"),
    ],
)
def test_a_verdict_that_contradicts_itself_is_refused(
    arguments: tuple[Any, ...], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        Verdict(*arguments)


def test_an_outcome_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="outcome 'wrong' is none of 'contradicted', 'supported'"):
        Finding(Claim("A.", Span(0, 2)), "wrong")  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_scores_from_0_to_1_are_taken(score: float) -> None:
    assert Verdict("grounded", score).hallucination_score == score


def test_the_words_are_immutable() -> None:
    changed: list[Any] = [Passage("p"), Claim("c", Span(0, 1)), Verdict("grounded", 0.1)]
    for thing in changed:
        with pytest.raises((FrozenInstanceError, TypeError)):
            thing.text = "other"


def test_a_suggestion_has_the_fields_of_its_record() -> None:
    made = Suggestion(Span(3, 9), "It rains.", (0,))
    assert (made.start, made.end) == (3, 9)
