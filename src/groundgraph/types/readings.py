"""What a reader of evidence and answer together reads and says, as immutable values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from groundgraph.types import Span


class CutAnswer(NamedTuple):
    """An answer beside its evidence, cut.

    Attributes:
        question: Or "".
        units: Of the evidence, in their order.
        answer: The whole answer.
        claims: Where its claims stand.
        passages: The number of the passage that each unit stands in, rising; () where each is one
            of its own.
    """

    question: str
    units: tuple[str, ...]
    answer: str
    claims: Sequence[Span]
    passages: tuple[int, ...] = ()

    def passage_of(self, unit: int) -> int:
        """Return the number of the passage that a unit stands in."""
        return self.passages[unit] if self.passages else unit

    def beside(self, units: Sequence[int], claim: Span) -> CutAnswer:
        """Return one claim of the answer alone, beside some of the units by their numbers."""
        return self._replace(
            units=tuple(self.units[unit] for unit in units),
            claims=(claim,),
            passages=tuple(self.passage_of(unit) for unit in units),
        )


class OutcomeScores(NamedTuple):
    """What a reader says of an answer: probabilities of supported, unsupported and contradicted.

    Attributes:
        starts: Where each token that was read starts in the answer, shape ``(n_tokens,)``.
        claim_of: The claim of each, the same shape.
        tokens: Of each token, shape ``(n_tokens, 3)``; a row sums to 1.
        claims: Of each claim, shape ``(n_claims, 3)``; NaN for one of which nothing was read.
        problem: Why nothing was read, or "".
    """

    starts: NDArray[np.int32]
    claim_of: NDArray[np.int16]
    tokens: NDArray[np.float64]
    claims: NDArray[np.float64]
    problem: str = ""
