"""Boosted trees as flat arrays: taken from scikit-learn once, evaluated by numpy alone."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from groundgraph.errors import InputError, ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

CELLS = 1 << 18
"""Rows × trees that are walked at once; bounds memory to some ten megabytes."""


@dataclass(frozen=True)
class TreeSettings:
    """How boosted trees are grown; see scikit-learn's HistGradientBoostingClassifier.

    Attributes:
        learning_rate: Shrinkage of each tree, > 0.
        max_iter: Number of trees.
        max_leaf_nodes: Leaves per tree, ≥ 2.
        min_samples_leaf: Rows per leaf.
        l2: L2 penalty on leaf values.
        max_features: Share of features, in (0, 1], that each split may choose from.
        balanced: Whether the two classes get equal total weight.
        seed: Of the draw of features; the same seed and rows give the same trees.
    """

    learning_rate: float = 0.1
    max_iter: int = 100
    max_leaf_nodes: int = 31
    min_samples_leaf: int = 20
    l2: float = 0.0
    max_features: float = 1.0
    balanced: bool = False
    seed: int = 0

    def estimator(self, names: Sequence[str], monotone: Mapping[str, int]) -> Any:
        """Return the unfitted scikit-learn classifier.

        Raises:
            InputError: When ``monotone`` names no feature, or a direction is not −1, 0 or 1.
        """
        from sklearn.ensemble import HistGradientBoostingClassifier

        options = asdict(self)
        return HistGradientBoostingClassifier(
            l2_regularization=options.pop("l2"),
            class_weight="balanced" if options.pop("balanced") else None,
            random_state=options.pop("seed"),
            monotonic_cst=_directions(names, monotone),
            early_stopping=False,
            **options,
        )


class Forest(NamedTuple):
    """Trees, their nodes one after the other; a node stands before its children.

    Attributes:
        feature: Column that an inner node looks at, −1 for a leaf; shape ``(n_nodes,)``.
        threshold: An inner node sends ``x <= threshold`` to the left.
        left: Index of the left child; of itself for a leaf.
        right: Index of the right child; of itself for a leaf.
        value: Log-odds that a leaf adds.
        roots: Index of each tree's first node; shape ``(n_trees,)``.
    """

    feature: NDArray[np.int64]
    threshold: NDArray[np.float64]
    left: NDArray[np.int64]
    right: NDArray[np.int64]
    value: NDArray[np.float64]
    roots: NDArray[np.int64]


def flatten(model: Any) -> tuple[Forest, float]:
    """Return a fitted HistGradientBoostingClassifier's trees and its baseline log-odds.

    Leaf values are rounded to 9 significant digits, for short JSON.
    """
    trees = [iteration[0].nodes for iteration in model._predictors]  # noqa: SLF001 - no public way
    sizes = [len(nodes) for nodes in trees]
    roots = np.cumsum([0, *sizes], dtype=np.int64)[:-1]
    nodes = np.concatenate(trees)
    offset = np.repeat(roots, sizes)
    leaf = nodes["is_leaf"].astype(bool)
    own = np.arange(len(nodes))
    forest = Forest(
        feature=np.where(leaf, -1, nodes["feature_idx"]),
        threshold=np.where(leaf, 0.0, nodes["num_threshold"]),
        left=np.where(leaf, own, nodes["left"] + offset),
        right=np.where(leaf, own, nodes["right"] + offset),
        value=_rounded(np.where(leaf, nodes["value"], 0.0)),
        roots=roots,
    )
    return forest, float(model._baseline_prediction.item())  # noqa: SLF001


def check(forest: Forest, n_features: int) -> None:
    """Make sure that every walk ends at a leaf.

    Raises:
        ModelError: When the arrays do not form trees over ``n_features`` columns.
    """
    feature, threshold, left, right, value, roots = forest
    own = np.arange(len(feature))
    inner = feature >= 0
    if (
        len({len(column) for column in forest[:5]}) != 1
        or not np.isfinite([threshold, value]).all()
    ):
        raise ModelError("tree arrays must be finite and of equal length; the file is damaged")
    if len(own) and not (feature.min() >= -1 and feature.max() < n_features):
        raise ModelError(f"a tree looks at a feature outside the {n_features} that are named")
    for child in (left, right):
        forward = np.where(inner, child > own, child == own)
        if not (forward & (child < len(own))).all():
            raise ModelError("a tree's node does not lead to a later one; the file is damaged")
    if not np.isin(roots, own).all():
        raise ModelError("a tree begins outside the nodes; the file is damaged")


def evaluate(forest: Forest, x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of the trees' values for each row of ``x``, shape ``(n,)``."""
    rows = max(1, CELLS // max(1, len(forest.roots)))
    total = np.empty(len(x))
    for start in range(0, len(x), rows):
        part = x[start : start + rows]
        total[start : start + rows] = forest.value[_leaves(forest, part)].sum(axis=1)
    return total


def _leaves(forest: Forest, x: NDArray[np.float64]) -> NDArray[np.int64]:
    """Walk all trees one level at a time; shape ``(n, n_trees)``."""
    node = np.repeat(forest.roots[None, :], len(x), axis=0)
    row = np.arange(len(x))[:, None] * x.shape[1]
    # A leaf reads some column, whatever it holds, and stays where it is.
    column = np.maximum(forest.feature, 0)
    children = np.stack([forest.right, forest.left], axis=1).ravel()
    values = x.ravel()
    while True:
        goes_left = values[row + column[node]] <= forest.threshold[node]
        after = children[2 * node + goes_left]
        if (after == node).all():
            return node
        node = after


def _directions(names: Sequence[str], monotone: Mapping[str, int]) -> list[int] | None:
    unknown = [name for name in monotone if name not in names]
    wrong = {name: way for name, way in monotone.items() if way not in (-1, 0, 1)}
    if unknown or wrong:
        raise InputError(
            f"monotone takes a feature's name to -1, 0 or 1; unknown {unknown}, wrong {wrong}"
        )
    return [monotone.get(name, 0) for name in names] if monotone else None


def _rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.array([float(f"{value:.9g}") for value in values.tolist()])
