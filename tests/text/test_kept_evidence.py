"""What the judges keep of their evidence changes nothing of what they say of the next claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from groundgraph.text.quantities import judge_quantities
from groundgraph.text.quantities.evidence import index, passage_reading
from groundgraph.text.scope import evidence as scope_evidence
from groundgraph.text.scope import judge_scope
from groundgraph.text.statements import evidence as statements_evidence
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from groundgraph.text.judgements import Judgement

    Judge = Callable[[str, Sequence[str], Sequence[str]], Sequence[Judgement[Any]]]

KEPT = (
    index.index_of,
    passage_reading.read_passage,
    scope_evidence.index_of,
    statements_evidence.evidence_of,
)
PAIRS = Path(__file__).parent / "quantities" / "pairs.jsonl"
SHE = "Ana Lopez founded the mill in Lisse. She painted it green. She sold it to Ben Ruiz in May."


def documents() -> list[tuple[list[str], list[str]]]:
    """Return the passages of each document with the claims made of them."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return [
        (row["passages"], [pair[kind] for pair in row["pairs"] for kind in ("right", "wrong")])
        for row in rows
    ]


def told(judge: Judge, passages: Sequence[str], claim: str) -> tuple[object, ...]:
    [found] = judge("", passages, [claim])
    fits = [(check.outcome, check.fit) for check in found.checks]
    return found.outcome, found.certainty, found.score, fits, found.explanation


def forget() -> None:
    for kept in KEPT:
        kept.forget()


def told_alone(judge: Judge, passages: Sequence[str], claim: str) -> tuple[object, ...]:
    forget()
    return told(judge, passages, claim)


@pytest.mark.parametrize("judge", [judge_quantities, judge_scope, judge_statements])
def test_a_claim_alone_is_told_as_after_others(judge: Judge) -> None:
    sold = ["Ana Lopez painted the mill.", "Ana Lopez sold the mill to Ben Ruiz in May."]
    for passages, claims in [([SHE], sold), *documents()[::5]]:
        alone = [told_alone(judge, passages, claim) for claim in claims]
        forget()

        assert [told(judge, passages, claim) for claim in claims] == alone
        assert [told(judge, passages, claim) for claim in reversed(claims)] == alone[::-1]
