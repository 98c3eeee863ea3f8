from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from groundgraph import InputError, ModelError, Span
from groundgraph.parts.encoders.minilm import MiniLM
from groundgraph.parts.rerankers.encoder import INTERCEPT, SLOPE, EncoderReranker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

QUERY = "Where is the Eiffel Tower? Paris"
NEAR = "The Eiffel Tower is a wrought-iron lattice tower on the Champ de Mars in Paris, France."
FAR = "Photosynthesis turns light into chemical energy that plants can store."
FILLER = "A loaf of bread needs flour, water, salt and some patience. " * 60


@dataclass(frozen=True)
class Directions:
    """Puts the text "e<i>" at the i-th axis and remembers what it was asked."""

    encoded: list[str] = field(default_factory=list)
    value: float = 1.0

    def encode(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        self.encoded.extend(texts)
        rows = [self.value * np.eye(4)[int(text[1:])] for text in texts]
        return np.array(rows, np.float32).reshape(-1, 4)

    def windows(self, texts: Sequence[str], /) -> list[list[Span]]:
        return [[Span(i, i + 2) for i in range(0, len(text.strip()), 3)] for text in texts]


def bare(encoder: Directions) -> EncoderReranker:
    return EncoderReranker(encoder, slope=1.0, intercept=0.0)


def test_a_score_is_the_calibrated_cosine() -> None:
    encoder = MiniLM()
    query, near = encoder.encode([QUERY, NEAR]).astype(np.float64)

    (score,) = EncoderReranker(encoder).relevance([(QUERY, NEAR)])

    assert score == pytest.approx(SLOPE * (query @ near) + INTERCEPT, abs=1e-4)


def test_an_answering_text_is_likely_relevant_and_another_is_not() -> None:
    near, far = EncoderReranker().relevance([(QUERY, NEAR), (QUERY, FAR)])

    assert near > 0 > far


def test_a_long_text_counts_by_its_best_window() -> None:
    alone, hidden, filler = EncoderReranker().relevance(
        [(QUERY, NEAR), (QUERY, FILLER + NEAR + " " + FILLER), (QUERY, FILLER)]
    )

    assert len(MiniLM().windows([FILLER])[0]) > 1
    assert filler < hidden <= alone + 1e-6


def test_the_nearest_windows_of_query_and_text_decide() -> None:
    scores = bare(Directions()).relevance([("e0 e1", "e2 e1 e3"), ("e0 e1", "e2 e3")])

    assert scores.tolist() == [1.0, 0.0]


def test_each_distinct_window_is_encoded_once() -> None:
    encoder = Directions()

    bare(encoder).relevance([("e0", "e1 e2"), ("e0", "e2 e3"), ("e0", "e1 e2")])

    assert sorted(encoder.encoded) == ["e0", "e1", "e2", "e3"]


@pytest.mark.parametrize("pair", [("", NEAR), (QUERY, " \n"), ("", "")])
def test_a_blank_side_is_as_far_as_a_text_without_bearing(pair: tuple[str, str]) -> None:
    assert EncoderReranker().relevance([pair]).tolist() == [INTERCEPT]


def test_vectors_that_are_not_finite_are_refused() -> None:
    with pytest.raises(ModelError, match="not finite"):
        bare(Directions(value=math.nan)).relevance([("e0", "e0")])


@pytest.mark.parametrize(
    ("slope", "intercept"), [(0.0, 0.0), (-1.0, 0.0), (math.inf, 0.0), (1.0, math.nan)]
)
def test_constants_that_would_not_rank_are_refused(slope: float, intercept: float) -> None:
    with pytest.raises(InputError, match="expected a finite"):
        EncoderReranker(slope=slope, intercept=intercept)
