"""From named features to the probability that an answer is hallucinated.

A head is a frozen dataclass of plain values and tuples: equal when its values are, hashable,
and rebuilt from JSON by `groundgraph.specs`. scikit-learn fits it; numpy alone evaluates it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn import trees
from groundgraph.learn.inputs import check_names, feature_matrix, logistic, two_classes
from groundgraph.learn.trees import TreeSettings
from groundgraph.measures.arrays import binary, row_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

TINY = 1e-100
"""A feature whose values are all within it does not vary."""
LARGEST = 1e75
"""Of a head's numbers and of what it divides by: a few of them multiplied stay finite."""
PARITY = 1e-6
"""How far a converted tree head may be from scikit-learn's probabilities."""


_MOST_INDICES = 2**53


class Head(Protocol):
    """A fitted model over named features."""

    @property
    def names(self) -> tuple[str, ...]:
        """The features, in the order of the columns."""
        ...

    def log_odds(self, x: ArrayLike, /) -> Floats:
        """Return the log-odds of being hallucinated, shape ``(n,)``, from ``x``, ``(n, d)``."""
        ...

    def probability(self, x: ArrayLike, /) -> Floats:
        """Return the probability of being hallucinated, in [0, 1], shape ``(n,)``."""
        ...


@dataclass(frozen=True)
class LogisticHead:
    """Logistic regression on standardised features.

    Attributes:
        names: The features, in the order of the columns.
        mean: Mean of each feature over the rows it was fitted on.
        scale: Standard deviation, 1 for a feature that never varied.
        coefficients: Of the standardised features.
        intercept: Log-odds at the mean.

    Raises:
        ModelError: When the fields do not fit each other.
    """

    names: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    coefficients: tuple[float, ...]
    intercept: float

    def __post_init__(self) -> None:
        columns = _numbers("mean", self.mean), _numbers("scale", self.scale), self._weights
        small = np.abs(columns[1]).min(initial=1.0) < 1 / LARGEST
        if {len(column) for column in columns} != {len(self.names)} or small:
            raise ModelError(
                f"a logistic head of {len(self.names)} features needs as many means, scales "
                "(not 0) and coefficients; the file is damaged"
            )
        _numbers("intercept", (self.intercept,))

    @classmethod
    def fit(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        names: Sequence[str],
        *,
        balanced: bool = True,
        c: float = 1.0,
        weights: ArrayLike | None = None,
    ) -> LogisticHead:
        """Fit on ``x``, shape ``(n, d)``, and ``y``, True = hallucinated, shape ``(n,)``.

        Args:
            x: Finite features.
            y: Labels; both classes must occur.
            names: The ``d`` feature names.
            balanced: Whether the two classes get equal total weight.
            c: Inverse strength of the L2 penalty, > 0.
            weights: Row weights, on top of the balance; they do not touch mean and scale.

        Raises:
            InputError: When shapes do not fit, a value is not finite, or a class is missing.
        """
        from sklearn.linear_model import LogisticRegression

        matrix, labels, row_weight = _fitting_rows(x, y, names, weights)
        mean, scale, varies = _standard(matrix)
        model = LogisticRegression(
            C=c, class_weight="balanced" if balanced else None, max_iter=10_000, tol=1e-6
        )
        standard = np.where(varies, (matrix - mean) / scale, 0.0)
        model.fit(standard, labels, sample_weight=row_weight)
        return cls(
            tuple(names),
            tuple(mean.tolist()),
            tuple(scale.tolist()),
            tuple(model.coef_[0].tolist()),
            float(model.intercept_[0]),
        )

    def log_odds(self, x: ArrayLike, /) -> Floats:
        """Return the log-odds of being hallucinated, shape ``(n,)``, from ``x``, ``(n, d)``."""
        standard = (feature_matrix(x, self.names) - self.mean) / self.scale
        # Not a matrix product: its rounding would depend on how many rows are asked about.
        return np.asarray((standard * self._weights).sum(axis=1) + self.intercept)

    def probability(self, x: ArrayLike, /) -> Floats:
        """Return the probability of being hallucinated, in [0, 1], shape ``(n,)``."""
        return logistic(self.log_odds(x))

    @cached_property
    def _weights(self) -> Floats:
        return _numbers("coefficients", self.coefficients)


