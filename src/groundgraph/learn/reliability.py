"""How far scores are probabilities: a reliability table, and its diagram in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.learn.inputs import two_classes
from groundgraph.measures.arrays import finite
from groundgraph.measures.bootstrap import ratio_intervals
from groundgraph.measures.metrics import equal_mass_bins

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike

_DIGITS = 4
_WIDTH = 20


class Bin(NamedTuple):
    """Answers of similar score.

    Attributes:
        n: How many.
        score: Their mean score, in [0, 1].
        share: The share of them that is hallucinated, in [0, 1].
        low: Lower bound of its 95% interval by source; the share itself where there is none.
        high: Upper bound, likewise.
    """

    n: int
    score: float
    share: float
    low: float
    high: float


def reliability(
    labels: ArrayLike, scores: ArrayLike, groups: Sequence[Any], *, n_bins: int = 10
) -> tuple[Bin, ...]:
    """Compare scores with the share of hallucinated answers in up to ``n_bins`` equal bins.

    Answers of equal score share a bin, the one in which the middle of them falls; bins that stay
    empty are left out.

    Args:
        labels: True = hallucinated, shape ``(n,)``; both classes must occur.
        scores: In [0, 1], shape ``(n,)``.
        groups: What the bootstrap draws together, such as the passages of each answer.
        n_bins: At most so many bins, of about as many answers each.

    Raises:
        InputError: When a class is missing or a score is not finite.
    """
    s = finite(scores, np.size(scores))
    y = two_classes(labels, len(s))
    bins = equal_mass_bins(s, np.ones(len(s)), n_bins)
    inside = bins[:, None] == np.unique(bins)
    found = ratio_intervals(inside & y[:, None], inside, groups=groups)
    return tuple(
        _bin(s[own], each.value or 0.0, each.low, each.high)
        for own, each in zip(inside.T, found, strict=True)
    )


def _bin(scores: Any, share: float, low: float | None, high: float | None) -> Bin:
    bounds = (share if low is None else low, share if high is None else high)
    rounded = [round(float(x), _DIGITS) for x in (scores.mean(), share, *bounds)]
    return Bin(len(scores), *rounded)


def diagram(bins: Iterable[Sequence[float]]) -> str:
    """Lay a reliability table out as Markdown, with a bar of the share and the score's place.

    >>> print(diagram([(200, 0.1, 0.12, 0.08, 0.17), (100, 0.8, 0.75, 0.66, 0.83)]))
    | answers | mean score | hallucinated | `0` share `#`, score at `|` `1` |
    |---|---|---|---|
    | 200 | 0.100 | 0.120 [0.080, 0.170] | `##|·················` |
    | 100 | 0.800 | 0.750 [0.660, 0.830] | `###############·|···` |
    """
    lines = [
        "| answers | mean score | hallucinated | `0` share `#`, score at `|` `1` |",
        "|---|---|---|---|",
    ]
    for n, score, share, low, high in bins:
        bar = ["#" if i < round(share * _WIDTH) else "·" for i in range(_WIDTH)]
        bar[min(int(score * _WIDTH), _WIDTH - 1)] = "|"
        shown = f"{share:.3f} [{low:.3f}, {high:.3f}]"
        lines.append(f"| {n:,.0f} | {score:.3f} | {shown} | `{''.join(bar)}` |")
    return "\n".join(lines)
