"""Scope block: quantifiers, moods, conditions, denials, lists and quotations of a claim.

`groundgraph.text.scope` judges each claim; here that becomes numbers in [0, 1]. The shipped trees
do not read them: three of them shift the log-odds that the trees give (`SHIFT`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.text.scope import NAMES as MEASURED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.text.scope import ScopeJudgement

    Floats = NDArray[np.float64]

NAMES = (*MEASURED, "scope_score", "scope_wrong", "scope_doubtful", "scope_supported")
"""What the judge measures; its score; whether a small word is surely wrong; whether one is likely
wrong; and whether each of them is right in a claim that one sentence of the evidence holds."""
SHIFT = Shift(
    names=("scope_wrong", "scope_doubtful", "scope_supported"),
    weights=(3.0, 2.4, -1.0),
    share=1.0,
)
"""By ``python -m experiments.fit_scope --sources 900``: 3.84, 3.48, -1.23, and 0.89 for the share.
The first three are held back, since RAGTruth alone, whose claims seldom go wrong in these words (19
of 36,598 are contradicted, 3 of them hallucinated), gives 0.11, 0.22 and 0.22."""


def measure(judged: Sequence[ScopeJudgement]) -> Floats:
    """Measure the claims of one answer.

    Args:
        judged: Of each claim.

    Returns:
        Shape ``(n_claims, len(NAMES))``, in [0, 1].
    """
    return np.array([_row(each) for each in judged], float).reshape(len(judged), len(NAMES))


def _row(judged: ScopeJudgement) -> tuple[float, ...]:
    wrong = judged.outcome == "contradicted"
    sure = judged.certainty == "certain"
    measured = tuple(judged.features[name] for name in MEASURED)
    found = (wrong and sure, wrong and not sure, judged.outcome == "supported")
    return (*measured, judged.score, *map(float, found))
