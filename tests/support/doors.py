"""One answer of each kind, for the tests of the integrations."""

from __future__ import annotations

from groundgraph import check
from groundgraph.integrations.scores import scored

QUESTION = "How long is the battery covered?"
PASSAGES = ["The battery is covered for 24 months or 20,000 kilometres."]
GROUNDED = "The battery is covered for 24 months or 20,000 kilometres."
WRONG = "The battery is covered for 60 months, and theft is insured by Zurich Mutual."
DECLINES = "I don't know."
DETECTOR = "lexical"

VERDICTS = {
    answer: check(question=QUESTION, passages=PASSAGES, answer=answer, detector=DETECTOR)
    for answer in (GROUNDED, WRONG, DECLINES)
}
SCORES = {answer: scored(verdict).score for answer, verdict in VERDICTS.items()}
"""What each door must say: `DECLINES` could not be checked and has none."""
assert [verdict.label for verdict in VERDICTS.values()] == [
    "grounded",
    "hallucinated",
    "unverifiable",
]
