from __future__ import annotations

import pytest

from groundgraph.parts.extractors.patterns import PatternExtractor
from groundgraph.types import Span


def read(text: str) -> list[tuple[str, str, str]]:
    (found,) = PatternExtractor().extract([text])
    return [(s.triple.subject, s.triple.predicate, s.triple.object) for s in found]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Serena Williams defeated Sara Errani.", ("Serena Williams", "defeated", "Sara Errani")),
        ("The company has acquired a rival.", ("company", "acquired", "rival")),
        ("She lost. Ann is not tall.", ("Ann", "is not", "tall")),
        ("Ann wasn't born in Rome.", ("Ann", "was not born in", "Rome")),
        ("Ann did n't visit Rome.", ("Ann", "did not visit", "Rome")),
        ("Google was founded by Larry Page.", ("Larry Page", "founded", "Google")),
        ("Ann was born in 1950.", ("Ann", "was born in", "1950")),
        ("Ann was born on 3 May 1950.", ("Ann", "was born on", "3 May 1950")),
        ("Acme is located in Rome.", ("Acme", "is located in", "Rome")),
        ("The capital of France is Paris.", ("Paris", "is capital of", "France")),
        ("Paris is the capital of France.", ("Paris", "is capital of", "France")),
        ("Paris, the capital of France, is big.", ("Paris", "is capital of", "France")),
        ("Ann's husband is Bob.", ("Bob", "is husband of", "Ann")),
        ("Bob is the husband of Ann.", ("Bob", "is husband of", "Ann")),
        ("Ann's fee is $ 3.5 million.", ("Ann", "has fee of", "$3.5 million")),
        ("Ann, 33, won gold.", ("Ann", "is aged", "33")),
        ("Ann Lee (1820–1876) was a judge.", ("Ann Lee", "died in", "1876")),
        ("Ann Lee (born May 3, 1950) is a judge.", ("Ann Lee", "was born on", "May 3, 1950")),
        ("Ann is an English lawyer.", ("Ann", "is", "English")),
        ("The toy, which fires darts, was banned.", ("toy", "fires", "darts")),
        ("The toy, which fires darts, was banned.", ("toy", "was", "banned")),
        ("Ann is a judge who served in Rome.", ("Ann", "served in", "Rome")),
        ("Ann went home. In 1963, Cooke met Bob.", ("Cooke", "met in", "1963")),
        ("River Plate are keen to sign Falcao.", ("River Plate", "are keen to sign", "Falcao")),
        ("Ann played for Ajax, winning a medal.", ("Ann", "won", "medal")),
        ("Everton manager Roberto Martinez left.", ("Roberto Martinez", "is", "Everton manager")),
        ("Speaking in Rome, Ann promised a law.", ("Ann", "spoke in", "Rome")),
        ("Founded in 1987 by Bob Lee, Acme is big.", ("Bob Lee", "founded", "Acme")),
        ("Needing a draw to stay up, Ajax lost a game.", ("Ajax", "needed", "draw")),
        ("There are nine posts in the Leeds office.", ("nine posts", "are in", "Leeds office")),
        ("The wound is clean and dry.", ("wound", "is", "clean")),
        ("The wound is clean and dry.", ("wound", "is", "dry")),
        ("The captain, Luis Lee, missed the final.", ("Luis Lee", "missed", "final")),
        ("Ann Lee, head of design, joined Acme.", ("Ann Lee", "is head of", "design")),
        ("Ann was paid on 3 May, and the clerk who left was sued.", ("clerk", "was", "sued")),
        ("Ann signed a law on Sunday that opens a road.", ("law", "opens", "road")),
        ("Ann expects the bank to raise rates.", ("bank", "raise", "rates")),
        ("Side effects are nausea and fever.", ("side effects", "are", "fever")),
        ("The set includes a case.", ("set", "includes", "case")),
        ("The lighthouse is run by volunteers.", ("volunteers", "run", "lighthouse")),
        ("About 450 people attended the march.", ("450 people", "attended", "march")),
        (
            "It left. The post was locked after five failed attempts.",
            ("post", "was locked after", "five failed attempts"),
        ),
        ("After days of talks, Ann signed a law.", ("Ann", "signed after", "days of talks")),
    ],
)
def test_a_sentence_gives_a_fact(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize(
    "text",
    [
        "Why does Ann live in Rome?",
        "“Why does Ann live in Rome?”",
        "If Ann visits Rome, call Bob.",
        "Bob asked whether Ann visited Rome.",
        "Using the rate of May, Ann slept.",
        "According to Bob, Ann slept.",
        "There is no cure for the disease.",
    ],
)
def test_what_is_not_said_to_be_so_gives_no_fact(text: str) -> None:
    assert not [fact for fact in read(text) if fact[0] != "Bob"]


def test_a_preposition_behind_there_is_tells_a_place_alone() -> None:
    assert read("There is a cure for gout in this book.") == [("cure", "is in", "book")]


def test_what_is_said_beside_a_condition_is_a_fact() -> None:
    assert read("Ann may sue Bob if Acme loses the case.") == [("Ann", "may sue", "Bob")]


def test_the_number_of_an_item_is_no_subject() -> None:
    assert "1" not in {fact[0] for fact in read("1. Open the app and tap Settings")}


def test_a_source_is_said_of_no_subject() -> None:
    assert read("Ann visited Rome, according to Bob.") == [("Ann", "visited", "Rome")]


def test_conjunction_splits_objects_subjects_and_predicates() -> None:
    found = read("Ann and Bob sold cats, dogs and a horse.")

    things = ("cats", "dogs", "horse")
    assert set(found) == {(who, "sold", thing) for who in ("Ann", "Bob") for thing in things}
    assert read("Ann lived in Rome and studied law.") == [
        ("Ann", "lived in", "Rome"),
        ("Ann", "studied", "law"),
    ]


def test_pronouns_and_last_names_stand_for_the_name_before() -> None:
    found = read("Serena Williams won. She plays tennis. Williams visited Rome.")

    assert ("Serena Williams", "plays", "tennis") in found
    assert ("Serena Williams", "visited", "Rome") in found


def test_he_is_who_was_named_with_a_role() -> None:
    found = read("Manchester City signed teenager Evan Patoulidis. He was born in Genk.")

    assert ("Evan Patoulidis", "was born in", "Genk") in found


def test_a_last_name_that_two_people_share_is_the_last_subject_or_stays_as_it_is() -> None:
    met = "Serena Williams met Venus Williams."

    assert ("Serena Williams", "visited", "Rome") in read(f"{met} Williams visited Rome.")
    assert ("Williams", "visited", "Rome") in read(f"{met} Ann slept. Williams visited Rome.")


def test_a_name_that_is_also_a_verb_or_an_auxiliary_is_a_name_at_the_start() -> None:
    assert read("Will Smith owns Acme.") == [("Will Smith", "owns", "Acme")]
    assert read("Harry Lee owns Acme.") == [("Harry Lee", "owns", "Acme")]


def test_a_pronoun_without_antecedent_gives_no_fact() -> None:
    assert read("She visited Rome.") == []


def test_the_same_fact_said_twice_is_kept_once() -> None:
    assert read("Ann visited Rome. Ann visited Rome.") == [("Ann", "visited", "Rome")]


def test_field_lines_are_facts_about_the_entity_that_a_line_names() -> None:
    found = read("Name: Zorba Grill\n- Opening hours: 9:00 to 17:00\n- **Stars**: 4.5\n")

    assert found == [
        ("Zorba Grill", "opening hours", "9:00 to 17:00"),
        ("Zorba Grill", "stars", "4.5"),
    ]


def test_a_colon_in_prose_is_no_field() -> None:
    assert read("Note: Ann visited Rome.") == [("Ann", "visited", "Rome")]


def test_self_loops_are_left_out() -> None:
    assert read("Rome is Rome.") == []


def test_a_span_holds_the_words_of_its_fact_and_no_other_sentence() -> None:
    text = "Well. Ann Lee, a judge, moved to Rome in 1950. Bob slept."
    (found,) = PatternExtractor().extract([text])
    spans = {tuple(s.triple): s.span.of(text) for s in found if s.span is not None}

    assert spans == {
        ("Ann Lee", "is", "judge"): "Ann Lee, a judge",
        ("Ann Lee", "moved to", "Rome"): "Ann Lee, a judge, moved to Rome",
        ("Ann Lee", "moved in", "1950"): "Ann Lee, a judge, moved to Rome in 1950",
    }


def test_the_span_of_a_pronoun_fact_is_in_its_own_sentence() -> None:
    (found,) = PatternExtractor().extract(["Ann is tall. She visited Rome."])

    assert found[-1].span == Span(13, 29)


def test_facts_do_not_leak_from_one_text_to_the_next() -> None:
    assert PatternExtractor().extract(["Ann is tall.", "She visited Rome."])[1] == []


def test_spaced_tokens_read_as_plain_text() -> None:
    spaced = "ann 's team was `` happy '' ."
    assert read(spaced) == read("ann's team was happy.")


@pytest.mark.parametrize(
    "piece",
    [
        "a ",
        "not ",
        "((",
        "1-",
        "Ann's ",
        "'' ",
        "one of ",
        "Ann met Bob, ",
        "who ",
        "a,b ",
        "to be ",
    ],
)
def test_the_work_per_character_is_bounded(piece: str) -> None:
    """Long runs of one thing end; a quadratic pass over 60,000 characters would not in time."""
    (found,) = PatternExtractor().extract([piece * (60_000 // len(piece))])

    assert all(len(part) < 1_000 for statement in found for part in statement.triple)
