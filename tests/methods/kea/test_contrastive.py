from __future__ import annotations

import pytest

from groundgraph.methods.kea import contrastive
from groundgraph.methods.kea.contrastive import TemplateExplainer
from groundgraph.methods.kea.phrasing import named, sentence, that_clause
from groundgraph.types import Contrast, Position, Span, Statement, Triple


def contrast(
    claim: tuple[str, str, str],
    evidence: tuple[str, str, str],
    position: Position = "object",
    words: str = "",
) -> Contrast:
    return Contrast(
        Statement(Triple(*claim), Span(3, 9)),
        Statement(Triple(*evidence)),
        "passage 2",
        position,
        words,
    )


def explained(each: Contrast) -> str:
    return TemplateExplainer().explain([each])[0].text


def test_it_says_what_both_say_and_the_edit() -> None:
    text = explained(
        contrast(("Marie Curie", "was born in", "1868"), ("Marie Curie", "was born in", "1867"))
    )
    assert text == (
        "The answer says that Marie Curie was born in 1868; passage 2 says 1867. "
        "Replace 1868 by 1867."
    )


def test_a_property_of_a_knowledge_source_is_named_as_a_noun() -> None:
    text = explained(contrast(("Ada", "works for", "IBM"), ("Ada", "employer", "Acme Inc.")))
    assert text == (
        "The answer says that Ada works for IBM; passage 2 gives Acme Inc. as the employer. "
        "Replace IBM by Acme Inc."
    )


def test_where_the_subject_differs_the_evidence_is_said_whole() -> None:
    text = explained(contrast(("Bob", "won", "the race"), ("Ada", "won", "the race"), "subject"))
    assert text == (
        "The answer says that Bob won the race; passage 2 says that Ada won the race. "
        "Replace Bob by Ada."
    )


def test_where_the_relation_differs_it_is_what_is_replaced() -> None:
    text = explained(contrast(("Ada", "sold", "Acme"), ("Ada", "bought", "Acme"), "predicate"))
    assert text.endswith("passage 2 says that Ada bought Acme. Replace sold by bought.")


def test_the_answers_own_words_are_used_where_they_make_a_clause() -> None:
    own = contrast(("Ada", "won", "race"), ("Ada", "won", "prize"), words="Ada won a race")
    assert explained(own).startswith("The answer says that Ada won a race;")
    pronoun = own._replace(words="She won a race")
    assert explained(pronoun).startswith("The answer says “She won a race”;")


def test_words_that_do_not_hold_what_is_wrong_give_way_to_the_triple() -> None:
    each = contrast(("Bob", "won", "gold"), ("Ada", "won", "gold"), "subject", "He won gold")
    assert explained(each).startswith("The answer says that Bob won gold;")


def test_each_statement_carries_its_triple_and_place() -> None:
    each = contrast(("Ada", "was born in", "1868"), ("Ada", "was born in", "1867"))
    explanation = TemplateExplainer().explain([each])[0]
    ours, theirs = explanation.statements
    assert (ours.triple, ours.span, ours.source) == (each.claim.triple, Span(3, 9), "")
    assert (theirs.triple, theirs.source) == (each.evidence.triple, "passage 2")
    assert all(said.text in explanation.text for said in explanation.statements)


def test_a_summary_names_every_correction_once() -> None:
    year = contrast(("Ada", "was born in", "1868"), ("Ada", "was born in", "1867"))
    place = contrast(("Ada", "lives in", "Bonn"), ("Ada", "lives in", "Rome"))
    assert contrastive.summary([year, place, year]) == (
        "The evidence contradicts the answer: 1868 should be 1867 and Bonn should be Rome."
    )
    assert contrastive.summary([]) == ""


@pytest.mark.parametrize(
    ("triple", "words"),
    [
        (("Ada", "was born in", "1867"), "that Ada was born in 1867"),
        (("Ada", "born in", "1867"), "that Ada was born in 1867"),
        (("Rome", "located in", "Italy"), "that Rome is located in Italy"),
        (("Rome", "capital of", "Italy"), "that Rome is the capital of Italy"),
        (("Ada", "member of", "IEEE"), "that Ada is a member of IEEE"),
        (("Ada", "place of birth", "Rome"), "that the place of birth of Ada is Rome"),
        (("dogs", "chase", "cats"), "“dogs chase cats”"),
        (("Ada", "founded", "Acme"), "that Ada founded Acme"),
        (("Acme", "scored in", "Rome"), "that Acme scored in Rome"),
        (
            ("Acme", "chief executive officer", "Ada"),
            "that the chief executive officer of Acme is Ada",
        ),
        (("a", "", "b"), "“a b”"),
    ],
)
def test_a_triple_becomes_a_clause_of_its_kind(triple: tuple[str, str, str], words: str) -> None:
    assert that_clause(Triple(*triple)) == words


def test_only_long_or_marked_labels_are_quoted() -> None:
    assert named("University of Paris") == "University of Paris"
    assert named("the first woman to win") == "“the first woman to win”"
    assert named("") == "“”"


def test_a_sentence_has_one_mark_at_its_end() -> None:
    assert sentence("by Acme Inc.") == "By Acme Inc."
    assert sentence("it is") == "It is."
