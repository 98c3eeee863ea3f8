"""Similarity block: cosines of a claim to the evidence, the question and the other claims.

All cosines lie in [-1, 1]; where there is nothing to compare with, the feature is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

NAMES = (
    "nearest_unit",
    "second_unit",
    "three_nearest_units",
    "mean_unit",
    "nearest_window",
    "mean_window",
    "to_question",
    "to_other_claims",
)
_NEAR = 3


def measure(
    claims: Floats, units: Floats, windows: Floats, question: Floats | None
) -> NDArray[np.float64]:
    """Measure the claims of one answer.

    Args:
        claims: Unit vectors, shape ``(n_claims, dimension)``.
        units: Vectors of the evidence units, shape ``(n_units, dimension)``.
        windows: Vectors of whole passages (or windows of long ones), ``(n_windows, dimension)``.
        question: Shape ``(dimension,)``, or ``None``.

    Returns:
        Shape ``(n_claims, len(NAMES))``.
    """
    rows = np.zeros((len(claims), len(NAMES)))
    if len(units):
        ranked = -np.sort(-(claims @ units.T), axis=1)
        rows[:, 0] = ranked[:, 0]
        rows[:, 1] = ranked[:, min(1, ranked.shape[1] - 1)]
        rows[:, 2] = ranked[:, :_NEAR].mean(axis=1)
        rows[:, 3] = ranked.mean(axis=1)
    if len(windows):
        cosines = claims @ windows.T
        rows[:, 4] = cosines.max(axis=1)
        rows[:, 5] = cosines.mean(axis=1)
    if question is not None:
        rows[:, 6] = claims @ question
    if len(claims) > 1:
        others = claims @ claims.T
        np.fill_diagonal(others, -np.inf)
        rows[:, 7] = others.max(axis=1)
    return rows


def pairs(claims: Floats, units: Floats) -> Floats:
    """Describe each claim beside its nearest evidence unit.

    Returns:
        The claim's vector, its product with the unit's and the absolute difference of the two,
        shape ``(n_claims, 3 * dimension)`` (Conneau et al. 2017, arXiv:1705.02364, §3.1); without
        units the nearest is the zero vector.
    """
    nearest = units[(claims @ units.T).argmax(axis=1)] if len(units) else np.zeros_like(claims)
    return np.concatenate([claims, claims * nearest, np.abs(claims - nearest)], axis=1)
