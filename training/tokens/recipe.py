"""How the token model is made: what can be set of each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights.

    In each step ``claims`` of those made of the source's evidence stand beside its answers, and
    ``pairs`` of other corpora are read, whose loss counts ``pair_weight`` times. The mean is taken
    of the weights of so many ``runs``, which differ in their order, and in the second stage of
    those they began with, which count ``begun``.
    """

    folds: int = 3
    runs: int = 1
    begun: float = 0.0
    epochs: float = 2.2
    layers: int = 1
    hidden: int = 128
    learning_rate: float = 2.5e-4
    head_learning_rate: float = 1e-3
    weight_decay: float = 0.01
    warm_up: float = 0.05
    positive_weight: float = 2.0
    response_weight: float = 0.4
    distractors: float = 0.3
    row_dropout: float = 0.1
    claims: int = 0
    pairs: int = 0
    pair_weight: float = 0.5
    seed: int = 0


FIRST = Recipe(runs=2)
SECOND = Recipe(
    epochs=1.0, begun=1 / 3, learning_rate=1e-4, head_learning_rate=7e-4, claims=3, pairs=2,
    pair_weight=0.3,
)  # fmt: skip


@dataclass(frozen=True)
class Sources:
    """How much of RAGTruth is read.

    Attributes:
        sources: So many of its train sources; 0 is all.
    """

    sources: int = 0


class PairCounts(NamedTuple):
    """How many pairs of other corpora there are to be.

    Attributes:
        rows: To read of each corpus; 0 is all.
        seen: Of each of `training.tokens.pairs.SOURCES`, for the token model.
        unseen: Of `training.tokens.pairs.UNSEEN`, for the trees, which must not have any of these.
    """

    rows: int = 0
    seen: int = 6000
    unseen: int = 4000


EVERY_PAIR = PairCounts()
FEW_PAIRS = PairCounts(rows=60, seen=6, unseen=24)
"""Under ``--smoke``; the token model and the trees are told the same."""
