"""Checks on what heads are fitted on and asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.measures.arrays import binary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def feature_matrix(x: ArrayLike, names: Sequence[str]) -> NDArray[np.float64]:
    """Return ``x`` as finite numbers, shape ``(n, d)``, row by row in memory.

    Raises:
        InputError: When there are not ``d = len(names)`` columns, or a value is not finite.
    """
    matrix = np.ascontiguousarray(x, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[1] != len(names):
        raise InputError(
            f"features must have shape (n, {len(names)}), one column per name; found {matrix.shape}"
        )
    if not np.isfinite(matrix).all():
        row, column = np.argwhere(~np.isfinite(matrix))[0]
        raise InputError(
            f"feature {names[column]!r} of row {row} is {matrix[row, column]}; "
            "features must be finite"
        )
    return matrix


def two_classes(labels: ArrayLike, n: int, needed: int = 1) -> NDArray[np.bool_]:
    """Return labels that hold enough of both classes, shape ``(n,)``.

    Raises:
        InputError: When there are not ``n``, or fewer than ``needed`` of a class.
    """
    y = binary(labels)
    if len(y) != n:
        raise InputError(f"there must be one label per row: {n} rows, {len(y)} labels")
    positives = int(y.sum())
    if min(positives, n - positives) < needed:
        raise InputError(
            f"found {positives} hallucinated and {n - positives} grounded rows; "
            f"at least {needed} of each are needed: add labelled rows"
        )
    return y


def check_names(expected: Sequence[str], given: Sequence[str]) -> None:
    """Hold features to the order that a head was fitted on.

    Raises:
        ModelError: When a name is missing, new or elsewhere.
    """
    if tuple(expected) == tuple(given):
        return
    missing = [name for name in expected if name not in given]
    unknown = [name for name in given if name not in expected]
    detail = f"missing {missing}, unknown {unknown}" if missing or unknown else "another order"
    raise ModelError(
        f"the head was fitted on other features than it is given ({detail}); fit it again"
    )


def columns(
    x: NDArray[np.float64], given: Sequence[str], wanted: Sequence[str]
) -> NDArray[np.float64]:
    """Return the columns of some features, in the order that a head was fitted on.

    Args:
        x: Features, shape ``(n, len(given))``.
        given: The names of its columns.
        wanted: The names of those to return.

    Raises:
        ModelError: When one is missing.
    """
    if tuple(given) == tuple(wanted):
        return x
    places = {name: place for place, name in enumerate(given)}
    if missing := [name for name in wanted if name not in places]:
        raise ModelError(
            f"the head was fitted on features that are not measured any more: {missing}; "
            "fit it again"
        )
    return x[:, [places[name] for name in wanted]]


def logistic(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(−log_odds)) without overflow."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -log_odds)))
