"""The claims of an answer as one text, in which every character knows its place in the answer."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from groundgraph.types import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundgraph.text.answers.kinds import Kind
    from groundgraph.text.asked.declaratives import Statement


class JudgedText(NamedTuple):
    """The claims of an answer, one after the other.

    Attributes:
        text: Their words, with a space between two claims.
        spans: Where each claim stands in ``text``.
        cited: The passages that each cites, as written: numbers from 1, or ids.
        others: The kinds of the other sentences, in order.
        origins: The place in the answer of each character of ``text``, ascending.
        statements: Of each claim: what a short answer says of its question, else ``None``.
        own: Whether the answer gave a character, or, ``False``, the question.
    """

    text: str
    spans: tuple[Span, ...]
    cited: tuple[tuple[str, ...], ...]
    others: tuple[Kind, ...]
    origins: Sequence[int]
    statements: tuple[Statement | None, ...]
    own: Sequence[bool]

    def in_answer(self, span: Span) -> Span:
        """Return where a span of ``text`` that is not empty stands in the answer.

        Of words that the question gave, it is the whole of the answer's that they stand beside.
        """
        kept = [i for i in range(span.start, span.end) if self.own[i]]
        if kept and len(kept) < span.end - span.start:
            span = Span(kept[0], kept[-1] + 1)
        elif not kept:
            span = next((claim for claim in self.spans if claim.overlaps(span)), span)
        return Span(self.origins[span.start], self.origins[span.end - 1] + 1)

    def whole(self, span: Span) -> Span:
        """Return where a claim of ``text`` stands in the answer, whatever of it the answer gave."""
        return Span(self.origins[span.start], self.origins[span.end - 1] + 1)

    def without(self, numbers: Collection[int]) -> JudgedText:
        """Return the text without some of its claims; others are left."""
        kept = [n for n in range(len(self.spans)) if n not in numbers]
        text, spans = "", []
        origins: list[int] = []
        own: list[bool] = []
        for first, last in (self.spans[n] for n in kept):
            if origins:
                text, origins, own = f"{text} ", [*origins, origins[-1]], [*own, True]
            spans.append(Span(len(text), len(text) + last - first))
            text += self.text[first:last]
            origins += self.origins[first:last]
            own += self.own[first:last]
        return JudgedText(
            text,
            tuple(spans),
            tuple(self.cited[n] for n in kept),
            self.others,
            origins,
            tuple(self.statements[n] for n in kept),
            own,
        )

    def read_as(self, span: Span) -> str:
        """Return the claim that a short answer was read as, where a span of ``text`` is of it."""
        made = self.statement_of(span)
        return made.text if made else ""

    def statement_of(self, span: Span) -> Statement | None:
        """Return what a short answer says of its question, where a span of ``text`` is of it."""
        of_claims = zip(self.spans, self.statements, strict=True)
        return next((made for own, made in of_claims if made and own.overlaps(span)), None)

    def from_answer(self, span: Span) -> Span | None:
        """Return what is judged of a span of the answer, or ``None`` if nothing is."""
        start, end = (bisect_left(self.origins, place) for place in span)
        return Span(start, end) if start < end else None