@dataclass(frozen=True, repr=False)
class TreeHead:
    """Gradient-boosted trees; the node fields are those of `groundgraph.learn.trees.Forest`.

    Attributes:
        names: The features, in the order of the columns.
        feature: Column of each inner node, −1 for a leaf.
        threshold: ``x <= threshold`` goes left.
        left: Index of the left child.
        right: Index of the right child.
        value: Log-odds that a leaf adds.
        roots: First node of each tree.
        baseline: Log-odds before any tree.

    Raises:
        ModelError: When the fields do not form trees.
    """

    names: tuple[str, ...]
    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]
    roots: tuple[int, ...]
    baseline: float

    def __repr__(self) -> str:
        return f"TreeHead({len(self.names)} features, {len(self.roots)} trees)"

    def __post_init__(self) -> None:
        trees.check(self._forest, len(self.names))
        _numbers("baseline", (self.baseline,))

    @classmethod
    def fit(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        names: Sequence[str],
        *,
        settings: TreeSettings | None = None,
        monotone: Mapping[str, int] | None = None,
        weights: ArrayLike | None = None,
    ) -> TreeHead:
        """Fit on ``x``, shape ``(n, d)``, and ``y``, True = hallucinated, shape ``(n,)``.

        Args:
            x: Finite features.
            y: Labels; both classes must occur.
            names: The ``d`` feature names.
            settings: How the trees are grown; the defaults where not given.
            monotone: For some features, 1 when more of it may only raise the probability, −1
                when it may only lower it.
            weights: Row weights.

        Raises:
            InputError: When shapes do not fit, a value is not finite, or a class is missing.
            ModelError: When the installed scikit-learn's trees cannot be converted exactly.
        """
        matrix, labels, row_weight = _fitting_rows(x, y, names, weights)
        model = (settings or TreeSettings()).estimator(names, monotone or {})
        model.fit(matrix, labels, sample_weight=row_weight)
        forest, baseline = trees.flatten(model)
        columns: dict[str, Any] = {k: tuple(v.tolist()) for k, v in forest._asdict().items()}
        head = cls(names=tuple(names), baseline=baseline, **columns)
        _hold_parity(head, model, matrix[:1000])
        return head

    def log_odds(self, x: ArrayLike, /) -> Floats:
        """Return the log-odds of being hallucinated, shape ``(n,)``, from ``x``, ``(n, d)``."""
        return trees.evaluate(self._forest, feature_matrix(x, self.names)) + self.baseline

    def probability(self, x: ArrayLike, /) -> Floats:
        """Return the probability of being hallucinated, in [0, 1], shape ``(n,)``."""
        return logistic(self.log_odds(x))

    @cached_property
    def _forest(self) -> trees.Forest:
        return trees.Forest(
            feature=_indices("feature", self.feature),
            threshold=_numbers("threshold", self.threshold),
            left=_indices("left", self.left),
            right=_indices("right", self.right),
            value=_numbers("value", self.value),
            roots=_indices("roots", self.roots),
        )


