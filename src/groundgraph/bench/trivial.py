"""Scores that look at no meaning, to stand beside any detector: length, and words that are new."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from groundgraph.text.asked.conversations import asked
from groundgraph.text.words import content_stems

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from groundgraph.types import Example


def length(example: Example) -> float:
    """Return how many characters the answer has."""
    return float(len(example.answer))


def new_words(example: Example) -> float:
    """Return the share of the answer's content words that neither passages nor question hold.

    In [0, 1]; 0 for an answer without a content word. Words are compared by their stems.
    """
    said = content_stems(example.answer)
    known = content_stems(asked(example.question)).union(
        *(content_stems(passage.text) for passage in example.passages)
    )
    return len(said - known) / len(said) if said else 0.0


TRIVIAL: Mapping[str, Callable[[Example], float]] = MappingProxyType(
    {"share of new words": new_words, "length": length}
)
"""Trivial scores by name; higher means hallucinated."""
