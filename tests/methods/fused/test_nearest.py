"""Which evidence is shown of a claim that shares no word with it."""

from __future__ import annotations

import pytest

from groundgraph import Verdict, check

HELD = "Our hotline is closed on weekends."
REWORDED = "Nobody answers calls on Saturdays."


def judged(answer: str, *passages: str) -> Verdict:
    return check(question="When can I ring?", passages=passages, answer=answer)


def test_a_claim_in_other_words_is_supported_by_the_sentence_that_says_the_same() -> None:
    verdict = judged(REWORDED, "Write to us at any time.", f"We like to help. {HELD}")

    (finding,) = verdict.findings
    assert (verdict.label, finding.outcome) == ("grounded", "supported")
    assert finding.explanation == f"In other words: “{HELD}” (passage 2)."
    assert [(each.passage_id, each.text) for each in finding.evidence] == [("2", HELD)]
    assert 0.6 <= finding.evidence[0].score <= 1


def test_it_is_joined_to_the_passage_of_that_sentence() -> None:
    verdict = judged(REWORDED, HELD)

    assert {(edge.source, edge.target) for edge in verdict.edges} == {("p:1", "c:0")}


@pytest.mark.parametrize("answer", ["Bananas are yellow.", "Our trains leave at noon."])
def test_a_claim_about_something_else_is_not(answer: str) -> None:
    verdict = judged(answer, HELD)

    assert verdict.label != "grounded"


def test_a_claim_that_is_likely_beside_anything_is_held_by_nothing() -> None:
    verdict = judged("You can't take your bike at 8 am.", "Children under 6 travel free.")

    assert [finding.outcome for finding in verdict.findings] == ["unverifiable"]
