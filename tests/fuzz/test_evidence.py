"""A bounded part of what ``scripts/fuzz_evidence.py`` runs at length."""

from __future__ import annotations

import fuzz_evidence
from groundgraph import Example, Passage, check


def test_damaged_evidence_ends_in_a_verdict() -> None:
    labels, surprises = fuzz_evidence.run(seed=3, count=150)

    assert surprises == []
    assert labels.total() == 150
    assert min(labels["grounded"], labels["hallucinated"]) > 0


def test_the_cases_are_the_same_for_the_same_seed() -> None:
    assert list(fuzz_evidence.cases(3, 40)) == list(fuzz_evidence.cases(3, 40))
    assert list(fuzz_evidence.cases(3, 40)) != list(fuzz_evidence.cases(4, 40))


def test_what_a_verdict_misplaces_is_found() -> None:
    example = Example("The fair is free.", (Passage("Entry is free.  ", "1"),))
    verdict = check(answer=example.answer, passages=["Entry is free.  "])

    assert fuzz_evidence.misplaced(verdict, example) == ""
    assert fuzz_evidence.misplaced(verdict, Example("Another one.", example.passages)) != ""
