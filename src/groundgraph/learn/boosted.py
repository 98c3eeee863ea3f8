"""XGBoost's trees as a head: fitted by xgboost (extra ``gga``), evaluated by numpy alone."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.errors import MissingExtraError, ModelError
from groundgraph.learn import trees
from groundgraph.learn.inputs import feature_matrix, logistic, two_classes
from groundgraph.measures.arrays import row_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

_NO_TREES = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
PARITY = 1e-5
"""How far our evaluation may be from xgboost's probabilities, which are of single precision."""


@dataclass(frozen=True)
class BoostSettings:
    """How XGBoost grows trees; the defaults are GGA's (arXiv 2512.09148).

    Attributes:
        learning_rate: Shrinkage of each tree, > 0.
        depth: Most splits between a tree's root and a leaf.
        n_trees: Number of trees.
        balanced: Whether hallucinated rows weigh as much as grounded ones together
            (``scale_pos_weight``).
        row_share: Share of rows, in (0, 1], that each tree is grown on.
        column_share: Share of features, in (0, 1], that each tree may use.
        seed: Of those draws.
    """

    learning_rate: float = 0.1
    depth: int = 6
    n_trees: int = 100
    balanced: bool = True
    row_share: float = 1.0
    column_share: float = 1.0
    seed: int = 0


@dataclass(frozen=True)
class XGBoostHead:
    """Gradient-boosted trees in XGBoost's own JSON.

    Attributes:
        names: The features, in the order of the columns.
        booster: What ``xgboost.Booster.save_model`` writes to a ``.json`` file; written to one,
            it loads there again.

    Raises:
        ModelError: When the text is no such model of a binary outcome over these features.
    """

    names: tuple[str, ...]
    booster: str = field(repr=False)

    def __post_init__(self) -> None:
        forest, _ = self._parsed
        trees.check(forest, len(self.names))

    @classmethod
    def fit(
        cls,
        x: ArrayLike,
        y: ArrayLike,
        names: Sequence[str],
        *,
        settings: BoostSettings | None = None,
        weights: ArrayLike | None = None,
    ) -> XGBoostHead:
        """Fit on ``x``, shape ``(n, d)``, and ``y``, True = hallucinated, shape ``(n,)``.

        Args:
            x: Finite features.
            y: Labels; both classes must occur.
            names: The ``d`` feature names.
            settings: How the trees are grown; GGA's where not given.
            weights: Row weights, on top of the balance.

        Raises:
            InputError: When shapes do not fit, a value is not finite, or a class is missing.
            MissingExtraError: When xgboost is not installed.
            ModelError: When the installed xgboost's trees cannot be evaluated exactly.
        """
        try:
            import xgboost
        except ImportError as error:
            raise MissingExtraError("head 'xgboost'", "gga") from error
        matrix = feature_matrix(x, names)
        labels = two_classes(y, len(matrix))
        rows = xgboost.DMatrix(matrix, labels, weight=row_weights(weights, len(labels)))
        chosen = settings or BoostSettings()
        model = xgboost.train(_options(chosen, labels), rows, chosen.n_trees)
        head = cls(tuple(names), model.save_raw("json").decode())
        _hold_parity(head, matrix[:1000], model.predict(rows)[:1000])
        return head

    def log_odds(self, x: ArrayLike, /) -> Floats:
        """Return the log-odds of being hallucinated, shape ``(n,)``, from ``x``, ``(n, d)``."""
        forest, baseline = self._parsed
        # XGBoost reads features in single precision, and splits between single numbers.
        single = feature_matrix(x, self.names).astype(np.float32)
        return trees.evaluate(forest, single.astype(np.float64)) + baseline

    def probability(self, x: ArrayLike, /) -> Floats:
        """Return the probability of being hallucinated, in [0, 1], shape ``(n,)``."""
        return logistic(self.log_odds(x))

    @cached_property
    def _parsed(self) -> tuple[trees.Forest, float]:
        try:
            with np.errstate(over="raise", divide="raise", invalid="raise"):
                return _parse(json.loads(self.booster)["learner"], len(self.names))
        except _NO_TREES as error:
            raise ModelError(f"the head is not XGBoost's JSON of trees: {error!r:.200}") from error


def _options(settings: BoostSettings, labels: NDArray[np.bool_]) -> dict[str, Any]:
    positives = int(labels.sum())
    return {
        "objective": "binary:logistic",
        "tree_method": "hist",
        "learning_rate": settings.learning_rate,
        "max_depth": settings.depth,
        "scale_pos_weight": (len(labels) - positives) / positives if settings.balanced else 1.0,
        "subsample": settings.row_share,
        "colsample_bytree": settings.column_share,
        "seed": settings.seed,
    }


def _parse(learner: dict[str, Any], n_features: int) -> tuple[trees.Forest, float]:
    objective, found = learner["objective"]["name"], learner["learner_model_param"]
    if objective != "binary:logistic" or int(found["num_feature"]) != n_features:
        raise ModelError(
            f"the head's trees are for {objective!r} over {found['num_feature']} features; "
            f"expected 'binary:logistic' over {n_features}"
        )
    rate = float(np.ravel(json.loads(found["base_score"]))[0])
    grown = learner["gradient_booster"]["model"]["trees"]
    if any(np.any(tree["split_type"]) for tree in grown):
        raise ModelError("the head splits by category; features are numbers here")
    return _flatten(grown), float(np.log(rate / (1 - rate)))


def _flatten(grown: list[dict[str, Any]]) -> trees.Forest:
    """Join the trees' nodes; a leaf's value stands where an inner node has its threshold."""
    sizes = [len(tree["left_children"]) for tree in grown]
    roots = np.cumsum([0, *sizes], dtype=np.int64)[:-1]
    offset = np.repeat(roots, sizes)
    left, right, feature = (
        np.concatenate([np.asarray(tree[name], np.int64) for tree in grown])
        for name in ("left_children", "right_children", "split_indices")
    )
    number = np.concatenate([np.asarray(tree["split_conditions"], np.float32) for tree in grown])
    own, leaf = np.arange(len(left)), left < 0
    below = np.nextafter(number, np.float32(-np.inf))  # x < t in single precision, as x <= t'
    return trees.Forest(
        feature=np.where(leaf, -1, feature),
        threshold=np.where(leaf, 0.0, below),
        left=np.where(leaf, own, left + offset),
        right=np.where(leaf, own, right + offset),
        value=np.where(leaf, number, 0.0).astype(np.float64),
        roots=roots,
    )


def _hold_parity(head: XGBoostHead, x: Floats, expected: NDArray[np.float32]) -> None:
    error = float(np.abs(head.probability(x) - expected).max())
    if not error <= PARITY:
        raise ModelError(
            f"trees read from XGBoost's JSON differ from its own by {error:.2g} in probability; "
            "install another xgboost version, and report this"
        )
