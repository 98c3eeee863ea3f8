"""How the generator is made: what can be set of each step."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """How to train; written beside the weights.

    Attributes:
        architecture: "qwen2", a decoder, or "t5", an encoder and a decoder.
        alone: The share of an encoder-decoder's steps in which one question is asked at a time.
        questions: Made of each number of hops.
        films: How many of the graph's are used; 0 is all.
    """

    architecture: str = "qwen2"
    steps: int = 2000
    batch_tokens: int = 3072
    layers: int = 6
    width: int = 256
    heads: int = 4
    vocabulary: int = 8192
    window: int = 1024
    questions: int = 24_000
    more_questions: int = 8
    alone: float = 0.3
    prompt_weight: float = 0.1
    learning_rate: float = 4e-3
    weight_decay: float = 0.01
    warm_up: float = 0.03
    seed: int = 0
    films: int = 0


QWEN2 = Recipe()
T5 = Recipe(architecture="t5", steps=3000)


@dataclass(frozen=True)
class Reading:
    """What the trained model is asked.

    Attributes:
        per_hop: Made questions of each number of hops; other kinds of prompts are shares of it.
        films: How many of the graph's are used; 0 is all.
    """

    per_hop: int = 1000
    films: int = 0
