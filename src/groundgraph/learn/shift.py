"""What rules and readers add to the log-odds that fitted heads give to claims and answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import compress
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
    by how much higher, or lower, the highest log-odds of its claims are than they were; `share`
    says how far. Or its claims speak for it: the highest log-odds of them, `worst` times, and what
    is found of all of them together (`pooled`), beside what the head of answers gives.

    Attributes:
        names: What may be found of a claim: what rules find, in [-1, 1], and what readers say, in
            probabilities and bounded log-odds.
        weights: What each is multiplied by and added to the claim's log-odds.
        share: How much of the worst claim's move the answer makes, ≥ 0.
        sure: Those of the features that say that a claim is surely wrong, whatever else is known.
        least: Log-odds that such a claim, and its answer, have at least.
        right: Those of the features that say that a claim is surely right, which what is sure of
            the contrary overrules.
        most: Log-odds that such a claim has at most, and an answer of such claims alone.
        heads: What the log-odds of fitted heads are multiplied by, > 0. Below 1, what is learnt of
            the looks of one corpus's answers does not overrule what is found.
        answer_heads: What the log-odds of the head of answers are multiplied by, ≥ 0; ``None`` is
            `heads`.
        worst: How much the highest log-odds of its claims, with what was found, count in an
            answer's, ≥ 0.
        pooled: Features that answers are judged by: the log of the sum of the powers of e of its
            claims', so that logs of expected numbers are added up.
        pooled_weights: What each of these is multiplied by and added to the answer's log-odds.
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
    right: tuple[str, ...] = field(default=(), metadata={"later": True})
    most: float = field(default=0.0, metadata={"later": True})
    heads: float = 1.0
    answer_heads: float | None = None
    worst: float = 0.0
    pooled: tuple[str, ...] = ()
    pooled_weights: tuple[float, ...] = ()
    usual: tuple[float, float] = (0.0, 0.0)

    def __repr__(self) -> str:
        return f"Shift({len(self.names)} features)"

    def __post_init__(self) -> None:
        for names, weights in ((self.names, self.weights), (self.pooled, self.pooled_weights)):
            if len(names) != len(weights):
                raise ModelError(
                    f"a shift by {len(names)} features needs as many weights, found "
                    f"{len(weights)}; the file is damaged"
                )
            if not all(abs(weight) <= LARGEST for weight in weights):
                raise ModelError(f"weights must lie within ±{LARGEST:g}, found {weights}")
        for name, sure, bound in (
            ("sure", self.sure, self.least),
            ("right", self.right, self.most),
        ):
            if not set(sure) <= set(self.names) or not abs(bound) <= LARGEST:
                raise ModelError(
                    f"what is {name} must be among {self.names} and bound log-odds within "
                    f"±{LARGEST:g}, found {sure} and {bound}"
                )
        counted = {"share": self.share, "worst": self.worst, "answer_heads": self.of_heads}
        for name, value in counted.items():
            if not 0 <= value <= LARGEST:
                raise ModelError(f"{name} must be in [0, {LARGEST:g}], found {value}")
        if not 0 < self.heads <= LARGEST or not all(abs(u) <= LARGEST for u in self.usual):
            raise ModelError(
                f"heads must be in (0, {LARGEST:g}] and usual within ±{LARGEST:g}, found "
                f"{self.heads} and {self.usual}"
            )

    @property
    def of_heads(self) -> float:
        """What the log-odds of the head of answers are multiplied by."""
        return self.heads if self.answer_heads is None else self.answer_heads

    def __add__(self, other: Shift) -> Shift:
        """Return the shift by what either is by; of the first the numbers that are one for all."""
        names, weights = self.names + other.names, self.weights + other.weights
        return replace(
            self,
            names=names,
            weights=weights,
            sure=self.sure + other.sure,
            right=self.right + other.right,
            pooled=self.pooled + other.pooled,
            pooled_weights=self.pooled_weights + other.pooled_weights,
        )

    def among(self, names: Sequence[str]) -> Shift:
        """Return the shift by those of its features that are among some."""
        own = [n in names for n in self.names]
        pooled = [n in names for n in self.pooled]
        return replace(
            self,
            names=tuple(compress(self.names, own)),
            weights=tuple(compress(self.weights, own)),
            sure=tuple(name for name in self.sure if name in names),
            right=tuple(name for name in self.right if name in names),
            pooled=tuple(compress(self.pooled, pooled)),
            pooled_weights=tuple(compress(self.pooled_weights, pooled)),
        )

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
        sure, right = self._found(self.sure, table), self._found(self.right, table)
        after = np.where(right & ~sure, np.minimum(after, self.most), after)
        whole = self.of_heads * answers + self.of_answers(before, after, table.owner)
        whole += self.of_pooled(table)
        wrong = np.zeros(len(answers), bool)
        wrong[table.owner[sure]] = True
        bounded = np.ones(len(answers), bool)
        bounded[table.owner[~(right & ~sure)]] = False  # all claims of the answer are right
        whole = np.where(bounded, np.minimum(whole, self.most), whole)
        raised = [
            np.where(held, np.maximum(odds, self.least), odds)
            for held, odds in ((sure, after), (wrong, whole))
        ]
        return raised[0], raised[1]

    @staticmethod
    def _found(names: Sequence[str], table: Found) -> NDArray[np.bool_]:
        """Say of which claims one of some features was found."""
        found = np.zeros(len(table.rows), bool)
        for name in names:
            found |= table.rows[:, table.names.index(name)] > 0
        return found

    def unmeasured(self, claims: Floats, answers: Floats) -> tuple[Floats, Floats]:
        """Return the log-odds of claims and answers of which nothing was measured."""
        return self.heads * claims + self.usual[0], self.of_heads * answers + self.usual[1]

    def of_claims(self, rows: Floats, names: Sequence[str]) -> Floats:
        """Return what is added to the claims' log-odds, shape ``(n_claims,)``.

        Args:
            rows: Features of the claims, shape ``(n_claims, len(names))``.
            names: Their names.

        Raises:
            ModelError: When a feature is missing.
        """
        _check_measured(self.names, names)
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
        return np.asarray(self.share * (worst[0] - worst[1]) + self.worst * worst[0])

    def of_pooled(self, table: Found) -> Floats:
        """Return what is added to the answers' log-odds by all claims together, ``(n_answers,)``.

        Raises:
            ModelError: When a feature is missing.
        """
        _check_measured(self.pooled, table.names)
        added = np.zeros(int(table.owner[-1]) + 1)
        for name, weight in zip(self.pooled, self.pooled_weights, strict=True):
            added += weight * pooled(table.rows[:, table.names.index(name)], table.owner)
        return added


def pooled(values: Floats, owner: NDArray[np.intp]) -> Floats:
    """Return the log of the sum of the powers of e of each answer's claims, ``(n_answers,)``.

    Args:
        values: Of the claims.
        owner: Which answer each belongs to, ascending; every answer has a claim.
    """
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    return np.asarray(np.logaddexp.reduceat(values, starts), np.float64)


def _check_measured(wanted: Sequence[str], names: Sequence[str]) -> None:
    if missing := [name for name in wanted if name not in names]:
        raise ModelError(f"the claims were not measured by {missing}; fit the detector again")
