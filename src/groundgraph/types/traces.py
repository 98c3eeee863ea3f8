"""What a probe of a model's attention reads and records, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.types import Span


class ProbeInput(NamedTuple):
    """An answer and the prompt that it answers, for a probe of the model's attention.

    Attributes:
        prompt: All that the model was given, chat template included.
        triples: Where the prompt states each triple; repeated triples have spans of their own.
        answer: What the model wrote. How it is cut into tokens may depend on a space before it.
        answer_ids: The answer's tokens, where known; else ``answer`` is cut into tokens.
    """

    prompt: str
    triples: tuple[Span, ...]
    answer: str
    answer_ids: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What a model attended to while it wrote an answer, reduced to the triples of its prompt.

    n_tokens is the number of answer tokens. Attention is averaged over layers and heads unless
    said otherwise; a triple's mass is the attention on its tokens together.

    Attributes:
        mass: Attention on each triple, shape ``(n_tokens, n_triples)``, in [0, 1].
        outside: Attention on all other positions, shape ``(n_tokens,)``, in [0, 1]. With
            ``mass`` it sums to 1, or to less in a model with attention sinks.
        softened: As ``mass``, after a second softmax over all positions; what it lacks to a
            sum of 1 is outside the triples.
        alignment: Cosine of an answer token's hidden state and a triple's embedding, both at
            the penultimate layer, shape ``(n_tokens, n_triples)``, in [-1, 1].
        log_probability: Of each answer token, given those before it, shape ``(n_tokens,)``, ≤ 0.
        triple_tokens: Tokens of each triple in the prompt, shape ``(n_triples,)``, ≥ 1.
        tokens: The text of each answer token.
        hidden: Hidden states of the answer tokens, shape ``(n_tokens, dimension)``; ``None``
            where not kept.
        embeddings: Mean of the hidden states of each triple's text, read alone, shape
            ``(n_triples, dimension)``; ``None`` where not kept.
        parts: ``mass`` before the mean over layers, shape ``(n_layers, n_tokens, n_triples)``,
            or over layers and heads, ``(n_layers, n_heads, n_tokens, n_triples)``; ``None``
            where not kept.
        model: The model's name.
        rows: Whose attention it is: "answer", of the answer tokens themselves, or "predicting",
            of the tokens before, from which they were predicted.
        problem: Why there is no trace; "" where there is one. With a problem, all arrays hold
            no tokens and no triples.
    """

    mass: NDArray[np.float32]
    outside: NDArray[np.float32]
    softened: NDArray[np.float32]
    alignment: NDArray[np.float32]
    log_probability: NDArray[np.float32]
    triple_tokens: NDArray[np.int64]
    tokens: tuple[str, ...]
    hidden: NDArray[np.float32] | None = None
    embeddings: NDArray[np.float32] | None = None
    parts: NDArray[np.float32] | None = None
    model: str = ""
    rows: Literal["answer", "predicting"] = "answer"
    problem: str = ""


class Generation(NamedTuple):
    """What a model wrote.

    Attributes:
        text: Its words, without special tokens.
        ids: Its tokens, without the one that ended it; they fit
            `ProbeInput.answer_ids`.
        problem: Why it wrote nothing; "" where it was asked.
    """

    text: str
    ids: tuple[int, ...]
    problem: str = ""
