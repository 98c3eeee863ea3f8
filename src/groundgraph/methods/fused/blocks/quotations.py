"""How many quotations of a claim its evidence does not hold word for word."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.text.quotations import unheld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

NAMES = ("quotations_changed", "quotations_invented")


def measure(claims: Sequence[str], texts: Sequence[str]) -> NDArray[np.float64]:
    """Count the quotations of each claim that no text holds.

    Args:
        claims: Sentences.
        texts: What may be quoted: the passages, whole, and the question.

    Returns:
        Shape ``(n_claims, len(NAMES))``.
    """
    kinds = [[quotation.kind for quotation in unheld(claim, texts)] for claim in claims]
    counts = [(own.count("changed"), own.count("invented")) for own in kinds]
    return np.array(counts, float).reshape(len(claims), len(NAMES))
