"""What `kea` says of an answer, in a word for each claim."""

from __future__ import annotations

from groundgraph.methods.kea.detector import KEA
from groundgraph.types import Example, Passage, Triple, Verdict


def judged(answer: str, *passages: str, question: str = "", kea: KEA | None = None) -> Verdict:
    example = Example(answer, tuple(map(Passage, passages)), question=question)
    return (kea or KEA()).detect([example])[0]


def of_triples(answer: str, *triples: tuple[str, str, str], question: str = "") -> Verdict:
    given = tuple(Triple(*each) for each in triples)
    return KEA().detect([Example(answer, question=question, triples=given)])[0]


def outcomes(verdict: Verdict) -> list[str]:
    return [finding.outcome for finding in verdict.findings]
