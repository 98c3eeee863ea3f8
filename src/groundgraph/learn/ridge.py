"""A linear score of long vectors, such as embeddings, for trees to use as one feature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import ModelError
from groundgraph.learn.inputs import two_classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DIGITS = 6


@dataclass(frozen=True)
class RidgeHead:
    """Ridge regression of the label (0 or 1) on a vector.

    Attributes:
        weights: One per dimension.
        bias: Score of the zero vector.

    Raises:
        ModelError: When a value is not finite.
    """

    weights: tuple[float, ...]
    bias: float

    def __post_init__(self) -> None:
        if not np.isfinite([*self.weights, self.bias]).all():
            raise ModelError("a ridge head holds a value that is not finite; the file is damaged")

    @classmethod
    def fit(
        cls, x: NDArray[np.float32], y: NDArray[np.bool_], *, penalty: float = 100.0
    ) -> RidgeHead:
        """Fit by the normal equations.

        Args:
            x: Vectors, shape ``(n, d)``.
            y: True = hallucinated, shape ``(n,)``; both classes must occur.
            penalty: On the squared weights, > 0; the bias is free.

        Raises:
            InputError: When a class is missing.
        """
        labels = two_classes(y, len(x)).astype(np.float64)
        mean, rate = x.mean(axis=0, dtype=np.float64), labels.mean()
        gram = (x.T @ x).astype(np.float64) - len(x) * np.outer(mean, mean)
        moment = (x.T @ labels.astype(np.float32)).astype(np.float64) - len(x) * rate * mean
        weights = np.linalg.solve(gram + penalty * np.eye(len(mean)), moment).round(_DIGITS)
        return cls(tuple(weights.tolist()), round(float(rate - mean @ weights), _DIGITS))

    def score(self, x: NDArray[np.float32], /) -> NDArray[np.float64]:
        """Return scores, shape ``(n,)``, higher = worse; about 0 to 1, but not bounded.

        Raises:
            ModelError: When the vectors have another dimension.
        """
        if x.shape[1] != len(self.weights):
            raise ModelError(
                f"the head was fitted on vectors of {len(self.weights)} dimensions, found "
                f"{x.shape[1]}: the encoder is not the one that it was fitted with"
            )
        # Not a matrix product: its rounding would depend on how many rows are asked about.
        return np.asarray((x * self._weights).sum(axis=1, dtype=np.float64) + self.bias)

    @cached_property
    def _weights(self) -> NDArray[np.float32]:
        return np.array(self.weights, np.float32)
