"""What answers are judged by that are unlike those which the trees learnt from.

Trees learn how wrong answers of one corpus look. Where answers are of another form, such looks say
little or the contrary, so there another sum counts, in which trees weigh less. How much of either
depends on how unlike the answer's form is, without a step: what is nearly alike is judged nearly
alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import ModelError
from groundgraph.learn.shift import LARGEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from groundgraph.learn.novelty import Novelty
    from groundgraph.learn.shift import Found, Shift

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Elsewhere:
    """The sum for answers of another form, and which answers these are.

    Attributes:
        shift: What counts there (`groundgraph.learn.shift`).
        home: What the answers are like that the trees learnt from.
        near: Distance from these up to which an answer is judged as one of them, ≥ 0.
        far: Distance from which it is judged by ``shift`` alone, > ``near``.
        offsets: Added there to the log-odds of claims, and of answers, so that the same thresholds
            serve.

    Raises:
        ModelError: When the numbers do not fit each other or are not finite.
    """

    shift: Shift
    home: Novelty
    near: float
    far: float
    offsets: tuple[float, float] = (0.0, 0.0)

    def __repr__(self) -> str:
        return f"Elsewhere({self.shift!r}, from {self.near} to {self.far})"

    def __post_init__(self) -> None:
        if not 0 <= self.near < self.far <= LARGEST:
            raise ModelError(f"expected 0 ≤ near < far, found {self.near} and {self.far}")
        if not all(abs(offset) <= LARGEST for offset in self.offsets):
            raise ModelError(f"offsets must lie within ±{LARGEST:g}, found {self.offsets}")

    def share(self, form: Floats, names: tuple[str, ...]) -> Floats:
        """Return how much of an answer's judgement is by this sum, in [0, 1], ``(n_answers,)``.

        Args:
            form: What is measured of the answers' form, shape ``(n_answers, len(names))``.
            names: Of the measures.

        Raises:
            ModelError: When a measure is missing.
        """
        away = self.home.distance(form, names)
        return np.clip((away - self.near) / (self.far - self.near), 0.0, 1.0)

    def blended(
        self,
        found: Found,
        share: Floats,
        trees: tuple[Floats, Floats],
        home: tuple[Floats, Floats],
    ) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers, between those by either sum.

        Args:
            found: What was found of the claims.
            share: What counts by this sum, as `share` returns it.
            trees: Log-odds of claims and answers as the heads gave them.
            home: The same by the other sum.
        """
        claims, answers = self.shift.moved(found, *trees)
        of_claims, of_answers = self.offsets
        own = share[found.owner]
        return (
            (1 - own) * home[0] + own * (claims + of_claims),
            (1 - share) * home[1] + share * (answers + of_answers),
        )
