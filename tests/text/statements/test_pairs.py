"""Right paraphrases and wrong twins of invented sentences: what the judge alone tells apart.

Rules were looked at on the rows with ``split`` "looked"; those with "held" were not.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from groundgraph.text.statements import StatementJudgement, judge_statements

LEAST = {
    "role_swap": 0.85,
    "opposite": 0.85,
    "negation": 0.85,
    "wrong_attribute": 0.8,
    "near_name": 0.75,
}
MOST_WRONG = 0.03
Judged = dict[tuple[str, str], list[tuple[StatementJudgement, StatementJudgement]]]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def judged(rows: list[dict[str, Any]]) -> Judged:
    found: Judged = defaultdict(list)
    for row in rows:
        [right] = judge_statements("", [row["passage"]], [row["right"]])
        [wrong] = judge_statements("", [row["passage"]], [row["wrong"]])
        found[row["phenomenon"], row["split"]].append((right, wrong))
    return found


def test_there_are_enough_pairs_over_ten_domains(rows: list[dict[str, Any]]) -> None:
    assert len(rows) >= 130
    assert len({row["domain"] for row in rows}) == 10
    assert 0.45 <= sum(row["split"] == "held" for row in rows) / len(rows) <= 0.55


@pytest.mark.parametrize("split", ["looked", "held"])
@pytest.mark.parametrize("phenomenon", LEAST)
def test_the_wrong_answer_scores_higher(judged: Judged, phenomenon: str, split: str) -> None:
    pairs = judged[phenomenon, split]

    won = [(w.score > r.score) + (w.score == r.score) / 2 for r, w in pairs]

    assert sum(won) / len(won) >= LEAST[phenomenon]


@pytest.mark.parametrize("split", ["looked", "held"])
def test_right_answers_are_hardly_contradicted(judged: Judged, split: str) -> None:
    rights = [right for (_, own), pairs in judged.items() if own == split for right, _ in pairs]

    wrong = [right.claim for right in rights if right.outcome == "contradicted"]

    assert len(wrong) <= MOST_WRONG * len(rights), wrong


def test_evidence_of_another_row_decides_nothing(rows: list[dict[str, Any]]) -> None:
    decided = [
        row["right"]
        for row, other in zip(rows, rows[7:] + rows[:7], strict=True)
        if judge_statements("", [other["passage"]], [row["right"]])[0].outcome != "open"
    ]

    assert not decided
