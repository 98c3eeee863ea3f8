"""Texts as the shipped models read them: the tokens of all-MiniLM-L6-v2's vocabulary."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.parts.encoders.minilm import TOKENIZER
from groundgraph.parts.onnx import tokenizer
from groundgraph.parts.windows import readable

if TYPE_CHECKING:
    from numpy.typing import NDArray


_LONGEST = 32
"""Code points of a word whose tokens are kept."""


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
    ids: list[int] = []
    starts: list[int] = []
    place = 0
    # No token crosses a space, and most words were seen before.
    for word in readable(text).split(" "):
        read = _seen if len(word) <= _LONGEST else _tokens
        own, inside = read(word)
        ids += own
        starts += [place + start for start in inside]
        place += len(word) + 1
    return WordPieces(np.array(ids, np.int32), tuple(starts))


def _tokens(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    read = tokenizer(TOKENIZER).encode(text, add_special_tokens=False)
    return tuple(read.ids), tuple(start for start, _ in read.offsets)


_seen = lru_cache(maxsize=1 << 15)(_tokens)


def forget() -> None:
    """Drop the words and texts read last; benchmarks call it."""
    wordpieces.cache_clear()
    _seen.cache_clear()
