"""What one operator of a claim is worth beside the evidence that says nearly the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from groundgraph.text.scope.model import Line
    from groundgraph.types import Span

CheckKind = Literal[
    "quantifier",
    "modality",
    "condition",
    "negation",
    "exclusivity",
    "degree",
    "frequency",
    "ordinal",
    "duty",
    "list",
]
CheckOutcome = Literal["supported", "contradicted", "for", "against"]
"""The last two are leanings: what the evidence says is near, but not near enough to decide."""


@dataclass(frozen=True)
class Check:
    """One thing that a claim says and the evidence for or against it.

    Attributes:
        kind: What is compared.
        outcome: What the evidence says of it.
        fit: How surely the two speak of the same, in [0, 1].
        told: What the evidence does, for a reader: "says “some”, not “all”".
        line: The sentence of the evidence.
        span: The words of it that decide.
        passage: The number of its passage, from 0.
    """

    kind: CheckKind
    outcome: CheckOutcome
    fit: float
    told: str
    line: Line
    span: Span
    passage: int

    @property
    def places(self) -> tuple[tuple[int, Span]]:
        """Where in the evidence the words that decide stand."""
        return ((self.passage, self.span),)
