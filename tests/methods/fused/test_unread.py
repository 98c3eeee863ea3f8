"""What is not held against any evidence is supported by none."""

from __future__ import annotations

import pytest

from groundgraph import Example, Passage, Verdict, check, load

FEE = "The fee is 9 euros."


def judged(answer: str, told: str = FEE, question: str = "") -> Verdict:
    example = Example(answer, (Passage(told, "1"),), question=question)
    (verdict,) = load("fused").detect([example])
    return verdict


@pytest.mark.parametrize("answer", ["Плата 10 евро. " + FEE, FEE + " Die Gebühr beträgt 12 Euro."])
def test_a_sentence_in_another_language_is_not_judged(answer: str) -> None:
    verdict = judged(answer)

    outcomes = {finding.claim.text: finding.outcome for finding in verdict.findings}
    assert outcomes.pop(FEE) == "supported"
    assert [*outcomes.values()] == ["unverifiable"]
    assert verdict.label == "grounded"
    assert verdict.reason.startswith("left out 1 sentence: not in English")
    assert [f.claim.span for f in verdict.findings] == sorted(
        f.claim.span for f in verdict.findings
    )


@pytest.mark.parametrize(
    "answer",
    ["Die Gebühr beträgt neun Euro pro Person.", "La tarifa es de nueve euros por persona."],
)
def test_an_answer_in_another_language_is_not_judged_where_it_is_asked_for(answer: str) -> None:
    verdict = judged(answer, question="How much is the fee?")

    assert verdict.label == "unverifiable"
    assert "is not in English" in verdict.reason


def test_a_foreign_title_is_an_answer() -> None:
    told = "Her best known novel is Cien años de soledad, published in 1967."

    verdict = judged("Cien años de soledad", told, "Which novel is she known for?")

    assert verdict.label == "grounded"


def test_edges_lead_to_the_claims_beside_a_sentence_that_is_not_judged() -> None:
    verdict = judged("Плата 10 евро. " + FEE)

    assert {edge.target for edge in verdict.edges} == {"c:1"}


def test_an_answer_that_shares_no_word_with_the_evidence_is_unverifiable() -> None:
    verdict = judged("Yes.", "Applicants must bring a photograph.", "Am I eligible at 17?")

    assert verdict.label == "unverifiable"
    assert [finding.outcome for finding in verdict.findings] == ["unverifiable"]


def test_a_number_in_words_stands_in_the_evidence_as_a_figure() -> None:
    verdict = judged("The most you can add is forty.", "The limit is 40.", "How many?")

    assert [finding.outcome for finding in verdict.findings] == ["supported"]


@pytest.mark.parametrize(
    ("answer", "told", "question"),
    [
        ("Yes.", FEE, "Am I eligible?"),
        ("A", "It takes place in Porto.", "Which city hosts it?\nA) Rome\nB) Porto"),
        ("It is so.", FEE, ""),
        ("Плата 10 евро. " + FEE, FEE, ""),
        ("Please contact HR. " + FEE, FEE, ""),
        ("Enjoy the ride, folks, it is a good one.", FEE, ""),
    ],
)
def test_what_is_supported_has_evidence(answer: str, told: str, question: str) -> None:
    verdict = judged(answer, told, question)

    assert all(f.evidence for f in verdict.findings if f.outcome == "supported")
    assert verdict.label != "grounded" or any(f.outcome == "supported" for f in verdict.findings)


def test_a_foreign_title_that_a_triple_names_is_judged() -> None:
    film = "Maledetto il giorno che t'ho incontrato"
    triples = [(film, "directed_by", "Carlo Verdone"), (film, "in_language", "Italian")]

    found = check(question="Which film did Carlo Verdone direct?", answer=film, triples=triples)

    assert found.label == "grounded"
