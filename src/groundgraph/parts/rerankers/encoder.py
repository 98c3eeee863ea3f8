"""The embedded reranker: cosines of an encoder, calibrated as log-odds."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.batching import encode_lists
from groundgraph.parts.encoders.minilm import MiniLM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from groundgraph.protocols import Encoder

SLOPE = 5.9256
INTERCEPT = -2.4010
"""Of `MiniLM`, as ``python -m training reranker --data DATA`` prints them."""


@dataclass(frozen=True)
class EncoderReranker:
    """Log-odds that a text bears on a query, from the cosine of their vectors.

    A text longer than the encoder reads is read in windows, and so is a query: the cosine of a
    pair is that of its nearest two windows, as a text bears on a query when one place of it
    bears on one part of the query. A blank query or text has cosine 0. Each distinct text is
    encoded once.

    The constants are those of `MiniLM`, fitted with both classes at the same weight: score 0
    means as likely relevant as not before one knows how many of the texts at hand are. Add the
    log-odds of a pool's own share to get its probabilities. For another encoder, fit them with
    the same script.

    Attributes:
        encoder: Makes the vectors.
        slope: Log-odds per unit of cosine, above 0.
        intercept: Log-odds at cosine 0.

    Raises:
        InputError: When the slope is not above 0, or a constant is not finite.
    """

    encoder: Encoder = field(default_factory=MiniLM)
    slope: float = SLOPE
    intercept: float = INTERCEPT

    def __post_init__(self) -> None:
        if not (0 < self.slope < math.inf and math.isfinite(self.intercept)):
            raise InputError(
                f"found slope {self.slope} and intercept {self.intercept}; expected a finite "
                "slope above 0 and a finite intercept"
            )

    def relevance(self, pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float64]:
        """Return log-odds of relevance of each (query, text), shape ``(n_pairs,)``.

        Raises:
            ModelError: When the encoder cannot be loaded or gives vectors that are not finite.
        """
        return self.slope * self._cosines(pairs) + self.intercept

    def _cosines(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float64]:
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        cut = zip(texts, self.encoder.windows(texts), strict=True)
        windows = [[span.of(text) for span in spans] for text, spans in cut]
        vectors = dict(zip(texts, encode_lists(self.encoder, windows), strict=True))
        nearest = [_nearest(vectors[query], vectors[text]) for query, text in pairs]
        cosines = np.array(nearest, np.float64)
        if not np.isfinite(cosines).all():
            raise ModelError(f"{self.encoder} gave vectors that are not finite")
        return cosines


def _nearest(queries: NDArray[np.float32], texts: NDArray[np.float32]) -> float:
    """Return the highest cosine of two windows; the arrays are ``(n_windows, dimension)``."""
    return float((queries @ texts.T).max()) if len(queries) and len(texts) else 0.0
