"""A few facts about films, answers read off them, and traces with a given attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from groundgraph.types import Example, Triple
from groundgraph.types.traces import Trace

if TYPE_CHECKING:
    from collections.abc import Sequence

FACTS = (
    Triple("Maborosi", "directed by", "Hirokazu Koreeda"),
    Triple("Maborosi", "release year", "1995"),
    Triple("Kismet", "starred actors", "Marlene Dietrich"),
    Triple("Hirokazu Koreeda", "born in", "Tokyo"),
)
QUESTION = "who directed the film Maborosi?"
ANSWER = "Hirokazu Koreeda"


def trace(weights: Sequence[float], alignment: float = 0.5, n_tokens: int = 3) -> Trace:
    """Return a trace in which each answer token attends to the triples by ``weights``."""
    mass = np.tile(np.array(weights, np.float32), (n_tokens, 1))
    return Trace(
        mass=mass,
        outside=1 - mass.sum(axis=1),
        softened=np.asarray(mass / 4, np.float32),
        alignment=np.full(mass.shape, alignment, np.float32),
        log_probability=np.full(n_tokens, -0.1, np.float32),
        triple_tokens=np.full(len(weights), 5),
        tokens=tuple("abcdefgh"[:n_tokens]),
        model="some/model",
    )


def film(answer: str = ANSWER, **metadata: Any) -> Example:
    """Return an answer to who directed Maborosi, over `FACTS`."""
    return Example(answer, (), question=QUESTION, triples=FACTS, metadata=metadata)
