"""Right and wrong claims of ten domains; the rules were written on the half "dev" of them."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from groundgraph.text.scope import judge_scope

if TYPE_CHECKING:
    from groundgraph.text.scope import ScopeJudgement

HALVES = ("dev", "held")
LEAST, LEAST_FOUND = 0.85, 0.6


class Pair(NamedTuple):
    """What was said of a right and of a wrong claim, and of the evidence of another pair."""

    half: str
    right: ScopeJudgement
    wrong: ScopeJudgement
    elsewhere: tuple[ScopeJudgement, ...]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    lines = (Path(__file__).parent / "pairs.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    found = []
    for row, other in zip(rows, chain(rows[11:], rows[:11]), strict=True):
        claims = [row["right"], row["wrong"]]
        right, wrong = judge_scope("", [row["evidence"]], claims)
        elsewhere = tuple(judge_scope("", [other["evidence"]], claims))
        found.append(Pair(row["half"], right, wrong, elsewhere))
    return found


@pytest.mark.parametrize("half", HALVES)
def test_the_wrong_claim_scores_higher(pairs: list[Pair], half: str) -> None:
    scores = [(p.right.score, p.wrong.score) for p in pairs if p.half == half]
    won = [(wrong > right) + (wrong == right) / 2 for right, wrong in scores]

    assert sum(won) / len(won) >= LEAST


@pytest.mark.parametrize("half", HALVES)
def test_wrong_claims_are_contradicted_and_right_ones_hardly(pairs: list[Pair], half: str) -> None:
    own = [pair for pair in pairs if pair.half == half]
    false = [pair.right.claim for pair in own if pair.right.outcome == "contradicted"]
    found = sum(pair.wrong.outcome == "contradicted" for pair in own)

    assert len(false) <= 0.03 * len(own), false
    assert found >= LEAST_FOUND * len(own)


def test_evidence_about_something_else_decides_nothing(pairs: list[Pair]) -> None:
    decided = [j.claim for pair in pairs for j in pair.elsewhere if j.outcome != "open"]

    assert not decided


def test_what_decides_stands_where_it_is_said_to_stand(pairs: list[Pair]) -> None:
    for judged in chain.from_iterable((pair.right, pair.wrong) for pair in pairs):
        assert judged.outcome == "open" or judged.explanation
        for place in judged.evidence:
            assert place.text
            assert len(place.text) == place.span.end - place.span.start
