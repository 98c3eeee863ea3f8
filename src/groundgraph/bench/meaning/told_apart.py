"""How well scores tell the wrong answer of a pair from its right twin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.bench.results import Cell, Rows
from groundgraph.measures.bootstrap import ratio_intervals

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from groundgraph.bench.judged import Judged
    from groundgraph.bench.meaning.probes import ProbePair
    from groundgraph.types import Example


@dataclass(frozen=True)
class PairScores:
    """What a detector, or a score alone, says of both answers of pairs, right before wrong.

    Attributes:
        name: What says it.
        scores: Higher means hallucinated; NaN where it could not be checked, shape
            ``(n_pairs, 2)``.
        flagged: Whether the answer is called hallucinated, shape ``(n_pairs, 2)``; ``None``
            for a score without a threshold.
    """

    name: str
    scores: NDArray[np.float64]
    flagged: NDArray[np.bool_] | None = None

    @classmethod
    def judged(cls, name: str, found: Judged) -> PairScores:
        """Read it off the verdicts of the pairs' answers, right and wrong in turn."""
        scores = np.where(found.unverifiable, np.nan, found.scores)
        return cls(name, scores.reshape(-1, 2), found.flagged.reshape(-1, 2))

    @classmethod
    def scored(
        cls, name: str, pairs: Sequence[ProbePair], score: Callable[[Example], float]
    ) -> PairScores:
        """Score each answer by itself."""
        return cls(name, np.array([[score(e) for e in p.answers] for p in pairs], float))

    def at(self, chosen: NDArray[np.bool_]) -> PairScores:
        """Return what it says of the chosen pairs."""
        flagged = None if self.flagged is None else self.flagged[chosen]
        return PairScores(self.name, self.scores[chosen], flagged)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which answers could be checked, shape ``(n_pairs, 2)``."""
        return ~np.isnan(self.scores)

    @property
    def won(self) -> NDArray[np.float64]:
        """1 where the wrong answer scores higher, 1/2 for a tie or a pair not checked, else 0."""
        right, wrong = self.scores.T
        won = (wrong > right) + (wrong == right) / 2
        return np.where(self.known.all(1), won, 0.5)


def cells(row: str, said: PairScores, documents: NDArray[np.str_]) -> list[Cell]:
    """Measure pairs: order, decision, and what could not be checked; intervals by document."""
    both, pairs = said.known.all(1), len(documents)
    whole = _rows(np.ones((pairs, 2), bool), documents)
    order, half, missing = ratio_intervals(
        np.column_stack([said.won * both, said.won, (~said.known).sum(1)]),
        np.column_stack([both, np.ones(pairs), np.full(pairs, 2.0)]),
        groups=documents,
    )
    kept = _rows(np.column_stack([both, both]), documents)
    checked = _rows(said.known, documents)
    return [
        kept.cell(row, "pairwise_accuracy", order),
        whole.cell(row, "pairwise_accuracy_unverifiable_half", half),
        checked.measured(row, "auroc", said.scores[said.known]),
        *_decision(row, said, checked, documents),
        whole.cell(row, "unverifiable", missing),
        whole.fact(row, "pairs_left_out", float((~both).sum())),
    ]


def _decision(row: str, said: PairScores, checked: Rows, documents: NDArray[np.str_]) -> list[Cell]:
    """Measure a decision: shares of wrong and of right answers flagged, and their difference."""
    if said.flagged is None:
        return []
    flags, known = (said.flagged & said.known).astype(float), said.known.astype(float)
    fpr, tpr = ratio_intervals(flags, known, groups=documents)
    minus = (flags[:, :1], known[:, :1])
    [difference] = ratio_intervals(flags[:, 1:], known[:, 1:], minus=minus, groups=documents)
    return [
        checked.cell(row, "tpr", tpr),
        checked.cell(row, "fpr", fpr),
        checked.cell(row, "tpr_minus_fpr", difference),
    ]


def gain(
    row: str, said: PairScores, twin: PairScores, name: str, documents: NDArray[np.str_]
) -> Cell:
    """Return how many more pairs are told apart than by a twin; one not checked counts 1/2.

    Args:
        row: Of the table.
        said: What is measured.
        twin: What it is compared with, on the same pairs.
        name: Of the twin.
        documents: Of the pairs.
    """
    ones = np.ones((len(documents), 1))
    minus = twin.won[:, None], ones
    [found] = ratio_intervals(said.won[:, None], ones, minus=minus, groups=documents)
    whole = _rows(np.ones((len(documents), 2), bool), documents)
    return whole.cell(row, f"gain over {name}", found)


def order_cells(row: str, every: Sequence[PairScores], documents: NDArray[np.str_]) -> list[Cell]:
    """Return the pairwise accuracy of each, a column each; pairs not checked are left out."""
    both = np.column_stack([said.known.all(1) for said in every])
    won = np.column_stack([said.won for said in every])
    found = ratio_intervals(won * both, both, groups=documents)
    return [
        _rows(np.column_stack([kept, kept]), documents).cell(row, said.name, interval)
        for said, kept, interval in zip(every, both.T, found, strict=True)
    ]


def _rows(chosen: NDArray[np.bool_], documents: NDArray[np.str_]) -> Rows:
    """Return the chosen answers, shape ``(n_pairs, 2)``, as labelled rows of their documents."""
    sides = np.broadcast_to([False, True], chosen.shape)[chosen]
    sources = np.broadcast_to(documents[:, None], chosen.shape)[chosen]
    return Rows.labelled(sides.tolist(), sources.tolist())
