"""What a judge by rule says of a claim, and where in the evidence it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.types import Span

Outcome = Literal["supported", "contradicted", "open"]
"""What a judge says of a claim; "open" where it cannot tell."""
Certainty = Literal["certain", "likely", ""]
"""How sure that is; "" for "open"."""


@dataclass(frozen=True)
class Place:
    """Words of a passage.

    Attributes:
        passage: The passage's id; of a passage given as a string its number, from 1.
        span: Where in the passage.
        text: The words.
    """

    passage: str
    span: Span
    text: str


@dataclass(frozen=True)
class Judgement:
    """What a judge says of one claim.

    Attributes:
        claim: The claim.
        outcome: Whether the evidence says so or otherwise. Nothing of the claim is judged but what
            the judge looks at.
        certainty: How sure that is; "" for "open".
        score: In [0, 1], higher is worse: 0 supported, 1 contradicted, between where open.
        evidence: What decided, the most telling first.
        explanation: One sentence for a reader, "" where nothing was found.
    """

    claim: str
    outcome: Outcome
    certainty: Certainty
    score: float
    evidence: tuple[Place, ...] = ()
    explanation: str = ""


def numbered(passages: Sequence[Passage | str]) -> list[Passage]:
    """Return passages; one that is given as a string is named by its number, from 1."""
    return [
        given if isinstance(given, Passage) else Passage(given, str(number))
        for number, given in enumerate(passages, 1)
    ]
