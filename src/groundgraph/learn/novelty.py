"""How unlike an answer's form is the forms of the answers that scores were calibrated on.

A score is a probability where answers are like those that the calibration saw. Answers come in a
few kinds (to a question, a summary, a text on a record), so the distance is to the nearest of a few
centres, each with the spread of the answers around it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.learn.folds import grouped_folds
from groundgraph.learn.inputs import feature_matrix
from groundgraph.progress import tell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

EXCEEDED = 0.01
"""Share of the answers it is fitted on that are novel, each held against those of other sources."""
MOST_CENTRES = 3
PER_CENTRE = 100
"""As many answers for each centre, or there are fewer; at least half as many are around it."""
LARGEST = 1e75
"""Of its numbers: a few of them multiplied stay finite."""
_SMALLEST = 1e-9
ALIKE = 0.1
"""Standard deviation that each measure is given at least: lengths that differ by a tenth are alike,
however much the answers of a small set are of one length."""
_SEED = 0
_FOLDS = 5


@dataclass(frozen=True)
class Novelty:
    """Mahalanobis distance to the nearest of a few centres, and from which one on all is new.

    Attributes:
        names: What is measured of an answer's form.
        middle: Median of each.
        scale: Robust standard deviation of each, > 0.
        centres: Of the scaled measures, one or more, each of ``len(names)`` numbers.
        factors: For each centre the Cholesky factor of its inverse covariance, row by row,
            ``len(names)`` squared numbers.
        limit: Distances beyond it are novel, ≥ 0.
        exceeded: Share of the answers it was fitted on beyond the limit, each held against answers
            of other sources, in [0, 1].

    Raises:
        ModelError: When the fields do not fit each other or are not finite.
    """

    names: tuple[str, ...]
    middle: tuple[float, ...]
    scale: tuple[float, ...]
    centres: tuple[tuple[float, ...], ...]
    factors: tuple[tuple[float, ...], ...]
    limit: float
    exceeded: float = EXCEEDED

    def __repr__(self) -> str:
        return f"Novelty({len(self.names)} features, {len(self.centres)} centres)"

    def __post_init__(self) -> None:
        n = len(self.names)
        sizes = [len(self.middle), len(self.scale), *map(len, self.centres)]
        fits = {*sizes} == {n} and {len(each) for each in self.factors} == {n * n}
        if not (fits and len(self.centres) == len(self.factors)):
            raise ModelError(
                f"novelty by {n} features needs as many middles, scales and numbers of each "
                f"centre, and a factor of {n * n} for each; the file is damaged"
            )
        rows = (self.middle, self.scale, *self.centres, *self.factors)
        if not all(abs(x) <= LARGEST for row in rows for x in row):
            raise ModelError(f"the numbers of a novelty must lie within ±{LARGEST:g}")
        if not all(x >= _SMALLEST for x in self.scale):
            raise ModelError(f"scales must be {_SMALLEST:g} at least, found {min(self.scale)}")
        if not (0 <= self.limit <= LARGEST and 0 <= self.exceeded <= 1):
            raise ModelError(
                f"limit must be ≥ 0 and exceeded in [0, 1], found {self.limit}, {self.exceeded}"
            )

    @classmethod
    def fit(cls, x: ArrayLike, names: Sequence[str], groups: Sequence[str]) -> Novelty:
        """Learn what answers are usual.

        The limit is the distance that `EXCEEDED` of them exceed, each held against the answers of
        other folds; of fewer than 100 answers, the largest of these distances. An answer that is a
        standard deviation off in each measure is usual, however alike they are.

        Args:
            x: What is measured of the answers, shape ``(n, len(names))``.
            names: Of the measures.
            groups: What may not be split between folds, such as each answer's passages; two at
                least.

        Raises:
            InputError: When shapes do not fit, or a value is not finite, or there is but one group.
        """
        rows = feature_matrix(x, names)
        distances = cls.held_out(rows, names, groups)
        place = min(math.ceil((len(rows) + 1) * (1 - EXCEEDED)), len(rows)) - 1
        limit = max(float(np.sort(distances)[place]), math.sqrt(len(names)))
        share = float((distances > limit).mean())
        return cls._around(rows, names, limit, round(share, 6))

    @classmethod
    def held_out(cls, x: ArrayLike, names: Sequence[str], groups: Sequence[str]) -> Floats:
        """Return how far each answer is from the centres of those of other folds, ``(n,)``.

        Args and errors are those of `fit`.
        """
        rows = feature_matrix(x, names)
        n_folds = min(_FOLDS, len(set(groups)))
        if n_folds < 2:
            raise InputError(
                f"what answers are usual cannot be learned of {len(rows)} answers to the same "
                "evidence; give answers to others too"
            )
        folds = grouped_folds(groups, np.zeros(len(rows), bool), n_folds)
        distances = np.empty(len(rows))
        for fold in range(n_folds):
            tell("fitted folds of novelty", fold, n_folds)
            held = folds == fold
            distances[held] = cls._around(rows[~held], names, 0.0).distance(rows[held], names)
        tell("fitted folds of novelty", n_folds, n_folds)
        return distances

    @classmethod
    def _around(
        cls, rows: Floats, names: Sequence[str], limit: float, exceeded: float = 0.0
    ) -> Novelty:
        """Find the centres of some answers and the spread around each."""
        middle, scale = _robust(rows)
        scaled = (rows - middle) / scale
        kinds = _kinds(scaled)
        own = [scaled[kinds == kind] for kind in np.unique(kinds)]
        return cls(
            tuple(names),
            tuple(middle.tolist()),
            tuple(scale.tolist()),
            tuple(tuple(each.mean(axis=0).tolist()) for each in own),
            tuple(tuple(_factor(each, ALIKE / scale).ravel().tolist()) for each in own),
            limit,
            exceeded,
        )

    def distance(self, x: ArrayLike, names: Sequence[str]) -> Floats:
        """Return how far answers are from the nearest centre, ≥ 0, shape ``(n,)``.

        Args:
            x: What is measured of the answers, shape ``(n, len(names))``.
            names: Of the measures; may hold more than the novelty's, in any order.

        Raises:
            InputError: When a value is not finite.
            ModelError: When a measure is missing.
        """
        rows = feature_matrix(x, names)
        missing = [name for name in self.names if name not in names]
        if missing:
            raise ModelError(f"the form of answers was not measured by {missing}; fit again")
        own = rows[:, [names.index(name) for name in self.names]]
        scaled = np.ascontiguousarray((own - self.middle) / self.scale)
        away = [self._from(scaled - centre, factor) for centre, factor in self._places]
        return np.asarray(np.sqrt(np.min(away, axis=0)))

    def novel(self, x: ArrayLike, names: Sequence[str]) -> NDArray[np.bool_]:
        """Say which answers are unlike all that it was fitted on; as `distance`."""
        return self.distance(x, names) > self.limit

    @staticmethod
    def _from(offsets: Floats, factor: Floats) -> Floats:
        # Not a matrix product: its rounding would depend on how many rows are asked about.
        parts = [(offsets * column).sum(axis=1) ** 2 for column in factor.T]
        return np.asarray(np.sum(parts, axis=0))

    @cached_property
    def _places(self) -> list[tuple[Floats, Floats]]:
        n = len(self.names)
        pairs = zip(self.centres, self.factors, strict=True)
        return [(np.array(c, float), np.array(f, float).reshape(n, n)) for c, f in pairs]


def _robust(rows: Floats) -> tuple[Floats, Floats]:
    """Return the median and a standard deviation that outliers do not move, of each column."""
    low, middle, high = np.quantile(rows, [0.05, 0.5, 0.95], axis=0)
    robust, plain = (high - low) / 3.29, rows.std(axis=0)
    scale = np.where(robust > _SMALLEST, robust, plain)
    return middle, np.where(scale > _SMALLEST, scale, 1.0)


def _kinds(scaled: Floats) -> NDArray[np.int64]:
    """Tell a few kinds of answers apart by k-means; the kind of each, shape ``(n,)``."""
    from sklearn.cluster import KMeans

    for k in range(min(MOST_CENTRES, len(scaled) // PER_CENTRE), 1, -1):
        found = KMeans(k, n_init=4, random_state=_SEED).fit_predict(scaled)
        if np.bincount(found, minlength=k).min() >= PER_CENTRE // 2:
            return np.asarray(found, np.int64)
    return np.zeros(len(scaled), np.int64)  # a handful of odd answers is no kind of its own


def _factor(rows: Floats, least: Floats) -> Floats:
    """Return the Cholesky factor of the inverse covariance of rows, shrunk (Ledoit and Wolf).

    Args:
        rows: Scaled measures, shape ``(n, d)``.
        least: Standard deviation of noise that each is taken to have, shape ``(d,)``.
    """
    from sklearn.covariance import ledoit_wolf

    covariance, _ = ledoit_wolf(rows)
    return np.asarray(np.linalg.cholesky(np.linalg.inv(covariance + np.diag(least**2))))
