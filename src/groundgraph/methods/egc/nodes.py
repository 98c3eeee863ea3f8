"""What stands in a graph of EGC: the question, pieces of the passages, sentences of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from groundgraph.methods.egc.graph import GraphNodes
from groundgraph.types.graphs import kinds

if TYPE_CHECKING:
    from groundgraph.types import Claim, Passage, Span


class Nodes(NamedTuple):
    """The nodes of one example's graph, before they are compared.

    Attributes:
        question: What was asked; blank for nothing.
        claims: The claim nodes.
        asides: Sentences of the answer that are too short to be claim nodes.
        windows: Evidence nodes: a passage and the span of it that the encoder reads.
    """

    question: str
    claims: tuple[Claim, ...]
    asides: tuple[Claim, ...]
    windows: tuple[tuple[Passage, Span], ...]

    def texts(self) -> tuple[list[str], list[str], list[str]]:
        """Return what is embedded: the question, if there is one, the evidence, the claims."""
        return (
            [self.question] if self.question.strip() else [],
            [span.of(passage.text) for passage, span in self.windows],
            [claim.text for claim in self.claims],
        )

    def in_graph(self) -> GraphNodes:
        """Return them as nodes of an evidence graph."""
        asked, evidence, claims = self.texts()
        places = zip(self.windows, evidence, strict=True)
        return GraphNodes(
            kinds.question(asked[0]) if asked else None,
            tuple(kinds.unit(passage.id, span, text) for (passage, span), text in places),
            tuple(
                kinds.claim(claim.span, text)
                for claim, text in zip(self.claims, claims, strict=True)
            ),
        )

    def numbers(self) -> dict[str, int]:
        """Return the number of each claim's finding, by node: by its place, with the asides."""
        places = sorted(claim.span for claim in (*self.claims, *self.asides))
        return {
            kinds.claim(claim.span, claim.text).id: places.index(claim.span)
            for claim in self.claims
        }
