"""Quantities block: amounts, dates, tables and orders of a claim, held against its evidence.

`groundgraph.text.quantities` judges each claim; here that becomes numbers in [0, 1]. The shipped
trees do not read them: three of them shift the log-odds that the trees give (`SHIFT`), so that what
is reckoned can be told in words and undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.learn.shift import Shift
from groundgraph.text.quantities import NAMES as MEASURED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.text.quantities import QuantityJudgement

    Floats = NDArray[np.float64]

NAMES = (
    *MEASURED,
    "quantities_score",
    "quantities_wrong",
    "quantities_doubtful",
    "quantities_derived",
)
"""What the judge measures; its score; whether a quantity is surely wrong; whether one is likely
wrong; and whether all are right, and not all stand in the evidence as they are written."""
_RECKONED = frozenset({"derivation", "comparison", "order"})
UNSEEN = ("numbers_absent", "dates_absent", "times_absent", "unseen_numbers")
"""Features of other blocks that count numbers and dates which no passage holds as written."""
SHIFT = Shift(
    names=("quantities_wrong", "quantities_doubtful", "quantities_derived"),
    weights=(2.4, 1.6, -1.5),
    share=1.0,
)
"""By ``python -m experiments.fit_quantities --sources 900``: 2.41, 1.60, -2.07, and 1.1 for the
share. That is 1 here, so that an answer moves just as its worst claim does; and the weight of what
follows is held back, since RAGTruth alone, whose claims go wrong in other words, gives -0.01."""


def measure(judged: Sequence[QuantityJudgement], unseen: NDArray[np.bool_]) -> Floats:
    """Measure the claims of one answer.

    Args:
        judged: Of each claim.
        unseen: Whether a claim has a number or date that no passage holds as written, shape
            ``(n_claims,)``.

    Returns:
        Shape ``(n_claims, len(NAMES))``, in [0, 1].
    """
    rows = [_row(each, strange) for each, strange in zip(judged, unseen.tolist(), strict=True)]
    return np.array(rows, float).reshape(len(rows), len(NAMES))


def _row(judged: QuantityJudgement, unseen: bool) -> tuple[float, ...]:
    wrong = judged.outcome == "contradicted"
    sure = judged.certainty == "certain"
    reckoned = any(c.kind in _RECKONED and c.outcome == "supported" for c in judged.checks)
    follows = judged.outcome == "supported" and (unseen or reckoned)
    measured = tuple(judged.features[name] for name in MEASURED)
    found = (wrong and sure, wrong and not sure, follows)
    return (*measured, judged.score, *map(float, found))
