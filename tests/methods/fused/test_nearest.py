"""Which evidence is shown of a claim that shares no word with it."""

from __future__ import annotations

import pytest

from groundgraph import Verdict, check

LATE = (
    "Work handed in after the deadline but within 24 hours forfeits ten per cent of the marks "
    "attainable. Beyond that, it is returned unmarked and counts as a fail."
)
REWORDED = "Being two days late means you don't pass the assignment."


def judged(answer: str, *passages: str) -> Verdict:
    return check(question="What happens with late coursework?", passages=passages, answer=answer)


def test_a_claim_in_other_words_is_supported_by_the_sentence_that_says_the_same() -> None:
    verdict = judged(REWORDED, "Essays are handed in on paper.", LATE)

    (finding,) = verdict.findings
    held = "Beyond that, it is returned unmarked and counts as a fail."
    assert (verdict.label, finding.outcome) == ("grounded", "supported")
    assert finding.explanation == f"In other words: “{held}” (passage 2)."
    assert [(each.passage_id, each.text) for each in finding.evidence] == [("2", held)]
    assert 0.6 <= finding.evidence[0].score <= 1


def test_it_is_joined_to_the_passage_of_that_sentence() -> None:
    verdict = judged(REWORDED, LATE)

    assert {(edge.source, edge.target) for edge in verdict.edges} == {("p:1", "c:0")}


@pytest.mark.parametrize("answer", ["Bananas are yellow.", "Our trains leave at noon."])
def test_a_claim_about_something_else_is_not(answer: str) -> None:
    verdict = judged(answer, LATE)

    assert verdict.label != "grounded"
