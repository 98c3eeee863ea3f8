"""Parties of a contract by their names and by the terms defined for them."""

from __future__ import annotations

import pytest

from groundgraph import Example, Passage, load

PASSAGES = (
    Passage('A deed by Oakley Estates LLP (the "Landlord") and Ann Hill (the "Tenant").', "deed"),
    Passage("The Tenant shall repair the roof. The Landlord insures the building.", "duties"),
)


@pytest.mark.parametrize(
    ("question", "answer", "label"),
    [
        ("Who is the Landlord?", "Oakley Estates LLP", "grounded"),
        ("Who is the Landlord?", "Ann Hill", "hallucinated"),
        ("Who must repair the roof?", "Ann Hill", "grounded"),
        ("Who must repair the roof?", "Oakley Estates LLP", "hallucinated"),
        ("", "Oakley Estates LLP insures the building.", "grounded"),
        ("", "Ann Hill insures the building.", "hallucinated"),
        ("", "The Landlord insures the building.", "grounded"),
    ],
)
def test_a_party_is_known_by_its_term(question: str, answer: str, label: str) -> None:
    example = Example(id="a", question=question, answer=answer, passages=PASSAGES)
    [verdict] = load("fused").detect([example])
    assert verdict.label == label
    given = {passage.id: passage.text for passage in PASSAGES}
    for item in (item for finding in verdict.findings for item in finding.evidence):
        assert item.span is not None
        assert item.text == item.span.of(given[item.passage_id])


def test_names_that_were_put_in_between_stand_in_brackets() -> None:
    example = Example(
        id="a", question="", answer="Ann Hill insures the building.", passages=PASSAGES
    )
    [finding] = load("fused").detect([example])[0].findings
    assert "“The Landlord [Oakley Estates LLP] insures the building”" in finding.explanation


def test_what_the_answer_quotes_is_held_against_the_words_that_stand_there() -> None:
    answer = 'Ann Hill is bound: "The Tenant shall repair the roof."'
    example = Example(id="a", question="", answer=answer, passages=PASSAGES)
    [verdict] = load("fused").detect([example])
    assert "quotation" not in " ".join(each.explanation for each in verdict.findings)
