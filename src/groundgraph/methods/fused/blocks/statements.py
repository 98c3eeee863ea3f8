"""Statements block: who did what to whom in a claim, held against its evidence.

`groundgraph.text.statements` judges each claim; here that becomes numbers in [0, 1]. The shipped
trees do not read them: three of them shift the log-odds that the trees give (`SHIFT`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.text.statements import NAMES as MEASURED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

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
    weights=(3.4, 2.4, -0.5),
    share=1.0,
)
"""By ``python -m experiments.fit_rules --rule statements --sources 500``: 3.37, 2.80, -2.20, and
1.05 for the share. What is likely and what is held are held back: RAGTruth alone, of whose 20,393
claims 10 are contradicted, gives -0.35 for the last."""


def measure(judged: Sequence[StatementJudgement], _unseen: NDArray[np.bool_]) -> Floats:
    """Measure the claims of one answer.

    Args:
        judged: Of each claim.

    Returns:
        Shape ``(n_claims, len(NAMES))``, in [0, 1].
    """
    return np.array([_row(each) for each in judged], float).reshape(len(judged), len(NAMES))


def _row(judged: StatementJudgement) -> tuple[float, ...]:
    wrong, sure = judged.outcome == "contradicted", judged.certainty == "certain"
    measured = tuple(judged.features[name] for name in MEASURED)
    found = (wrong and sure, wrong and not sure, judged.outcome == "supported")
    return (*measured, judged.score, *map(float, found))
