"""The `logic` detector on parts that one can follow by hand, and answers to judge with it."""

from __future__ import annotations

from typing import Any

from plain_parts import Compass, GivenReranker, OverlapVerifier

from groundgraph import Example, Passage, Verdict
from groundgraph.methods.logic.detector import Logic

ANSWER = "Alpha beta gamma epsilon."
HALF = Passage("Red says alpha beta.", "half")
WHOLE = Passage("Blue says alpha, beta, gamma and epsilon.", "whole")
DENIED = Passage("Green says that alpha, beta, gamma and epsilon are not here.", "denied")
OTHER = Passage("Grey says something else.", "other")
TRUE = "The Danube rises in the Black Forest and, after ten countries, ends in the Black Sea."
FALSE = "Napoleon founded the city of Lisbon on its banks in 1911, with 37 elephants and a choir."
DANUBE = Passage(
    "The Danube rises in the Black Forest. After ten countries it ends in the Black Sea.", "danube"
)
QUESTION = "Where does it end?"


def logic(log_odds: dict[str, float] | None = None, **fields: Any) -> Logic:
    """Return a detector that reads each passage alone, with parts that one can follow by hand."""
    parts = {
        "encoder": Compass(),
        "reranker": GivenReranker(log_odds or {}),
        "verifier": OverlapVerifier(),
        "grouping": "none",
    }
    return Logic(**{**parts, **fields})


def judge(detector: Logic, answer: str, *passages: Passage, question: str = "") -> Verdict:
    (verdict,) = detector.detect([Example(answer, passages, question=question)])
    return verdict


def hypotheses(detector: Logic) -> list[str]:
    assert isinstance(detector.verifier, OverlapVerifier)
    return list(dict.fromkeys(pair.hypothesis for pair in detector.verifier.seen))


def premises(detector: Logic) -> list[str]:
    assert isinstance(detector.verifier, OverlapVerifier)
    return list(dict.fromkeys(pair.premise for pair in detector.verifier.seen))


def outcomes(verdict: Verdict) -> list[str]:
    return [finding.outcome for finding in verdict.findings]


ANSWERS = (
    Example(f"Sure! {TRUE} {FALSE}", (DANUBE, WHOLE), question=QUESTION),
    Example(ANSWER, (HALF, WHOLE, DENIED)),
    Example("", (DANUBE,)),
    Example(TRUE, (DANUBE, WHOLE)),
    Example("The Black Sea.", (DANUBE, WHOLE), question=QUESTION),
    Example(TRUE, ()),
)
