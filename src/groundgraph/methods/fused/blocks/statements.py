"""Statements block: who did what to whom in a claim, held against its evidence.

`groundgraph.text.statements` judges each claim; here that becomes numbers in [0, 1]. The shipped
trees do not read them: three of them shift the log-odds that the trees give (`SHIFT`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.rule import LEAST, by_judge
from groundgraph.text.statements import judge_statements

if TYPE_CHECKING:
    from groundgraph.text.statements import StatementJudgement

NAMES = (
    "statements_wrong",
    "statements_doubtful",
    "statements_held",
    "statements_leaning",
    "statement_exchanged",
    "statements_score",
)
"""Whether the evidence surely says otherwise; whether it likely does; whether one sentence of it
says all of the claim; to which side a claim leans of which nothing is decided; how surely its roles
are exchanged, or it tells of now what is over; and the judge's score, which bench ``meaning``
reads."""
SHIFT = Shift(
    names=NAMES[:-1],
    weights=(3.4, 2.4, -0.5, 0.2, 0.0),
    sure=("statement_exchanged",),
    least=LEAST,
)
"""By ``python -m experiments.fit_rules``: 2.70, 1.55, 0.00 and 0.28, beside the other rules; alone
with RAGTruth and bench `meaning` 3.37, 2.80 and -2.20. These lie between, since few claims tell.
Exchanged roles and what is over alone are certain (docs/experiments/fused.md, What is certain)."""


def _measured(judged: StatementJudgement) -> tuple[float, float]:
    return judged.surely_wrong, judged.score


RULE = by_judge(
    judge_statements,
    SHIFT,
    NAMES,
    _measured,
    denies=("statements_wrong", "statements_doubtful"),
    holds=("statements_held",),
)
