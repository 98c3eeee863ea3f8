"""Sentences of a text that arrives in pieces, each as soon as its end is certain."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHOLE_WORD = re.compile(r"(?<![\w.'’-])[.'’-]*\w[\w.'’-]*[^\w.'’-]")
"""Whether a sentence ends is told by the word after it, which has ended once something follows."""


class StreamedSentences:
    """Cuts a text into sentences while it arrives; put together again they are the text.

    A sentence is given away once the word after it is whole, with the white space behind it, and
    is not cut otherwise afterwards.

    >>> stream = StreamedSentences()
    >>> [list(stream.add(piece)) for piece in ("It opened in ", "May. Then", " it closed.")]
    [[], [], ['It opened in May. ']]
    >>> list(stream.end())
    ['Then it closed.']
    """

    def __init__(self) -> None:
        self._held = ""

    def add(self, piece: str) -> Iterator[str]:
        """Yield the sentences that end with this piece."""
        self._held += piece
        yield from self._cut(_WHOLE_WORD)

    def end(self) -> Iterator[str]:
        """Yield what is left, the text being over."""
        yield from self._cut(None)
        if self._held:
            yield self._held
        self._held = ""

    def _cut(self, needed: re.Pattern[str] | None) -> Iterator[str]:
        text = self._held
        begun = [0, *(span.start for span in list(sentence_spans(text))[1:])]
        for start, end in pairwise(begun):
            if needed is not None and not needed.search(text[end:]):
                return
            self._held = text[end:]
            yield text[start:end]
