"""What is checked: an answer, its question and its passages.

Offsets are half-open ranges of Unicode code points, as Python slices a ``str``.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.types.conversations import question_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundgraph.types.conversations import Question, Turn


class Span(NamedTuple):
    """A half-open range ``[start, end)`` of code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the slice of ``text`` that this span marks.

        >>> Span(0, 5).of("Paris is in France.")
        'Paris'
        """
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Say whether the two ranges share a code point."""
        return self.start < other.end and other.start < self.end


class Triple(NamedTuple):
    """One fact of a knowledge graph."""

    subject: str
    predicate: str
    object: str


class Statement(NamedTuple):
    """A triple and where a text says it.

    Attributes:
        triple: The fact.
        span: The range of the text that states it; ``None`` for a triple that was given.
    """

    triple: Triple
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence, as the retriever returned it.

    ``id`` is unique within its example; `Example` numbers passages that have none ("1", "2", …).
    """

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer and what it was meant to be grounded in.

    Attributes:
        answer: The text to check.
        passages: The evidence, in retrieval order; plain strings are accepted and numbered.
        question: The user's question, or "" where there was none; or the turns of a conversation,
            `Turn` values or mappings of ``role`` and ``content``, of which the user's last one is
            answered (`groundgraph.text.conversations.asked` gives it as one question). It and all
            that follow are given by name.
        id: A name that is unique within a run.
        generator: The model that wrote the answer, where known.
        triples: The evidence as facts, for GraphRAG; ``None`` where not given.
        label: Gold: ``True`` when a person marked the answer as hallucinated.
        spans: Gold: the unsupported ranges of ``answer``; ``None`` where not annotated.
        metadata: Whatever else the row carried (``task``, ``split``, ``source_id`` …).

    Raises:
        TypeError: When ``passages`` is one text, or holds anything but texts and `Passage` values;
            when the answer is no text, or the question neither a text nor turns.
        ValueError: When two passages have the same id, or turns do not end with a question.
    """

    answer: str
    passages: tuple[Passage, ...] = ()
    _: KW_ONLY
    question: Question = ""
    id: str = ""
    generator: str | None = None
    triples: tuple[Triple, ...] | None = None
    label: bool | None = None
    spans: tuple[Span, ...] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False, repr=False)

    if TYPE_CHECKING:  # what may be given, which is more than what is kept

        def __init__(
            self,
            answer: str,
            passages: Iterable[Passage | str] = (),
            *,
            question: str | Sequence[Turn | Mapping[str, Any]] = "",
            id: str = "",  # noqa: A002 - the field's name
            generator: str | None = None,
            triples: tuple[Triple, ...] | None = None,
            label: bool | None = None,
            spans: tuple[Span, ...] | None = None,
            metadata: Mapping[str, Any] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        if not isinstance(self.answer, str):
            raise TypeError(f"answer must be a text, found {type(self.answer).__name__}")
        if not isinstance(self.question, str):
            object.__setattr__(self, "question", question_of(self.question))
        given: Any = self.passages
        if isinstance(given, str | Passage):
            raise TypeError("passages must be a list, found one text; write passages=[text]")
        passages = tuple(_numbered(passage, number) for number, passage in enumerate(given, 1))
        if len({passage.id for passage in passages}) < len(passages):
            raise ValueError(f"passage ids must be unique, found {[p.id for p in passages]}")
        if passages != self.passages:  # else keep the tuple, which other answers may share
            object.__setattr__(self, "passages", passages)


def _numbered(passage: Any, number: int) -> Passage:
    if isinstance(passage, str):
        return Passage(passage, str(number))
    if not isinstance(passage, Passage):
        found = type(passage).__name__
        raise TypeError(f"passage {number} must be a text or a Passage, found {found}")
    return passage if passage.id else Passage(passage.text, str(number))


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable piece of the answer: ``text == span.of(example.answer)``."""

    text: str
    span: Span
