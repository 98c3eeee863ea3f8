"""Character overlap of predicted and gold spans, micro over a corpus.

Source: RAGTruth (Niu et al. 2024, arXiv:2401.00396, §4): precision is the share of predicted
characters that are gold, recall the share of gold characters that are predicted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import InputError
from groundgraph.measures.arrays import row_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Ranges = Sequence[tuple[int, int]]


class SpanScores(NamedTuple):
    """Each in [0, 1], or ``None`` where undefined."""

    precision: float | None
    recall: float | None
    f1: float | None


def span_scores(gold: Sequence[Ranges], predicted: Sequence[Ranges]) -> SpanScores:
    """Return character precision, recall and F1 over all answers together.

    Args:
        gold: The gold spans of each answer; any half-open ranges, also `Span`.
        predicted: The predicted spans of each answer. Spans of one answer that overlap count
            their characters once.
    """
    return scores_of_counts(span_counts(gold, predicted))


def span_counts(gold: Sequence[Ranges], predicted: Sequence[Ranges]) -> NDArray[np.int64]:
    """Count the characters that are (in both, predicted, gold) per answer, shape ``(n, 3)``.

    Raises:
        InputError: When the two differ in length, or a range begins below 0 or ends before
            it begins.
    """
    if len(gold) != len(predicted):
        raise InputError(
            f"gold spans are given for {len(gold)} answers, predicted spans for {len(predicted)}"
        )
    rows = [_counts(g, p) for g, p in zip(gold, predicted, strict=True)]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def scores_of_counts(counts: NDArray[np.int64], weights: ArrayLike | None = None) -> SpanScores:
    """Return the scores of what `span_counts` counted, with row weights for a bootstrap.

    ``lambda w: scores_of_counts(counts, w).f1`` is a statistic for
    `groundgraph.measures.bootstrap.interval_of`.
    """
    both, predicted, gold = (row_weights(weights, len(counts)) @ counts).tolist()
    return SpanScores(
        both / predicted if predicted else None,
        both / gold if gold else None,
        2 * both / (predicted + gold) if predicted + gold else None,
    )


def _counts(gold: Ranges, predicted: Ranges) -> tuple[int, int, int]:
    length = max((end for _, end in (*gold, *predicted)), default=0)
    wanted, found = _mask(gold, length), _mask(predicted, length)
    return int((wanted & found).sum()), int(found.sum()), int(wanted.sum())


def _mask(ranges: Ranges, length: int) -> NDArray[np.bool_]:
    mask = np.zeros(length, dtype=np.bool_)
    for start, end in ranges:
        if not 0 <= start <= end:
            raise InputError(f"[{start}, {end}) is not a range of characters")
        mask[start:end] = True
    return mask
