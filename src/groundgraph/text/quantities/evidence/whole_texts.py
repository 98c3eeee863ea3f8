"""Passages as they are read: the sentences of one text, each a passage of its own, as that text.

What "she" is, what follows on what, and which of two times is whose is told by the sentences
beside. What is found in the text is put back into the passages.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.text.cut_texts import SURELY, uncut
from groundgraph.types import Span
from groundgraph.types.triple_names import is_triple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.text.quantities.evidence.findings import Check
    from groundgraph.text.quantities.written.model import Event, EvidenceQuantity
    from groundgraph.types import Passage


class _Part(NamedTuple):
    """A passage by its number, and where it begins and ends in a text."""

    start: int
    end: int
    passage: int


class WholeTexts(NamedTuple):
    """Some passages, as they are read.

    Attributes:
        texts: What is read, each once.
        parts: The passages that each is of, in the order in which they stand in it.
    """

    texts: tuple[str, ...]
    parts: tuple[tuple[_Part, ...], ...]

    @classmethod
    def of(cls, passages: Sequence[Passage]) -> WholeTexts:
        """Return passages as they are read; triples are no sentences of a text.

        >>> from groundgraph.types import Passage
        >>> told = ["He left.", "It rained.", "She came.", "They met."]
        >>> whole = WholeTexts.of([Passage(text, f"p{n}") for n, text in enumerate(told)])
        >>> whole.texts, whole.place(0, Span(9, 11))
        (('He left. It rained. She came. They met.',), (1, Span(start=0, end=2)))
        """
        told = [number for number, each in enumerate(passages) if not is_triple(each.id)]
        found = uncut([passages[number] for number in told], SURELY)
        standing = dict(zip(told, found, strict=True))
        parts: dict[str, list[_Part]] = {}
        for number, each in enumerate(passages):
            text, start = standing.get(number, (each.text, 0))
            parts.setdefault(text, []).append(_Part(start, start + len(each.text), number))
        return cls(tuple(parts), tuple(tuple(sorted(own)) for own in parts.values()))

    def place(self, text: int, span: Span) -> tuple[int, Span]:
        """Return the number of the passage that words stand in, and where; of two the first."""
        parts = self.parts[text]
        part = parts[max(0, bisect_right([each.start for each in parts], span.start) - 1)]
        start, end = (min(at, part.end) - part.start for at in (span.start, span.end))
        return part.passage, Span(start, end)

    def placed(self, check: Check) -> Check:
        """Return a check with what it was held against as it stands in the passages."""
        held = tuple(map(self._held, check.held))
        return check if held == check.held else replace(check, held=held)

    def _held(self, held: EvidenceQuantity | Event) -> EvidenceQuantity | Event:
        passage, around = self.place(held.passage, held.around)
        if (passage, around) == (held.passage, held.around):
            return held
        by = held.around.start - around.start
        span = Span(held.span.start - by, held.span.end - by)
        return replace(held, passage=passage, around=around, span=span)
