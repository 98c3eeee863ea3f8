"""Sentences of a text that arrives in pieces, each as soon as its end is certain."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundgraph.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

_WHOLE = r"[.'’-]*\w[\w.'’-]*[^\w.'’-]"
_WORD = re.compile(_WHOLE)
_NEXT_WORD = re.compile(rf"(?<![\w.'’-]){_WHOLE}")
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
        yield from self._cut(over=False)

    def end(self) -> Iterator[str]:
        """Yield what is left, the text being over."""
        yield from self._cut(over=True)
        if self._held:
            yield self._held
        self._held = ""

    def _cut(self, *, over: bool) -> list[str]:
        """Take away the sentences whose end is certain; all but the last where the text is over."""
        text = self._held
        found, taken, word = [], 0, -1
        begun = [0, *(span.start for span in list(sentence_spans(text))[1:])]
        for start, end in pairwise(begun):
            if word < end and not over:
                whole = _WORD.match(text, end) or _NEXT_WORD.search(text, end)
                if whole is None:
                    break
                word = whole.start()
            found.append(text[start:end])
            taken = end
        self._held = text[taken:]
        return found
