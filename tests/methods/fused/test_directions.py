"""Who did what to whom, asked beside a sentence and beside a triple of it."""

from __future__ import annotations

from functools import cache

import pytest

from groundgraph import Example, Triple
from groundgraph.specs import load

TOLD = [
    ("acquired", "Ruiz Ltd acquired Halden in 2019.", "Did {} acquire {}?"),
    ("supplies", "Ruiz Ltd supplies Halden.", "Does {} supply {}?"),
    ("subsidiary_of", "Ruiz Ltd is a subsidiary of Halden.", "Is {} a subsidiary of {}?"),
    ("flows_into", "Ruiz Ltd flows into Halden.", "Does {} flow into {}?"),
    ("influenced_by", "Ruiz Ltd was influenced by Halden.", "Was {} influenced by {}?"),
]
BOTH_WAYS = [
    ("married_to", "Ruiz Ltd is married to Halden.", "Is {} married to {}?"),
    ("partner_of", "Ruiz Ltd is a partner of Halden.", "Is {} a partner of {}?"),
    ("borders", "Ruiz Ltd borders Halden.", "Does {} border {}?"),
]


@cache
def label(question: str, answer: str, evidence: str | Triple) -> str:
    by = {"passages": (evidence,)} if isinstance(evidence, str) else {"triples": (evidence,)}
    [verdict] = load("fused").detect([Example(answer, question=question, **by)])
    return str(verdict.label)


@pytest.mark.parametrize(("relation", "sentence", "question"), TOLD)
def test_a_yes_holds_in_one_direction(relation: str, sentence: str, question: str) -> None:
    straight, turned = question.format("Ruiz Ltd", "Halden"), question.format("Halden", "Ruiz Ltd")
    for evidence in (sentence, Triple("Ruiz Ltd", relation, "Halden")):
        assert label(straight, "Yes", evidence) == "grounded"
        assert label(straight, "No", evidence) == "hallucinated"
        assert label(turned, "Yes", evidence) == "hallucinated"
        assert label(turned, "No", evidence) == "grounded"


@pytest.mark.parametrize(("relation", "sentence", "question"), BOTH_WAYS)
def test_a_yes_holds_in_both_directions(relation: str, sentence: str, question: str) -> None:
    turned = question.format("Halden", "Ruiz Ltd")
    for evidence in (sentence, Triple("Ruiz Ltd", relation, "Halden")):
        assert label(turned, "Yes", evidence) == "grounded"
        assert label(turned, "No", evidence) == "hallucinated"


@pytest.mark.parametrize(
    ("question", "answer", "relation", "expected"),
    [
        ("Who supplies Halden?", "Ruiz Ltd", "supplies", "grounded"),
        ("Who supplies Ruiz Ltd?", "Halden", "supplies", "hallucinated"),
        ("Who is supplied by Ruiz Ltd?", "Halden", "supplies", "grounded"),
        ("Who owns Halden?", "Ruiz Ltd", "owned_by", "hallucinated"),
        ("Who is the child of Ruiz Ltd?", "Halden", "child_of", "hallucinated"),
        ("What is the parent company of Halden?", "Ruiz Ltd", "subsidiary_of", "hallucinated"),
        ("Who is a partner of Ruiz Ltd?", "Halden", "partner_of", "grounded"),
        ("Who is a partner of Halden?", "Ruiz Ltd", "partner_of", "grounded"),
    ],
)
def test_who_is_asked_of_a_triple_in_its_direction(
    question: str, answer: str, relation: str, expected: str
) -> None:
    assert label(question, answer, Triple("Ruiz Ltd", relation, "Halden")) == expected
