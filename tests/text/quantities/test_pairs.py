"""Right and wrong answers to invented documents: what the measures alone tell apart.

The bounds are those that the measures must keep; `benchmarks/quantities.py` prints the figures.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from groundgraph.text.quantities import QuantityJudgement, judge_quantities

PHENOMENA = (
    "arithmetic",
    "comparison",
    "number_in_words",
    "table_lookup",
    "temporal_order",
    "unit",
)
LEAST, MOST_WRONG, MOST_FALSE = 0.75, 0.05, 0.03
Judged = dict[str, list[tuple[QuantityJudgement, QuantityJudgement]]]


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def judged(documents: list[dict[str, Any]]) -> Judged:
    found: Judged = defaultdict(list)
    for row in documents:
        for pair in row["pairs"]:
            answers = [pair["right"], pair["wrong"]]
            right, wrong = judge_quantities(pair["question"], row["passages"], answers)
            found[pair["phenomenon"]].append((right, wrong))
    return found


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_the_wrong_answer_scores_higher(judged: Judged, phenomenon: str) -> None:
    won = [(w.score > r.score) + (w.score == r.score) / 2 for r, w in judged[phenomenon]]

    assert sum(won) / len(won) >= LEAST


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_right_answers_are_hardly_contradicted(judged: Judged, phenomenon: str) -> None:
    wrong = sum(right.outcome == "contradicted" for right, _ in judged[phenomenon])

    assert wrong <= MOST_WRONG * len(judged[phenomenon])


def test_hardly_a_derivation_fits_the_evidence_of_another_document(
    documents: list[dict[str, Any]],
) -> None:
    derived = claims = 0
    for row, other in zip(documents, documents[1:] + documents[:1], strict=True):
        for pair in row["pairs"]:
            answers = [pair["right"], pair["wrong"]]
            for one in judge_quantities(pair["question"], other["passages"], answers):
                claims += 1
                derived += any(
                    c.kind == "derivation" and c.outcome == "supported" for c in one.checks
                )

    assert derived <= MOST_FALSE * claims
