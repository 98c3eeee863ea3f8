"""Cross-validation that never splits a group, such as the answers to one question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from groundgraph.errors import InputError
from groundgraph.measures.arrays import binary, codes, finite
from groundgraph.progress import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

Model = TypeVar("Model")


def grouped_folds(
    groups: Sequence[Any] | NDArray[Any], labels: ArrayLike, n_folds: int = 5, seed: int = 0
) -> NDArray[np.int64]:
    """Return each row's fold, 0 to ``n_folds`` − 1, shape ``(n,)``.

    Groups, the largest first and equals in a seeded order, each go to the fold that keeps
    rows and labels most even. No fold is empty.

    Args:
        groups: One hashable value per row; rows that share it share a fold.
        labels: True = hallucinated, shape ``(n,)``.
        n_folds: At least 2.
        seed: Of the order among groups of equal size.

    Raises:
        InputError: When there are fewer groups than folds, or not one group per row.
    """
    y = binary(labels)
    group = codes(groups, len(y))
    n_groups = int(group.max(initial=-1)) + 1
    if not 2 <= n_folds <= n_groups:
        raise InputError(
            f"{n_folds} folds of {n_groups} groups cannot be made: there must be at least 2 "
            "folds, and a group for each"
        )
    # (n_groups, 3): rows that are hallucinated, grounded, and all.
    kinds = np.stack([y, ~y, np.ones_like(y)], axis=1).astype(np.float64)
    sizes = np.zeros((n_groups, 3))
    np.add.at(sizes, group, kinds)
    order = np.lexsort((np.random.default_rng(seed).random(n_groups), -sizes[:, 2]))
    return _spread(sizes, order, n_folds)[group]


def out_of_fold(
    fit: Callable[..., Model],
    predict: Callable[..., ArrayLike],
    x: ArrayLike,
    y: ArrayLike,
    folds: NDArray[np.int64],
    *columns: Sequence[Any] | NDArray[Any],
) -> NDArray[np.float64]:
    """Score each row by a model that was fitted on the other folds, shape ``(n,)``.

    Args:
        fit: Called as ``fit(x, y, *columns)`` with the rows of all folds but one.
        predict: Called as ``predict(model, x, *columns)`` with the rows of that fold.
        x: Features, shape ``(n, d)``.
        y: Labels, shape ``(n,)``.
        folds: From `grouped_folds`.
        *columns: More columns of ``n`` values, such as each row's generator.

    Raises:
        InputError: When lengths differ, or a prediction is not finite.
    """
    matrix, labels = np.asarray(x), np.asarray(y)
    more = [np.asarray(column, dtype=object) for column in columns]
    lengths = {len(column) for column in (matrix, labels, folds, *more)}
    if len(lengths) != 1:
        raise InputError(f"all columns must have as many rows as there are folds: {lengths}")
    scores = np.empty(len(folds))
    numbers = np.unique(folds)
    for done, fold in enumerate(numbers):
        tell("fitted folds", done, len(numbers))
        held = folds == fold
        model = fit(matrix[~held], labels[~held], *(column[~held] for column in more))
        predicted = predict(model, matrix[held], *(column[held] for column in more))
        scores[held] = finite(predicted, int(held.sum()), "predictions")
    tell("fitted folds", len(numbers), len(numbers))
    return scores


def _spread(sizes: NDArray[np.float64], order: NDArray[np.intp], n_folds: int) -> NDArray[np.int64]:
    """Choose a fold per group so that the sum of squared shares per fold grows least."""
    share = sizes / np.maximum(sizes.sum(axis=0), 1)
    held = np.zeros((n_folds, sizes.shape[1]))
    fold_of = np.empty(len(sizes), dtype=np.int64)
    for group in order:
        fold = int(np.argmin(held @ share[group]))
        held[fold] += share[group]
        fold_of[group] = fold
    return fold_of
