"""Which words of a flagged answer to mark, and as what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from groundgraph.learn.inputs import logistic
from groundgraph.methods.fused.blocks.reader import MOST
from groundgraph.types import Mark, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Kind = Literal["contradicted", "unsupported"]

SURE, DOUBTFUL = 0.5, -0.8
"""Log-odds from which a word begins a mark, and from which its neighbours join it; chosen on
out-of-fold scores of RAGTruth's train answers (`python -m experiments.choose_marks`)."""
GAP = 2
"""Words between two marks that are marked with them."""


class Marker(NamedTuple):
    """The words of an answer and what a reader says of them.

    Attributes:
        words: Where each word stands in the answer, shape ``(n_words, 2)``.
        claims: The number of each word's claim, shape ``(n_words,)``, ascending.
        odds: Log-odds that a word is not supported, and that it is contradicted, ``(n_words, 2)``;
            ±`MOST` of one that is known to be wrong or right.
        sure: Log-odds from which a word begins a mark.
        doubtful: Log-odds from which its neighbours join it.
    """

    words: NDArray[np.integer]
    claims: NDArray[np.integer]
    odds: NDArray[np.float64]
    sure: float = SURE
    doubtful: float = DOUBTFUL

    def of_claim(self, claim: int) -> tuple[Mark, ...]:
        """Mark words of a flagged claim: its worst one at least, and those as bad as a mark.

        Where some are known to be wrong, doubt about their neighbours marks nothing.
        """
        return tuple(self._mark(start, stop) for start, stop in self._runs(claim))

    def _runs(self, claim: int) -> Iterator[tuple[int, int]]:
        own = np.flatnonzero(self.claims == claim)
        if not len(own):
            return
        first, odds = int(own[0]), self.odds[own, 0]
        known = bool((self.odds[own] >= MOST).all(axis=1).any())
        begins, gap = (self.sure, 1) if known else (self.doubtful, GAP)
        sure = odds >= min(self.sure, odds.max())
        right = odds < self.doubtful if known else odds <= -MOST
        grown = _joined(_runs_of(odds >= min(begins, odds.max())), gap, right)
        for start, stop in grown:
            if sure[start:stop].any():
                yield first + start, first + stop

    def _mark(self, start: int, stop: int) -> Mark:
        unsupported = logistic(self.odds[start:stop, 0])
        contradicted = logistic(self.odds[start:stop, 1])
        is_denied = contradicted.mean() * 2 > unsupported.mean()
        kind: Kind = "contradicted" if is_denied else "unsupported"
        span = Span(int(self.words[start, 0]), int(self.words[stop - 1, 1]))
        return Mark(span, kind, float(unsupported.max()))


def _runs_of(marks: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], marks.astype(np.int8), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _joined(
    runs: list[tuple[int, int]], gap: int, right: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    """Join runs with so few words between them, of which none is right."""
    found: list[tuple[int, int]] = []
    for start, stop in runs:
        last = found[-1][1] if found else -gap - 1
        if start - last <= gap and not right[last:start].any():
            found[-1] = (found[-1][0], stop)
        else:
            found.append((start, stop))
    return found
