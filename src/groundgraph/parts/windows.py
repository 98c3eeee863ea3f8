"""Cutting a text into pieces that an encoder can read whole."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*\s+|[。！？]|\n\s*")
_SPACE = re.compile(r"\s+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def readable(text: str) -> str:
    r"""Put U+FFFD in place of lone surrogates, which no tokenizer takes; offsets stay the same.

    >>> readable("a\ud800b") == "a\ufffdb"
    True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def windows(text: str, starts: Callable[[str], Sequence[int]], limit: int) -> list[Span]:
    """Cut ``text`` into spans of at most ``limit`` tokens.

    A cut is made after the last sentence that ends in the second half of a window, else between
    words; only a word that is itself above the limit is cut inside. Each window is tokenised
    again on its own, because a cut may change what the tokenizer makes of its edges.

    Args:
        text: What to cut.
        starts: Returns where each token of a text starts, in order, special tokens left out.
        limit: Tokens per window, at least 1.

    Returns:
        Spans in order, without overlap or white space at their ends, that hold every other
        character; a single character of more tokens than the limit stays one span.
    """
    spans, pending = [], [Span(0, len(text))]
    while pending:
        span = _trim(text, pending.pop())
        piece = span.of(text)
        if not piece:
            continue
        cuts = _cuts(piece, starts(piece), limit)
        if cuts:
            edges = [span.start, *(span.start + cut for cut in cuts), span.end]
            pending += [Span(*pair) for pair in pairwise(edges)][::-1]
        else:
            spans.append(span)
    return spans


def _trim(text: str, span: Span) -> Span:
    piece = span.of(text)
    start = span.start + len(piece) - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))


def _cuts(text: str, starts: Sequence[int], limit: int) -> list[int]:
    """Return where to cut, each inside the text and behind the one before."""
    cuts: list[int] = []
    begin = token = 0
    while len(starts) - token > limit:
        # A character of several tokens gives them one start; it cannot be cut.
        end = max(starts[token + limit], begin + 1)
        begin = _best_cut(text, begin, starts[token + limit // 2], end)
        if begin >= len(text):
            break
        cuts.append(begin)
        token = bisect_left(starts, begin, lo=token)
    return cuts


def _best_cut(text: str, begin: int, middle: int, end: int) -> int:
    for pattern, least in ((_SENTENCE_END, middle), (_SPACE, begin)):
        ends = [match.end() for match in pattern.finditer(text, begin + 1, end)]
        if ends and ends[-1] >= least:
            return ends[-1]
    return end
