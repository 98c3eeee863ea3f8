"""What a reader is told where polarity, modality, roles or the kind of a relation differ."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kea_verdicts import judged, of_triples, outcomes

from groundgraph.learn.decision import Decision
from groundgraph.methods.kea.detector import KEA
from groundgraph.types import Span


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("Eva was born in Rome.", "Eva was not born in Vienna."),
        ("Eva was born in Rome.", "Eva may have been born in Vienna."),
        ("Eva was reportedly born in Rome.", "Eva was born in Vienna."),
        ("The merger closed in 2024.", "The merger will close in 2026."),
        ("Acme was never based in Berlin.", "Acme is based in Munich."),
        ("Eva speaks Italian.", "Eva speaks French."),
        ("Mia plays the cello.", "Mia plays the violin and the piano."),
    ],
)
def test_what_leaves_room_for_the_claim_neither_contradicts_nor_supports_it(
    answer: str, passage: str
) -> None:
    verdict = judged(answer, passage)
    assert outcomes(verdict) in (["unsupported"], ["unverifiable"])
    assert (verdict.edits, verdict.suggestions) == ((), ())


def test_what_is_put_in_one_manner_on_both_sides_is_contradicted() -> None:
    verdict = judged("Tom Berg will resign in May.", "Tom Berg will resign in March.")
    assert outcomes(verdict) == ["contradicted"]
    assert [each.text for each in verdict.suggestions] == ["Tom Berg will resign in March."]


@pytest.mark.parametrize(
    ("answer", "question"),
    [("Acme is not based in Berlin.", ""), ("No.", "Is Acme based in Berlin?")],
)
def test_another_value_supports_a_denial(answer: str, question: str) -> None:
    verdict = judged(answer, "Acme is based in Munich.", question=question)
    assert outcomes(verdict) == ["supported"]
    assert verdict.findings[0].explanation == "Passage 1 says Munich."
    told = of_triples("Acme is not based in Berlin.", ("Acme", "based_in", "Munich"))
    assert outcomes(told) == ["supported"]


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        ("The city has about 1.2 million inhabitants.", "The city has 1,204,300 inhabitants."),
        ("Maria Keller was born in Germany.", "Maria Keller was born in Bonn. Bonn is in Germany."),
        ("Nimbus Labs was acquired by Borealis in 2021.", "Borealis acquired Nimbus Labs in 2021."),
        ("Maria Keller was born in Germany.", "Maria Keller was born in Bonn, Germany."),
    ],
)
def test_an_answer_that_follows_from_the_evidence_is_grounded_however_far_the_graphs_are(
    answer: str, passage: str
) -> None:
    verdict = judged(answer, passage)
    assert (verdict.label, outcomes(verdict)) == ("grounded", ["supported"])
    assert verdict.features["similarity"] < 0.5
    assert verdict.reason.startswith("The two graphs differ (h = ")
    assert judged(answer, passage, kea=KEA(published_rule=True)).label == "hallucinated"


@pytest.mark.parametrize(
    ("answer", "passage", "told"),
    [
        (
            "Borealis was acquired by Nimbus Labs in 2021.",
            "Borealis acquired Nimbus Labs in 2021.",
            "Passage 1 says the opposite direction: “Borealis acquired Nimbus Labs in 2021”.",
        ),
        (
            "Tomas bought the vineyard from Ingrid in 2010.",
            "Tomas sold the vineyard to Ingrid in 2010.",
            "Passage 1 says the opposite direction: “Tomas sold the vineyard to Ingrid in 2010”.",
        ),
        (
            "Eva lives in Rome.",
            "It is false that Eva lives in Rome.",
            "Passage 1 denies it: “It is false that Eva lives in Rome”.",
        ),
        (
            "Delta bought Acme.",
            "Rumours that Delta bought Acme are false.",
            "Passage 1 denies it: “Rumours that Delta bought Acme are false”.",
        ),
        (
            "Acme sold Delta.",
            "Acme denied that it sold Delta.",
            "Passage 1 denies it: “Acme denied that it sold Delta”.",
        ),
        (
            "The drug reduces pain in all patients.",
            "The drug reduces pain in most patients.",
            "Passage 1 says “most”, not “all”: “The drug reduces pain in most patients”.",
        ),
    ],
)
def test_what_the_judges_of_text_are_certain_of_is_contradicted(
    answer: str, passage: str, told: str
) -> None:
    verdict = judged(answer, passage)
    assert [(f.outcome, f.explanation) for f in verdict.findings] == [("contradicted", told)]
    assert (verdict.label, verdict.reason) == ("hallucinated", told)
    assert verdict.features["contradicted"] == verdict.features["claim_triples"]


def test_two_roles_that_are_exchanged_are_contradicted() -> None:
    verdict = judged(
        "The film was directed by Leo Brandt and produced by Ana Silva.",
        "The film was directed by Ana Silva and produced by Leo Brandt.",
    )
    assert outcomes(verdict) == ["contradicted"]
    assert verdict.findings[0].explanation.startswith("Passage 1 says so of Ana Silva: “The film")


@pytest.mark.parametrize(
    ("answer", "triple"),
    [
        ("Tom is the mother of Eva.", ("Tom", "mother", "Eva")),
        (
            "Acme Robotics acquired Delta in 2015.",
            ("DELTA", "Delta acquired Acme Robotics in 2015", "ACME ROBOTICS"),
        ),
    ],
)
def test_given_triples_and_descriptions_have_a_direction(
    answer: str, triple: tuple[str, str, str]
) -> None:
    verdict = of_triples(answer, triple)
    assert outcomes(verdict) == ["contradicted"]
    assert verdict.findings[0].explanation.startswith("Triple 1 says the opposite direction: “")


def test_what_the_evidence_says_on_a_condition_is_not_supported_plainly() -> None:
    passage = "If the board agrees, Acme will buy Delta."
    verdict = judged("Acme will buy Delta.", passage)
    assert (verdict.label, outcomes(verdict)) == ("hallucinated", ["unsupported"])
    assert verdict.findings[0].explanation == (
        "Passage 1 says so only on a condition: “If the board agrees, Acme will buy Delta”."
    )
    for same in (passage, "Acme will buy Delta if the board agrees."):
        assert outcomes(judged(same, passage)) == ["supported"]


def test_another_sentence_may_state_what_one_speaks_against() -> None:
    verdict = judged("Acme bought Delta.", "Delta bought Acme.", "Acme bought Delta.")
    assert outcomes(verdict) == ["supported"]
    assert [item.passage_id for item in verdict.findings[0].evidence] == ["2"]


@pytest.mark.parametrize(
    ("answer", "passage", "suggestion"),
    [
        ("Jane Pike founded Acme.", "John Pike founded Acme.", "John Pike founded Acme."),
        (
            "Anders Karlsson wrote the report.",
            "Anna Karlsson wrote the report.",
            "Anna Karlsson wrote the report.",
        ),
    ],
)
def test_two_people_of_one_family_name_are_two(answer: str, passage: str, suggestion: str) -> None:
    verdict = judged(answer, passage)
    assert (verdict.label, outcomes(verdict)) == ("hallucinated", ["contradicted"])
    assert [each.text for each in verdict.suggestions] == [suggestion]


def test_two_forms_of_a_given_name_are_one_person() -> None:
    assert outcomes(judged("Bill Pike founded Acme.", "William Pike founded Acme.")) == [
        "supported"
    ]


def test_years_of_two_towns_are_not_exchanged() -> None:
    verdict = judged(
        "Porto hosted the fair in 2022.",
        "Lisbon hosted the fair in 2022. Porto hosted the fair in 2023.",
    )
    assert outcomes(verdict) == ["contradicted"]
    assert [each.text for each in verdict.suggestions] == ["Porto hosted the fair in 2023."]


@pytest.mark.parametrize("decision", [None, Decision(None, 0.4, "none")])
def test_a_contradicted_answer_is_flagged_though_the_graphs_are_one(
    decision: Decision | None,
) -> None:
    kea = replace(KEA(), decision=decision)
    verdict = judged("Acme is based in Berlin.", "Acme is based in Munich.", kea=kea)
    assert verdict.features["similarity"] == pytest.approx(1.0)
    assert outcomes(verdict) == ["contradicted"]
    assert verdict.label == "hallucinated"
    assert verdict.hallucination_score == verdict.threshold


def test_the_published_rule_scores_by_h_alone() -> None:
    verdict = judged(
        "Acme is based in Berlin.", "Acme is based in Munich.", kea=KEA(published_rule=True)
    )
    assert (verdict.label, verdict.hallucination_score) == ("grounded", 0.0)


def test_a_contradiction_tells_what_else_of_its_sentence_nothing_states() -> None:
    verdict = judged(
        "The company employs 50 engineers, owns a zoo in Chad and sponsors the opera.",
        "The company has three offices in Spain and employs 40 engineers.",
    )
    [finding] = verdict.findings
    assert finding.outcome == "contradicted"
    assert finding.explanation.endswith(
        "The answer also says “owns a zoo in Chad” and “sponsors the opera”; no passage says so."
    )


def test_of_what_the_evidence_has_several_one_is_not_put_for_another() -> None:
    verdict = of_triples(
        "Moon Harbour, Red Tide and Blue Hour",
        ("Ana Silva", "directed", "Moon Harbour"),
        ("Ana Silva", "directed", "Red Tide"),
        ("Leo Brandt", "directed", "Blue Hour"),
        question="Which films did Ana Silva direct?",
    )
    assert outcomes(verdict) == ["supported", "supported", "contradicted"]
    assert "Moon Harbour" not in verdict.findings[2].explanation + verdict.reason
    assert "triple 3 says that Leo Brandt directed Blue Hour" in verdict.findings[2].explanation
    assert verdict.suggestions == ()


def test_an_edge_that_the_answer_has_already_is_told_to_be_left_out() -> None:
    verdict = judged("Ada was born in 1867. Ada was born in 1868.", "Ada was born in 1867.")
    assert [edit.kind for edit in verdict.edits] == ["delete"]
    assert verdict.reason == "The evidence contradicts the answer: 1868 should be left out."
    assert verdict.findings[1].explanation.endswith(
        "Leave it out: the answer says what the evidence has instead."
    )


@pytest.mark.parametrize(
    ("answer", "question", "expected"),
    [
        ("Acme is based in Munich. It is based in Munich.", "", "supported"),
        ("No, Acme is not based in Berlin.", "Is Acme based in Berlin?", "supported"),
        ("Yes, Acme is based in Berlin.", "Is Acme based in Berlin?", "contradicted"),
    ],
)
def test_a_sentence_that_says_another_again_is_judged_as_that(
    answer: str, question: str, expected: str
) -> None:
    verdict = judged(answer, "Acme is based in Munich.", question=question)
    assert outcomes(verdict) == [expected] * 2


@pytest.mark.parametrize(
    ("answer", "question", "corrected"),
    [
        ("Yes, Eva was born in Rome.", "Was Eva born in Rome?", "Eva was born in Vienna."),
        ("Yes.", "Was Eva born in Rome?", "Eva was born in Vienna."),
        ("Rome", "Where was Eva born?", "Eva was born in Vienna."),
    ],
)
def test_a_suggestion_replaces_all_of_a_short_answer(
    answer: str, question: str, corrected: str
) -> None:
    verdict = judged(answer, "Eva was born in Vienna.", question=question)
    [suggestion] = verdict.suggestions
    assert suggestion.span == Span(0, len(answer))
    assert suggestion.text == corrected


def test_citation_marks_are_no_facts_and_keep_their_places() -> None:
    mark = " [Data: Entities (0, 1); Relationships (0)]"
    first = f"Acme Robotics was founded by John Pike in 1999{mark}."
    answer = f"{first} Acme Robotics is based in Berlin{mark}."
    passage = "Acme Robotics was founded by John Pike in 1999. Acme Robotics is based in Munich."
    verdict = judged(answer, passage)
    assert "Data" not in {part for view in verdict.triples for part in view.triple}
    assert outcomes(verdict) == ["supported", "contradicted"]
    assert [finding.claim.span.of(answer) for finding in verdict.findings] == [
        first,
        "Acme Robotics is based in Berlin",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "(John Pike)-[:BORN_IN]->(Canada)",
        "John Pike -> born_in -> Canada",
        "(John Pike, born_in, Canada)",
        "John Pike | born_in | Canada",
    ],
)
def test_a_passage_that_lists_triples_is_read_as_given_ones_and_its_lines_are_cited(
    line: str,
) -> None:
    passage = f"Ada Lee -> founded -> Acme\n{line}"
    right, wrong = (judged(f"John Pike was born in {c}.", passage) for c in ("Canada", "Germany"))
    assert (outcomes(right), outcomes(wrong)) == (["supported"], ["contradicted"])
    [item] = wrong.findings[0].evidence
    assert (item.passage_id, item.text) == ("1", line)
    assert item.span is not None
    assert item.span.of(passage) == line
    assert "passage 1 says Canada" in wrong.findings[0].explanation
    assert [edit.passage_id for edit in wrong.edits] == ["1"]


def test_several_lines_of_one_passage_are_one_source() -> None:
    passage = "Ada Lee -> born_in -> Rome\nAda Lee -> born_in -> 1950"
    verdict = judged("Ada Lee was born in Rome in 1950.", passage)
    assert outcomes(verdict) == ["supported"]
    assert len(verdict.findings[0].evidence) == 2
    assert verdict.findings[0].explanation == "Passage 1 says so too."


def test_explanations_keep_articles_and_end_clauses() -> None:
    relative = of_triples(
        "John Pike, who was born in Germany, founded Acme.",
        ("John Pike", "founded", "Acme"),
        ("John Pike", "born_in", "Canada"),
    )
    assert relative.findings[0].explanation.startswith(
        "The answer says that John Pike was born in Germany; triple 2 says Canada."
    )
    capital = judged("Lima is the capital of the Netherlands.", "Lima is the capital of Peru.")
    assert capital.reason == "The evidence contradicts the answer: the Netherlands should be Peru."


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        (
            "The opera was composed by Leo Falk and conducted by Ada Brun.",
            "The opera was composed by Ada Brun and conducted by Leo Falk.",
        ),
        ("The shop sold 20 bikes in May.", "The shop sold 12 bikes in May and 20 bikes in June."),
        (
            "The Larks were formed first.",
            "The Larks were formed in Hull in 1994. Owl Parade is a band formed in Cork in 1989.",
        ),
    ],
)
def test_like_triples_support_nothing_where_roles_amounts_or_dates_are_exchanged(
    answer: str, passage: str
) -> None:
    verdict = judged(answer, passage)
    assert outcomes(verdict) == ["contradicted"]
    assert verdict.label == "hallucinated"


def test_the_other_side_of_a_time_is_not_support() -> None:
    verdict = judged("Since 2010 the bridge has been toll-free.", "Until 2010 it was toll-free.")
    assert "supported" not in outcomes(verdict)
    [told] = judged("Since 2010 the bay was free.", "Until 2010 the bay was free.").findings
    assert told.explanation == (
        "“2010” goes against “Until 2010 the bay was free”. "
        "Passage 1 says so of “Until 2010”: “Until 2010 the bay was free”."
    )


@pytest.mark.parametrize(
    ("answer", "passage"),
    [
        (
            "The dam was bought by Tarn for 12 million euros in May 2021.",
            "In May 2021 Tarn bought the dam for 12 million euros.",
        ),
        ("The mill has 80 employees.", "The mill stands in Oulu and employs 80 people."),
        ("The Rhine is the longest river.", "The Rhine is the longest river. The Vel is not."),
    ],
)
def test_a_passive_and_a_count_in_other_words_are_supported(answer: str, passage: str) -> None:
    verdict = judged(answer, passage)
    assert outcomes(verdict) == ["supported"]
    assert verdict.label == "grounded"


def test_of_passages_that_disagree_the_other_is_named_beside_the_one_that_agrees() -> None:
    [found] = judged(
        "The dose of Velorin is 40 mg.",
        "The dose of Velorin is 40 mg.",
        "The dose of Velorin is 60 mg.",
    ).findings
    assert found.outcome == "supported"
    assert found.explanation.endswith("Passages 1 and 2 disagree: “40 mg” and “60 mg”.")


def test_an_answer_of_which_nothing_is_stated_is_not_grounded_by_a_graph_that_is_alike() -> None:
    verdict = judged("Acme was never based in Berlin.", "Acme is based in Munich.")
    assert verdict.label == "unverifiable"
    assert "was not found to say so" in verdict.reason
