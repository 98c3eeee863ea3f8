"""A threshold from scores alone, where no labels are to be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError
from groundgraph.measures.arrays import finite

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LEAST = 10
"""Scores that a threshold may be drawn from."""


def valley(scores: ArrayLike) -> float:
    """Return the threshold that parts scores into their two most distinct groups.

    Otsu's criterion (1979) on the scores themselves, without a histogram: of all cuts, the one
    of greatest variance between the groups; half-way between its two neighbours. It assumes
    that both grounded and hallucinated answers occur, and that their scores differ; where
    nearly all are of one kind it parts that kind, so compare it with labelled answers when
    there are any.

    Args:
        scores: At least `LEAST`, higher = worse, shape ``(n,)``.

    Raises:
        InputError: When there are fewer, one is not finite, or all are equal.
    """
    s = np.sort(finite(scores, np.size(scores), "scores"))
    if len(s) < LEAST:
        raise InputError(
            f"a threshold without labels needs at least {LEAST} scores, found {len(s)}; "
            "give more answers, or a threshold"
        )
    if s[0] == s[-1]:
        raise InputError(
            f"all {len(s)} scores are {s[0]:g}, so nothing parts them; give a threshold"
        )
    below = np.arange(1, len(s))
    sums = np.cumsum(s)[:-1]
    gap = (s.sum() - sums) / (len(s) - below) - sums / below
    between = below * (len(s) - below) * gap**2
    between[s[1:] == s[:-1]] = -1.0  # a cut may not part equal scores
    cut = int(np.argmax(between))
    return float((s[cut] + s[cut + 1]) / 2)
