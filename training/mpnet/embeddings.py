"""Rows as integers with a scale for each; word embeddings have 6 bits.

The network is trained on the restored word embeddings, which stay as they are, so the export loses
nothing. The rows of tokens that no English text has are zero, which keeps the wheel small.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from training.mpnet.vocabulary import bert_tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LEVELS, MORE_LEVELS = 31, 63
"""6 and 7 bits, symmetric."""
_ENGLISH = ((0, 0x400), (0x1D00, 0x2C00))
"""Code points: ASCII, Latin, Greek; phonetics, punctuation, currencies, arrows, math, signs."""


def quantise(rows: Floats, levels: int = LEVELS) -> tuple[NDArray[np.int8], Floats]:
    """Return codes in ±levels, the shape of ``rows``, and the scale of each row, ``(n, 1)``.

    A row of zeros has the scale 0. Restored rows have the same codes again.
    """
    scales = (np.abs(rows).max(axis=1, keepdims=True) / levels).astype(np.float32)
    safe = np.where(scales > 0, scales, 1)
    codes = np.clip(np.rint(rows / safe), -levels, levels)
    return codes.astype(np.int8), scales


def restore(codes: NDArray[np.int8], scales: Floats) -> Floats:
    """Return the rows of codes and scales."""
    return codes.astype(np.float32) * scales


def english_rows() -> NDArray[np.bool_]:
    """Return which of BERT's tokens an English text may have, shape ``(30522,)``.

    28,168 are: those with a character of English texts, and the special ones. 994 of the others are
    [unused0] to [unused993], and 1,360 have letters or signs of other scripts.
    """
    return np.array([_is_english(token) for token in bert_tokens()])


def _is_english(token: str) -> bool:
    if token.startswith("[unused"):
        return False
    written = token.removeprefix("##") or token
    return any(low <= ord(c) < high for c in written for low, high in _ENGLISH)
