"""The embedded sentence segmenter: the rules of `groundgraph.text.sentences`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundgraph.text.abbreviations import RULES, before_opener
from groundgraph.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Span


@dataclass(frozen=True)
class SentenceSegmenter:
    """Splits texts into sentences, list items and headings.

    Attributes:
        abbreviations: More abbreviations, with or without their last stop ("Cir.", "Supp.").
            A sentence ends after one only where a word such as "The" or "However" follows.
    """

    abbreviations: tuple[str, ...] = ()

    def segment(self, texts: Sequence[str], /) -> list[list[Span]]:
        """Return the sentence spans of each text; see `groundgraph.protocols.Segmenter`.

        >>> text = 'Dr. Lee paid $3.5 million. "Why?" nobody asked.'
        >>> [span.of(text) for span in SentenceSegmenter().segment([text])[0]]
        ['Dr. Lee paid $3.5 million.', '"Why?" nobody asked.']
        """
        own = {word.rstrip("."): before_opener for word in self.abbreviations}
        rules = {**RULES, **own}
        return [list(sentence_spans(text, rules)) for text in texts]
