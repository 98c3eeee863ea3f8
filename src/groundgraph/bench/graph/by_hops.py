"""AUROC by how many facts an answer needs, as points of a curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.measures.bootstrap import interval
from groundgraph.measures.metrics import auroc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.results import Cell, Rows


def by_hops(
    rows: Rows, hops: Sequence[int], row: str, scores: NDArray[np.float64]
) -> Iterator[Cell]:
    """Yield ``auroc@2`` and the like, by source, where there are several numbers of hops.

    Args:
        rows: The answers.
        hops: How many facts each needs.
        row: Name of the row.
        scores: Higher means hallucinated, shape ``(n_answers,)``.
    """
    numbers = sorted(set(hops))
    for number in numbers if len(numbers) > 1 else ():
        chosen = np.array(hops) == number
        own = rows[chosen]
        found = interval(auroc, own.labels, scores[chosen], groups=own.sources)
        yield own.cell(row, f"auroc@{number}", found)
