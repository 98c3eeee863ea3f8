"""Checks on the columns that metrics and heads are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


def binary(values: ArrayLike, name: str = "labels") -> NDArray[np.bool_]:
    """Return a column of truth values, shape ``(n,)``.

    Raises:
        InputError: When it is not one-dimensional or holds anything but true and false (0, 1).
    """
    column = np.asarray(values)
    if column.ndim != 1:
        raise InputError(f"{name} must be one column, found shape {column.shape}")
    if column.dtype == np.bool_:
        return column
    if column.dtype.kind not in "iuf" or not np.isin(column, (0, 1)).all():
        raise InputError(f"{name} must be true or false (1 or 0); apply a threshold to scores")
    return column.astype(np.bool_)


def finite(values: ArrayLike, n: int, name: str = "scores") -> NDArray[np.float64]:
    """Return a column of finite numbers, shape ``(n,)``.

    Raises:
        InputError: When it has another shape, or holds NaN or an infinity.
    """
    column = np.asarray(values, dtype=np.float64)
    if column.shape != (n,):
        raise InputError(f"{name} must have shape ({n},), one per label; found {column.shape}")
    if not np.isfinite(column).all():
        row = int(np.flatnonzero(~np.isfinite(column))[0])
        raise InputError(f"{name} must be finite; row {row} is {column[row]}")
    return column


def row_weights(weights: ArrayLike | None, n: int) -> NDArray[np.float64]:
    """Return a weight ≥ 0 per row, shape ``(n,)``; ones where none are given.

    Raises:
        InputError: When they have another shape or one is negative or not finite.
    """
    if weights is None:
        return np.ones(n)
    column = finite(weights, n, "weights")
    if n and column.min() < 0:
        raise InputError(f"weights must not be negative, found {column.min()}")
    return column


def codes(groups: Sequence[Any] | NDArray[Any], n: int) -> NDArray[np.int64]:
    """Number the groups 0, 1, … in the order in which they first appear, shape ``(n,)``.

    Args:
        groups: One hashable value per row; ``None`` is a group of its own.
        n: How many rows there must be.

    Raises:
        InputError: When there are not ``n``.
    """
    if len(groups) != n:
        raise InputError(f"groups must name one group per row: {n} rows, {len(groups)} groups")
    known: dict[Any, int] = {}
    values = groups.tolist() if isinstance(groups, np.ndarray) else groups
    return np.fromiter((known.setdefault(g, len(known)) for g in values), np.int64, n)
