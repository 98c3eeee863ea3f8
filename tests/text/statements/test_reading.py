"""Events of constructions that the sentences of `experiments.evaluate_extractor` showed unread."""

from __future__ import annotations

import gc

from groundgraph.text.statements.reading import read_events
from groundgraph.types import Span


def heads(text: str) -> set[tuple[str, str, str]]:
    """Return the lemma of each event with its roles and the heads of what fills them."""
    return {
        (event.lemma, role, argument.head)
        for event in read_events(text, Span(0, len(text)))
        for role, found in event.roles.items()
        for argument in found
    }


def test_adjectives_that_and_joins_are_qualities_of_their_own() -> None:
    assert heads("The wound is clean and dry.") == {
        ("clean", "subject", "wound"),
        ("dry", "subject", "wound"),
    }


def test_a_participle_that_opens_a_sentence_has_the_subject_behind_it() -> None:
    found = heads("Perched on a cliff, the tower draws crowds.")

    assert {("perch", "object", "tower"), ("perch", "on", "cliff")} <= found


def test_there_is_places_its_subject() -> None:
    found = heads("There are nine posts in the Leeds office.")

    assert {("be", "subject", "post"), ("be", "in", "offic")} <= found


def test_what_gets_done_is_a_passive() -> None:
    assert heads("The goat gets trained by the shepherd.") == {
        ("train", "subject", "shepherd"),
        ("train", "object", "goat"),
    }


def test_a_given_name_opens_a_sentence() -> None:
    assert ("say", "subject", "hugh") in heads("Hugh said that it was cold.")


def test_a_verb_has_one_lemma_in_every_form() -> None:
    forms = ("Ann needs Bob.", "They need Bob.", "Ann needed Bob.")
    assert [{lemma for lemma, *_ in heads(text)} for text in forms] == [{"need"}] * 3


def test_a_bearing_is_read_with_its_of() -> None:
    for told in (
        "Lake Orr lies 2 km north of Brill.",
        "Lake Orr is located to the north of Brill.",
    ):
        assert heads(told) == {("be", "subject", "orr"), ("be", "north_of", "brill")}
    assert ("lie", "north_of", "spain") not in heads("Brill lies in the north of Spain.")


def test_who_behind_of_is_the_nearer_but_for_an_office() -> None:
    assert ("live", "subject", "ben") in heads("Ana is the sister of Ben, who lives in Kiel.")
    assert ("live", "subject", "ana") in heads("Ana is the mayor of Brill who lives in Kiel.")


def test_what_was_read_on_the_way_is_gone_without_the_garbage_collector() -> None:
    text = "Ann, who won the cup in May, said that Bob had sold it to Cy and Dan."
    read_events(text, Span(0, len(text)))
    gc.collect()
    read_events(text, Span(0, len(text)))

    assert gc.collect() == 0
