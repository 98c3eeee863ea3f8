"""Scope block: quantifiers, moods, conditions and denials of a claim.

`groundgraph.text.scope` judges each claim; here that becomes numbers in [0, 1]. The shipped trees
do not read them: three of them shift the log-odds that the trees give (`SHIFT`).
"""

from __future__ import annotations

from groundgraph.learn.shift import Shift
from groundgraph.methods.fused.rule import LEAST, by_judge
from groundgraph.text.scope import judge_scope

NAMES = ("scope_wrong", "scope_doubtful", "scope_supported", "scope_leaning", "scope_sure")
"""Whether a small word is surely wrong; whether one is likely wrong; whether each of them is right
in a claim that one sentence of the evidence holds; to which side a claim leans of which nothing is
decided; and whether it is wrong whatever else is known."""
SHIFT = Shift(
    names=NAMES,
    weights=(3.0, 2.4, -1.0, 2.0, 0.0),
    sure=("scope_sure",),
    least=LEAST,
)
"""By ``python -m experiments.fit_rules``: 2.09, 1.66, -0.45 and 1.53; alone with RAGTruth and bench
`meaning` 3.97, 3.40 and -1.23. These lie between.
Only where terms deny each other ("free of charge", "for a fee") is a small word certain whatever
else is known, once a detector is fitted with it."""
RULE = by_judge(
    judge_scope,
    SHIFT,
    NAMES,
    lambda judged: (float(judged.is_denied),),
    denies=("scope_wrong", "scope_doubtful"),
    holds=("scope_supported",),
)
