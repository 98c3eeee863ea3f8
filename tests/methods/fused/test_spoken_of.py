"""What a flagged claim is told as where evidence holds none of its words."""

from __future__ import annotations

import groundgraph

PASSAGES = ["The frame has a five-year warranty. The battery is covered for 24 months."]


def test_a_claim_of_which_evidence_holds_no_word_is_unsupported() -> None:
    answer = "The battery is covered for 60 months. Theft is insured by Zurich Mutual."

    verdict = groundgraph.check(
        question="How long is the warranty?", passages=PASSAGES, answer=answer
    )

    told = [(finding.outcome, finding.explanation) for finding in verdict.findings]
    assert [outcome for outcome, _ in told] == ["contradicted", "unsupported"]
    assert told[1][1].startswith("The evidence does not mention")
