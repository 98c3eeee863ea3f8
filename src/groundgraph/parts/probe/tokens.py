"""Which tokens of a prompt belong to which of its triples."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Span


def owners(offsets: Sequence[tuple[int, int]], spans: Sequence[Span]) -> NDArray[np.int64]:
    """Return the number of the span that each token belongs to, −1 for none.

    A token that reaches over an edge belongs to the span that holds most of its characters,
    the first among equals; so no token counts twice.

    Args:
        offsets: Half-open ranges of code points, one per token; an empty one belongs to none.
        spans: Half-open ranges of the same text, in any order; they may touch or overlap.

    Returns:
        Shape ``(n_tokens,)``.
    """
    tokens = np.asarray(offsets, np.int64).reshape(-1, 2)
    ranges = np.asarray(spans, np.int64).reshape(-1, 2)
    owner = np.full(len(tokens), -1)
    most = np.zeros(len(tokens), np.int64)
    for number, (start, end) in enumerate(ranges):
        shared = np.minimum(tokens[:, 1], end) - np.maximum(tokens[:, 0], start)
        better = shared > most
        owner[better], most[better] = number, shared[better]
    return owner
