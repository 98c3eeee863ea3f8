"""What one statement of a claim is beside one of the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from groundgraph.text.judgements import Outcome
    from groundgraph.types import Span

Pattern = Literal[
    "same",
    "roles_exchanged",
    "belongs_to_other",
    "other_value",
    "opposite",
    "broader",
    "narrower",
    "other_time",
    "ended",
]
AGAINST: frozenset[str] = frozenset(
    {"roles_exchanged", "belongs_to_other", "other_value", "opposite", "ended"}
)
"""Patterns that speak against a claim."""

_LEAST = 0.7
"""The fit from which one of them decides."""


class Found(NamedTuple):
    """A pattern between a claim and a place of its evidence.

    Attributes:
        pattern: What it is.
        fit: How sure, in [0, 1].
        said: The words of the claim.
        told: The words of the evidence that decide.
        passage: Number of the passage, from 0.
        span: Where ``told`` stands in it.
        about: Which statement of the claim, counted from 0; -1 for the claim as a whole.
        sentence: Number of the sentence over all passages.
    """

    pattern: Pattern
    fit: float
    said: str
    told: str
    passage: int
    span: Span
    about: int
    sentence: int

    @property
    def outcome(self) -> Outcome:
        """What it decides by itself."""
        if self.pattern in AGAINST:
            return "contradicted" if self.fit >= _LEAST else "open"
        return "supported" if self.pattern == "same" else "open"

    @property
    def places(self) -> tuple[tuple[int, Span], ...]:
        """Where ``told`` stands."""
        return ((self.passage, self.span),)
