"""What rules and readers add to the log-odds that fitted heads give to claims and answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LARGEST = 1e6
"""Of a weight: added to any log-odds of trees, it stays finite."""


class Found(NamedTuple):
    """What was found of the claims of some answers.

    Attributes:
        rows: Features of the claims, shape ``(n_claims, len(names))``.
        names: Their names.
        owner: Which answer each claim belongs to, ascending; every answer has a claim.
    """

    rows: Floats
    names: tuple[str, ...]
    owner: NDArray[np.intp]


@dataclass(frozen=True)
class Shift:
    """Log-odds that are added to a claim's for each thing found, and what that does to its answer.

    What heads give counts `heads` times. An answer's log-odds move as those of its worst claim do:
    by how much higher, or lower, the highest log-odds of its claims are than they were.

    Attributes:
        names: What may be found of a claim: what rules find, in [-1, 1], and what readers say, in
            probabilities and bounded log-odds.
        weights: What each is multiplied by and added to the claim's log-odds.
        share: How much of the worst claim's move the answer makes, ≥ 0.
        sure: Those of the features that say that a claim is surely wrong, whatever else is known.
        least: Log-odds that such a claim, and its answer, have at least.
        heads: What the log-odds of fitted heads are multiplied by, > 0. Below 1, what is learnt of
            the looks of one corpus's answers does not overrule what is found.
        usual: What moves the log-odds of a claim, and of an answer, on the whole: added where
            nothing could be measured.

    Raises:
        ModelError: When the fields do not fit each other or are not finite.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    share: float = 1.0
    sure: tuple[str, ...] = ()
    least: float = 0.0
    heads: float = 1.0
    usual: tuple[float, float] = (0.0, 0.0)

    def __repr__(self) -> str:
        return f"Shift({len(self.names)} features)"

    def __post_init__(self) -> None:
        if len(self.names) != len(self.weights):
            raise ModelError(
                f"a shift by {len(self.names)} features needs as many weights, found "
                f"{len(self.weights)}; the file is damaged"
            )
        if not all(abs(weight) <= LARGEST for weight in self.weights):
            raise ModelError(f"weights must lie within ±{LARGEST:g}, found {self.weights}")
        if not set(self.sure) <= set(self.names) or not abs(self.least) <= LARGEST:
            raise ModelError(
                f"what is sure must be among {self.names} and raise log-odds to within "
                f"±{LARGEST:g}, found {self.sure} and {self.least}"
            )
        if not 0 <= self.share <= LARGEST:
            raise ModelError(f"share must be in [0, {LARGEST:g}], found {self.share}")
        if not 0 < self.heads <= LARGEST or not all(abs(u) <= LARGEST for u in self.usual):
            raise ModelError(
                f"heads must be in (0, {LARGEST:g}] and usual within ±{LARGEST:g}, found "
                f"{self.heads} and {self.usual}"
            )

    def __add__(self, other: Shift) -> Shift:
        """Return the shift by what either is by; of the first the share and what is least."""
        names, weights = self.names + other.names, self.weights + other.weights
        return replace(self, names=names, weights=weights, sure=self.sure + other.sure)

    def among(self, names: Sequence[str]) -> Shift:
        """Return the shift by those of its features that are among some."""
        kept = [(n, w) for n, w in zip(self.names, self.weights, strict=True) if n in names]
        sure = tuple(name for name in self.sure if name in names)
        weights = tuple(weight for _, weight in kept)
        return replace(self, names=tuple(n for n, _ in kept), weights=weights, sure=sure)

    def moved(self, table: Found, claims: Floats, answers: Floats) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers with what was found.

        Args:
            table: What was found.
            claims: Log-odds as the heads gave them, shape ``(n_claims,)``.
            answers: The same of the answers, shape ``(n_answers,)``.

        Raises:
            ModelError: When a feature is missing.
        """
        before = self.heads * claims
        after = before + self.of_claims(table.rows, table.names)
        whole = self.heads * answers + self.of_answers(before, after, table.owner)
        sure = np.zeros(len(claims), bool)
        for name in self.sure:
            sure |= table.rows[:, table.names.index(name)] > 0
        wrong = np.zeros(len(answers), bool)
        wrong[table.owner[sure]] = True
        raised = [
            np.where(held, np.maximum(odds, self.least), odds)
            for held, odds in ((sure, after), (wrong, whole))
        ]
        return raised[0], raised[1]

    def unmeasured(self, claims: Floats, answers: Floats) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers of which nothing was measured."""
        return self.heads * claims + self.usual[0], self.heads * answers + self.usual[1]

    def of_claims(self, rows: Floats, names: Sequence[str]) -> Floats:
        """Return what is added to the claims' log-odds, shape ``(n_claims,)``.

        Args:
            rows: Features of the claims, shape ``(n_claims, len(names))``.
            names: Their names.

        Raises:
            ModelError: When a feature is missing.
        """
        missing = [name for name in self.names if name not in names]
        if missing:
            raise ModelError(f"the claims were not measured by {missing}; fit the detector again")
        added = np.zeros(len(rows))
        # One after the other: numpy's own sums round by how many rows are asked about.
        for name, weight in zip(self.names, self.weights, strict=True):
            added += weight * rows[:, names.index(name)]
        return added

    def of_answers(self, before: Floats, after: Floats, owner: NDArray[np.intp]) -> Floats:
        """Return what is added to the answers' log-odds, shape ``(n_answers,)``.

        Args:
            before: Log-odds of their claims as the head gave them, shape ``(n_claims,)``.
            after: The same with what `of_claims` returns added.
            owner: Which answer each claim belongs to, ascending; every answer has a claim.
        """
        starts = np.flatnonzero(np.diff(owner, prepend=-1))
        worst = [np.maximum.reduceat(odds, starts) for odds in (after, before)]
        return np.asarray(self.share * (worst[0] - worst[1]))
