"""What an explanation is made of: a claim, the fact that it disagrees with, and the words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from groundgraph.types.examples import Span, Statement, Triple

Position = Literal["subject", "predicate", "object"]
"""A place in a triple."""


class Quoted(NamedTuple):
    """One thing that an explanation says was said, and where.

    Attributes:
        text: The words of the explanation.
        triple: The fact that they rest on.
        span: Where the answer or the passage states it; ``None`` where no text does.
        source: "" for the answer, else what the evidence is called, such as "passage 2".
    """

    text: str
    triple: Triple
    span: Span | None
    source: str = ""


class Contrast(NamedTuple):
    """A statement of the answer and the fact that it disagrees with.

    Attributes:
        claim: What the answer states.
        evidence: What the evidence states.
        source: What the evidence is called, such as "passage 2".
        position: The element in which they differ.
        words: The answer's words for the claim, "" where it has none of its own.
        evidence_words: The passage's words for the evidence, the same.
        held: Whether the answer says what the evidence does too, so that the claim is only to be
            left out.
    """

    claim: Statement
    evidence: Statement
    source: str
    position: Position
    words: str = ""
    evidence_words: str = ""
    held: bool = False


class Explanation(NamedTuple):
    """Words for a reader and the facts behind each of them."""

    text: str
    statements: tuple[Quoted, ...]
