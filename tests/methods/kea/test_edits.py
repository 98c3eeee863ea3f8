"""The edits of Algorithm 1, and the sentences that they correct."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundgraph.methods.kea.detector import KEA
from groundgraph.methods.kea.edits import edit_kinds
from groundgraph.methods.kea.suggestions import Change, corrected
from groundgraph.types import Edit, Example, Passage, Span, Triple, Verdict

CHILD = {name: Triple("X", "child", name) for name in "ABCD"}


def judged(answer: str, *passages: str) -> Verdict:
    return KEA().detect([Example(answer, tuple(map(Passage, passages)))])[0]


def kinds(claims: str, pairs: str) -> list[str | None]:
    edges = [(CHILD[pair[0]], CHILD[pair[1]]) for pair in pairs.split()]
    return [*edit_kinds([CHILD[name] for name in claims], edges)]


def test_a_contradicted_edge_gives_its_place_to_the_evidences() -> None:
    assert kinds("A", "AB") == ["substitute"]


def test_an_edge_that_the_answer_has_already_is_not_put_in_again() -> None:
    assert kinds("AB", "AB") == ["delete"]
    assert kinds("AC", "AB CB") == ["substitute", "delete"]


def test_an_edge_that_both_sides_have_stays() -> None:
    assert kinds("AB", "AB BA") == [None, None]
    assert kinds("AB", "AB BC") == ["delete", "insert"]


@settings(deadline=None)
@given(st.data())
def test_applying_the_edits_leaves_the_evidences_edges(data: st.DataObject) -> None:
    triples = st.builds(Triple, st.sampled_from("ab"), st.just("p"), st.sampled_from("xyz"))
    claims = data.draw(st.lists(triples, min_size=1, max_size=5))
    evidence = data.draw(st.lists(triples, min_size=1, max_size=5))
    pairs = data.draw(
        st.lists(st.tuples(st.sampled_from(claims), st.sampled_from(evidence)), max_size=6)
    )
    graph = set(claims)
    for kind, (claim, fact) in zip(edit_kinds(claims, pairs), pairs, strict=True):
        if kind in ("delete", "substitute"):
            assert claim in graph
            graph.discard(claim)
        if kind in ("insert", "substitute"):
            assert fact not in graph
            graph.add(fact)
    wrong, right = {claim for claim, _ in pairs}, {fact for _, fact in pairs}
    assert graph == (set(claims) - wrong) | right


def test_the_verdict_lists_the_edits_with_their_finding_and_source() -> None:
    verdict = judged(
        "Ada lives in Oslo. Ada was born in 1868.", "Ada was born in 1867. Ada lives in Oslo."
    )
    assert verdict.edits == (
        Edit(
            "substitute",
            Triple("Ada", "was born in", "1868"),
            Triple("Ada", "was born in", "1867"),
            "object",
            1,
            "1",
        ),
    )
    [suggestion] = verdict.suggestions
    assert suggestion.span == Span(19, 40)
    assert suggestion.text == "Ada was born in 1867."
    assert suggestion.edits == (0,)


def test_a_field_that_says_no_asks_to_delete() -> None:
    verdict = judged("Blue Fig has free WiFi.", '{"name": "Blue Fig", "WiFi": "no"}')
    assert [(edit.kind, edit.becomes) for edit in verdict.edits] == [("delete", None)]
    assert verdict.suggestions == ()


def test_two_wrong_values_of_one_sentence_make_one_suggestion() -> None:
    verdict = judged(
        "The plant in Oslo employs 400 workers and costs 12 euros.",
        "The plant in Oslo employs 250 workers and costs 9 euros.",
    )
    assert [edit.kind for edit in verdict.edits] == ["substitute"] * 2
    assert [(each.text, each.edits) for each in verdict.suggestions] == [
        ("The plant in Oslo employs 250 workers and costs 9 euros.", (0, 1))
    ]


def test_edits_and_suggestions_survive_a_row() -> None:
    verdict = judged("Ada was born in 1868.", "Ada was born in 1867.")
    record: dict[str, Any] = verdict.to_dict()
    assert record["suggestions"] == [
        {"start": 0, "end": 21, "text": "Ada was born in 1867.", "edits": [0]}
    ]
    assert record["edits"][0]["triple"] == ["Ada", "was born in", "1868"]
    assert Verdict.from_dict(record).edits == verdict.edits
    assert Verdict.from_dict(record).suggestions == verdict.suggestions
    assert "suggestion: Ada was born in 1867." in str(verdict)
    assert "suggestion: Ada was born in 1867." in verdict._repr_html_()


def test_a_verdict_without_contradictions_has_no_edits() -> None:
    verdict = judged("Ada was born in 1867.", "Ada was born in 1867.")
    assert (verdict.edits, verdict.suggestions) == ((), ())
    assert "edits" not in verdict.to_dict()


def test_a_short_answer_is_corrected_as_the_claim_that_it_makes() -> None:
    example = Example(
        "On Monday.", ("The museum opens on Tuesday.",), question="When does the museum open?"
    )
    [verdict] = KEA().detect([example])
    assert [each.text for each in verdict.suggestions] == ["The museum opens on Tuesday."]
    assert [each.span for each in verdict.suggestions] == [Span(0, 10)]


@pytest.mark.parametrize(
    ("answer", "passage", "suggestion"),
    [
        (
            "Marie Curie worked at Google.",
            "Marie Curie worked at the University of Paris.",
            "Marie Curie worked at the University of Paris.",
        ),
        (
            "The bridge is 330 metres long.",
            "The bridge is 300 metres long.",
            "The bridge is 300 metres long.",
        ),
        (
            "The museum opens on Monday.",
            "The museum opens on Tuesday.",
            "The museum opens on Tuesday.",
        ),
        (
            "Inception was directed by James Cameron.",
            "Inception was directed by Christopher Nolan.",
            "Inception was directed by Christopher Nolan.",
        ),
        (
            "The company was founded in Berlin in 1990.",
            "The company was founded in Munich in 1990.",
            "The company was founded in Munich in 1990.",
        ),
        (
            "The treaty was signed on 4 March 1921.",
            "The treaty was signed on 7 May 1921.",
            "The treaty was signed on 7 May 1921.",
        ),
        (
            "The team has 11 players and 3 coaches.",
            "The team has 12 players and 3 coaches.",
            "The team has 12 players and 3 coaches.",
        ),
        (
            "Anna Berg, who lives in Oslo, leads the project.",
            "Anna Berg, who lives in Bergen, leads the project.",
            "Anna Berg, who lives in Bergen, leads the project.",
        ),
        (
            "The film, which was released in 1997, won 11 Oscars.",
            "The film, which was released in 1997, won 9 Oscars.",
            "The film, which was released in 1997, won 9 Oscars.",
        ),
    ],
)
def test_a_sentence_is_corrected_in_the_evidences_words(
    answer: str, passage: str, suggestion: str
) -> None:
    assert [each.text for each in judged(answer, passage).suggestions] == [suggestion]


@pytest.mark.parametrize(
    ("sentence", "change", "text"),
    [
        (
            "She was born on 4 March 1921.",
            Change("4 March 1921", "1922", "", "was born on"),
            "She was born in 1922.",
        ),
        (
            "She was born in 1868.",
            Change("1868", "1867-11-07", "", "was born in"),
            "She was born in 1867.",
        ),
        (
            "On March 4, 1921, it was signed.",
            Change("March 4, 1921", "7 May 1921", "", "was signed on"),
            "On May 7, 1921, it was signed.",
        ),
        (
            "He is a doctor.",
            Change("doctor", "engineer", "He is an engineer.", "is"),
            "He is an engineer.",
        ),
        ("He is a doctor.", Change("doctor", "engineer", "", "is"), "He is an engineer."),
        (
            "Bob founded Acme.",
            Change("Bob", "Ada Ruiz", "In 1990 Ada Ruiz founded Acme.", "founded"),
            "Ada Ruiz founded Acme.",
        ),
        ("They ate 11 apples.", Change("11", "12 apples", "", "ate"), "They ate 12 apples."),
        ("They ate 11 apples.", Change("11 apples", "12", "", "ate"), "They ate 12 apples."),
        ("It is an 8-day trip.", Change("8", "7", "", "is"), ""),
        ("He works at Google.", Change("Google", "Bank", "", "works at"), "He works at Bank."),
        (
            "He works at Google.",
            Change("Google", "Republic of Malta", "", "works at"),
            "He works at the Republic of Malta.",
        ),
    ],
)
def test_articles_prepositions_and_units_follow_the_new_words(
    sentence: str, change: Change, text: str
) -> None:
    assert corrected(sentence, [change]) == text


@pytest.mark.parametrize(
    ("sentence", "change"),
    [
        ("Rome is in Rome.", Change("Rome", "Milan", "", "is in")),
        ("She won it.", Change("Ada", "Bob", "", "won")),
        ("He was born in Warsaw, Poland.", Change("Warsaw", "Paris", "", "was born in")),
        ("He played for Ajax and Milan.", Change("Ajax", "Feyenoord", "", "played for")),
        ("He played for Ajax and Milan.", Change("Milan", "Feyenoord", "", "played for")),
        ("Bob won his race.", Change("Bob", "Ada", "", "won")),
        ("The physicist Marie Curie won.", Change("Marie Curie", "Bob", "", "won")),
        ("He is a doctor.", Change("doctor", "doctors", "They are doctors.", "is")),
        ("He is a doctor.", Change("doctor", "Ada Ruiz", "", "is")),
        ("Dogs are banned.", Change("Dogs", "Bob", "", "are banned")),
        ("It ran from 1990 to 1995.", Change("1990", "1991", "", "ran from")),
        ("It holds 10 or 12 people.", Change("10", "9", "", "holds")),
        ("It costs $12.", Change("12", "9", "", "costs")),
        ("It opens at 9 in Rome.", Change("9", "Ulm", "", "opens at")),
        ("They ate 11 apples.", Change("11", "12 pears", "", "ate")),
        ("Smith's novel won.", Change("Smith", "Jones", "", "won")),
    ],
)
def test_what_cannot_be_exchanged_safely_is_not_suggested(sentence: str, change: Change) -> None:
    assert corrected(sentence, [change]) == ""


def test_where_passages_disagree_both_are_named_and_nothing_is_to_be_replaced() -> None:
    verdict = judged("Ada was born in 1868.", "Ada was born in 1867.", "Ada was born in 1866.")
    [finding] = verdict.findings
    assert finding.explanation == (
        "The answer says that Ada was born in 1868; passage 1 says 1867 and passage 2 says 1866. "
        "The passages disagree."
    )
    assert verdict.reason == "The passages disagree: passage 1 says 1867 and passage 2 says 1866."
    assert (verdict.edits, verdict.suggestions) == ((), ())


def test_nothing_is_suggested_of_a_sentence_that_says_more_than_the_evidence() -> None:
    verdict = judged(
        "Ada was born in 1868 and painted the lighthouse.", "Ada was born in 1867. It rained."
    )
    assert verdict.edits
    assert verdict.suggestions == ()
