"""Checks on what heads are fitted on and asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.measures.arrays import binary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


class Named(Protocol):
    """Something that reads named features."""

    @property
    def names(self) -> tuple[str, ...]:
        """The features, in the order of the columns."""
        ...


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


def check_head(head: Named | None, decision: object, names: Sequence[str]) -> None:
    """Hold a detector's head to the features that it is given, and to have a decision.

    Raises:
        ModelError: When it reads others, or one of head and decision lacks the other.
    """
    if (head is None) != (decision is None):
        lacks = "head" if head is None else "decision"
        raise ModelError(f"a fitted detector has a head and a decision; the {lacks} is missing")
    if head is not None:
        check_names(names, head.names)


def logistic(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(−log_odds)) without overflow."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -log_odds)))
