"""Texts as the shipped models read them: the tokens of all-MiniLM-L6-v2's vocabulary."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.parts.encoders import TOKENIZER
from groundgraph.parts.onnx import tokenizer
from groundgraph.parts.windows import readable

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WordPieces(NamedTuple):
    """A text as tokens, special ones left out.

    Attributes:
        ids: Of the vocabulary, shape ``(n_tokens,)``.
        starts: Where each token starts in the text.
    """

    ids: NDArray[np.int32]
    starts: tuple[int, ...]


@lru_cache(maxsize=8192)  # the claims of an answer share its premises
def wordpieces(text: str) -> WordPieces:
    """Return the tokens of a text.

    Raises:
        ModelError: When the tokenizer's file is missing or damaged.
    """
    read = tokenizer(TOKENIZER).encode(readable(text), add_special_tokens=False)
    return WordPieces(np.array(read.ids, np.int32), tuple(start for start, _ in read.offsets))
