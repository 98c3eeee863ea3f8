"""What would make an answer's knowledge graph agree with the evidence's, and its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from groundgraph.types.contrasts import Position
    from groundgraph.types.examples import Span, Triple

EditKind = Literal["insert", "delete", "substitute"]
"""An edge of the evidence put in; one of the answer taken out; or one put in another's place."""


class Edit(NamedTuple):
    """A change of the answer's knowledge graph that the evidence asks for.

    Attributes:
        kind: What is done.
        triple: The edge of the answer that is taken out; ``None`` of "insert".
        becomes: The edge of the evidence that is put in; ``None`` of "delete".
        position: The element in which the answer and the evidence differ.
        claim: The finding that tells of it, by its number, from 0.
        passage_id: Where the evidence says so: the id of a passage, of a given triple ("triple 3")
            or of an entity of a knowledge source.
    """

    kind: EditKind
    triple: Triple | None
    becomes: Triple | None
    position: Position
    claim: int
    passage_id: str


class Suggestion(NamedTuple):
    """A sentence of the answer with its edits made. It is a proposal; nothing judged it.

    Attributes:
        span: What the text replaces: the sentence, or all of a short answer.
        text: The sentence as the evidence would have it.
        edits: The edits that were made, by their number, from 0.
    """

    span: Span
    text: str
    edits: tuple[int, ...]

    @property
    def start(self) -> int:
        """Where the sentence begins in the answer."""
        return self.span.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.span.end
