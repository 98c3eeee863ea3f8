"""Texts that are longer than a reranker reads: the best of their windows counts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from groundgraph.errors import InputError, ModelError
from groundgraph.parts.batching import compute_lists
from groundgraph.parts.huggingface import Loaded, token_limit, token_starts, without_marks
from groundgraph.parts.windows import readable, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Texts = tuple[str, str]

_LEAST = 8
"""Tokens of query and text that must fit beside what surrounds them."""


class PairReader(NamedTuple):
    """How a model reads a pair.

    Attributes:
        starts: Returns where each token of a text starts, special tokens left out.
        room: Tokens of query and text together.
        clean: Takes out of a text what the tokenizer would not read as text.
    """

    starts: Callable[[str], Sequence[int]]
    room: int
    clean: Callable[[str], str]


def reader_for(model: str, loaded: Loaded, max_tokens: int, taken: int) -> PairReader:
    """Return how a model reads pairs.

    Args:
        model: What messages call it.
        loaded: It and its tokenizer.
        max_tokens: Of a pair, with what surrounds it.
        taken: Tokens that surround query and text.

    Raises:
        InputError: When too little room is left for the texts.
        ModelError: When the tokenizer knows no offsets.
    """
    most = min(max_tokens, token_limit(loaded) or max_tokens)
    if most - taken < _LEAST:
        raise InputError(
            f"{model} is to read {most} tokens, of which {taken} are not the texts'; expected a "
            f"max_tokens of at least {taken + _LEAST}",
            field="max_tokens",
        )
    starts = cache(token_starts(loaded.tokenizer, model))  # many pairs share a query
    plain = without_marks(loaded.tokenizer)
    return PairReader(starts, most - taken, lambda text: plain(readable(text)))


def best_of_windows(
    pairs: Sequence[Texts],
    reader: PairReader,
    compute: Callable[[list[Texts]], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Return the highest score of each pair's windows; each distinct two are computed once.

    Raises:
        ModelError: When a score is not finite.
    """
    if not pairs:
        return np.empty(0, np.float64)
    pieces = [_pieces(reader.clean(query), reader.clean(text), reader) for query, text in pairs]
    scores = np.array([found.max() for found in compute_lists(pieces, compute)], np.float64)
    if not np.isfinite(scores).all():
        raise ModelError("the reranker gave scores that are not finite; its weights are damaged")
    return scores


def _pieces(query: str, text: str, reader: PairReader) -> list[Texts]:
    """Return every pair of a window of the query and one of the text, at least one."""
    return [
        (asked, read)
        for asked in _cut(query, reader, reader.room * 3 // 4)
        for read in _cut(text, reader, max(1, reader.room - len(reader.starts(asked))))
    ]


def _cut(text: str, reader: PairReader, limit: int) -> list[str]:
    return [span.of(text) for span in windows(text, reader.starts, limit)] or [""]
