"""Character overlap of predicted and gold spans.

Source: RAGTruth (Niu et al. 2024, arXiv:2401.00396, §4): precision is the share of predicted
characters that are gold, recall the share of gold characters that are predicted, over all answers
together; `groundgraph.measures.bootstrap.ratio_intervals` makes them of the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ranges = Sequence[tuple[int, int]]


def span_counts(gold: Sequence[Ranges], predicted: Sequence[Ranges]) -> NDArray[np.int64]:
    """Count the characters that are (in both, predicted, gold) per answer, shape ``(n, 3)``.

    Args:
        gold: The gold spans of each answer; any half-open ranges, also `Span`.
        predicted: The predicted spans of each answer. Spans of one answer that overlap count
            their characters once.

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
