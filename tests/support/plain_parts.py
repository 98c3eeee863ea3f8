"""Parts whose numbers can be worked out by hand, for the tests of detectors."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.parts.segmenters.sentences import SentenceSegmenter
from groundgraph.parts.verifiers.minilm import MiniLMVerifier

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from groundgraph.types import Pair, Span

_WORD = re.compile(r"\w+")


def words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


@dataclass(frozen=True)
class OverlapVerifier(MiniLMVerifier):
    """The embedded verifier with word overlap in place of its model.

    Windows, limits and the check of the language are the real ones. Entailment is the share of
    the hypothesis's words that the premise holds; a premise with the word "not" contradicts by it.

    Attributes:
        seen: Every pair that was read, after it was cut into windows.
    """

    seen: list[Pair] = field(default_factory=list, compare=False)

    def _compute(self, pairs: list[Pair]) -> NDArray[np.float64]:
        self.seen.extend(pairs)
        rows = [_overlap(words(pair.premise), words(pair.hypothesis)) for pair in pairs]
        return np.array(rows, np.float64).reshape(-1, 3)


def _overlap(premise: set[str], hypothesis: set[str]) -> tuple[float, float, float]:
    share = len(premise & hypothesis) / max(1, len(hypothesis))
    denied = "not" in premise
    return (0.0 if denied else share, 1 - share, share if denied else 0.0)


@dataclass(frozen=True)
class GivenReranker:
    """Log-odds by a word that the text holds; 0 for a text with none of them."""

    log_odds: Mapping[str, float] = field(default_factory=dict)
    seen: list[tuple[str, str]] = field(default_factory=list, compare=False)

    def relevance(self, pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float64]:
        self.seen.extend(pairs)
        return np.array([_first(self.log_odds, text) for _, text in pairs], np.float64)


@dataclass(frozen=True)
class Compass:
    """Unit vectors in the plane, at an angle in degrees by a word that the text holds."""

    degrees: Mapping[str, float] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list, compare=False)

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        self.seen.extend(texts)
        turns = [math.radians(_first(self.degrees, text)) for text in texts]
        rows = [(math.cos(turn), math.sin(turn)) for turn in turns]
        return np.array(rows, np.float32).reshape(-1, 2)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return SentenceSegmenter().segment(texts)


def _first(values: Mapping[str, float], text: str) -> float:
    return next((value for word, value in values.items() if word in text), 0.0)
