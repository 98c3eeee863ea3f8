"""How the verifier is made: what can be set of each step."""

from __future__ import annotations

from dataclasses import dataclass

ENTAILMENT, NEUTRAL, CONTRADICTION, NOT_ENTAILMENT = range(4)
LABELS = {
    "entailment": ENTAILMENT,
    "neutral": NEUTRAL,
    "contradiction": CONTRADICTION,
    "not_entailment": NOT_ENTAILMENT,
}


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights."""

    layers: int = 4
    epochs: int = 2
    max_tokens: int = 384
    batch_tokens: int = 4096
    learning_rate: float = 2e-4
    head_learning_rate: float = 1e-3
    weight_decay: float = 0.01
    warm_up: float = 0.06
    seed: int = 0


FIRST = Recipe()
SECOND = Recipe(epochs=1, max_tokens=320, learning_rate=1e-4, head_learning_rate=3e-4)


@dataclass(frozen=True)
class Amounts:
    """How much of each corpus the first stage reads; 0 is all of it.

    Attributes:
        pairs: Rows of each corpus of pairs.
        sources: Of RAGTruth, those that may train.
        questions: Of 2WikiMultihopQA.
        films: Claims made of MetaQA's graph; as many as are said.
    """

    pairs: int = 0
    sources: int = 0
    questions: int = 0
    films: int = 5_000


@dataclass(frozen=True)
class Made:
    """How much the second stage makes; 0 is as much as there is, but for replay and films.

    Attributes:
        sources: Of RAGTruth, those that may train.
        questions: Of 2WikiMultihopQA.
        films: Claims made of MetaQA's graph.
        replay: Short pairs of the first stage.
    """

    sources: int = 0
    questions: int = 0
    films: int = 1_800
    replay: int = 5_000