@dataclass(frozen=True)
class GroupedHead:
    """One head per group, such as per generator, and one for all others.

    Attributes:
        heads: From a group's name to its head; left out of the hash.
        fallback: For groups that are not named, and rows without a group.

    Raises:
        ModelError: When the heads were fitted on different features.
    """

    heads: Mapping[str, Head] = field(hash=False)
    fallback: Head

    def __post_init__(self) -> None:
        if "kind" in self.heads:
            raise ModelError("no group can be called 'kind': specs use the word; rename the group")
        if any(isinstance(head, GroupedHead) for head in (*self.heads.values(), self.fallback)):
            raise ModelError("a head of groups holds one head for each, not groups again")
        for head in self.heads.values():
            check_names(self.fallback.names, head.names)

    @classmethod
    def fit(
        cls,
        fit_head: Callable[[Any, Any], Head],
        x: ArrayLike,
        y: ArrayLike,
        groups: Sequence[str | None],
        *,
        minimum: int = 10,
    ) -> GroupedHead:
        """Fit the fallback on all rows and a head on each group with enough of both classes.

        Args:
            fit_head: From features and labels to a head.
            x: Features, shape ``(n, d)``.
            y: Labels, shape ``(n,)``.
            groups: The group of each row; ``None`` where not known.
            minimum: Rows of each class that a group must have for a head of its own.

        Raises:
            InputError: When there is not one group per row; and whatever ``fit_head`` raises.
        """
        matrix = np.asarray(x)
        labels = two_classes(y, len(matrix))
        heads = {}
        for group, rows in _rows_by_group(groups, len(matrix)).items():
            positives = int(labels[rows].sum())
            if group is not None and min(positives, len(rows) - positives) >= minimum:
                heads[group] = fit_head(matrix[rows], labels[rows])
        return cls(heads, fit_head(matrix, labels))

    @property
    def names(self) -> tuple[str, ...]:
        """The features, in the order of the columns."""
        return self.fallback.names

    def log_odds(self, x: ArrayLike, groups: Sequence[str | None], /) -> Floats:
        """Return the log-odds by each row's own head, shape ``(n,)``.

        Raises:
            InputError: When there is not one group per row.
        """
        matrix = feature_matrix(x, self.names)
        result = np.empty(len(matrix))
        known = [group if group in self.heads else None for group in groups]
        for group, rows in _rows_by_group(known, len(matrix)).items():
            head = self.fallback if group is None else self.heads[group]
            result[rows] = head.log_odds(matrix[rows])
        return result

    def probability(self, x: ArrayLike, groups: Sequence[str | None], /) -> Floats:
        """Return the probability of being hallucinated, in [0, 1], shape ``(n,)``."""
        return logistic(self.log_odds(x, groups))


def _fitting_rows(
    x: ArrayLike, y: ArrayLike, names: Sequence[str], weights: ArrayLike | None
) -> tuple[Floats, NDArray[np.bool_], Floats]:
    matrix = feature_matrix(x, names)
    labels = binary(y)
    row_weight = row_weights(weights, len(labels))
    two_classes(labels[row_weight > 0], int((row_weight > 0).sum()))
    return matrix, two_classes(labels, len(matrix)), row_weight


def _standard(matrix: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return mean, standard deviation (1 where it is but rounding), and which columns vary."""
    rounding = 10 * np.finfo(np.float64).eps * np.abs(matrix).max(axis=0)
    varies = np.ptp(matrix, axis=0) > np.maximum(rounding, TINY)
    return matrix.mean(axis=0), np.where(varies, matrix.std(axis=0), 1.0), varies


def _rows_by_group(groups: Sequence[str | None], n: int) -> dict[str | None, NDArray[np.int64]]:
    if len(groups) != n:
        raise InputError(f"there must be one group per row: {n} rows, {len(groups)} groups")
    rows: dict[str | None, list[int]] = {}
    for row, group in enumerate(groups):
        rows.setdefault(group, []).append(row)
    return {group: np.array(members) for group, members in rows.items()}


def _hold_parity(head: TreeHead, model: Any, x: Floats) -> None:
    """Compare with scikit-learn, whose trees are read from attributes it does not promise."""
    error = float(np.abs(head.probability(x) - model.predict_proba(x)[:, 1]).max())
    if not error <= PARITY:
        raise ModelError(
            f"converted trees differ from scikit-learn's by {error:.2g} in probability; "
            "install the scikit-learn version of constraints.txt, and report this"
        )


def _numbers(name: str, values: Sequence[float]) -> Floats:
    try:
        column = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{name} of a head must be numbers: {error}") from error
    if column.ndim != 1 or not (np.abs(column) <= LARGEST).all():
        raise ModelError(f"{name} of a head must be one row of finite numbers, {LARGEST:g} at most")
    return column


def _indices(name: str, values: Sequence[int]) -> NDArray[np.int64]:
    numbers = _numbers(name, values)
    if not ((numbers == np.floor(numbers)) & (np.abs(numbers) < _MOST_INDICES)).all():
        raise ModelError(f"{name} of a head must be whole numbers below {_MOST_INDICES}")
    return numbers.astype(np.int64)
