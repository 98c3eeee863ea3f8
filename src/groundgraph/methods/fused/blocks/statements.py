"""Statements block: who did what to whom in a claim, held against its evidence.

`groundgraph.text.statements` judges each claim; here that becomes numbers in [0, 1]. The shipped
trees do not read them: three of them shift the log-odds that the trees give (`SHIFT`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.reading import distinct
from groundgraph.methods.fused.rule import Rule, Telling, outcomes, told_by
from groundgraph.text.statements import NAMES as MEASURED
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.methods.fused.rarity import Rarity
    from groundgraph.methods.fused.reading import Reading
    from groundgraph.text.statements import StatementJudgement

    Floats = NDArray[np.float64]

NAMES = (
    *MEASURED,
    "statements_score",
    "statements_wrong",
    "statements_doubtful",
    "statements_held",
)
"""What the judge measures; its score; whether the evidence surely says otherwise; whether it likely
does; and whether one sentence of it says all of the claim."""
SHIFT = Shift(
    names=("statements_wrong", "statements_doubtful", "statements_held"),
    weights=(2.0, 1.2, -0.5),
    share=1.0,
)


def judge(reading: Reading, _: Rarity) -> tuple[StatementJudgement, ...]:
    """Judge the claims of one answer."""
    claims = [claim.text for claim in reading.claims]
    passages = distinct(reading.example.passages)  # their order decides nothing
    return tuple(judge_statements(reading.asked, passages, claims))


def measure(judged: Sequence[StatementJudgement], _: Floats) -> Floats:
    """Measure the claims of one answer, shape ``(n_claims, len(NAMES))``, in [0, 1]."""
    rows = [[*(each.features[name] for name in MEASURED), each.score] for each in judged]
    measured = np.array(rows, float).reshape(len(judged), len(MEASURED) + 1)
    return np.concatenate([measured, outcomes(judged)], axis=1)


def tell(judged: StatementJudgement) -> Telling | None:
    """Say what the evidence says otherwise; that it says the same is seen beside the claim."""
    return told_by(judged) if judged.outcome == "contradicted" else None


RULE = Rule(SHIFT, NAMES, judge, measure, tell)
