"""What is checked: an answer, its question and its passages.

Offsets are half-open ranges of Unicode code points, as Python slices a ``str``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from math import isfinite
from operator import is_not
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from groundgraph.types.conversations import question_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from groundgraph.types.conversations import Question, Turn


_ENDS = (("subject", "predicate", "object"), ("head", "relation", "tail"))
"""What mappings call the parts of a triple."""
_TEXTS = ("content", "page_content")
"""What they call the text of a passage, where it is not "text"."""


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
    ``date`` says when it was written, in any form, where that is known; it is only shown.
    """

    text: str
    id: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer and what it was meant to be grounded in.

    Attributes:
        answer: The text to check.
        passages: The evidence, in retrieval order; plain strings are accepted and numbered, and so
            are mappings of ``text`` and perhaps ``id`` and ``date`` (texts or whole numbers), and
            LangChain's documents.
        question: The user's question, or "" where there was none; or the turns of a conversation,
            `Turn` values or mappings of ``role`` and ``content``, of which the user's last one is
            answered (`groundgraph.text.asked.conversations.asked` gives it as one question). It and
            all that follow are given by name.
        id: A name that is unique within a run.
        generator: The model that wrote the answer, where known.
        triples: The evidence as facts, for GraphRAG: `Triple` values, or sequences of subject,
            predicate and object; ``None`` where not given.
        triple_passages: For each triple the id of the passage that it was read off, "" where that
            is not known; () where it is known of none.
        triple_ids: For each triple what an answer cites it as, such as "Relationships 23" of
            GraphRAG, "" where nothing; () where none has a name.
        label: Gold: ``True`` (or 1) when a person marked the answer as hallucinated.
        spans: Gold: the unsupported ranges of ``answer``; ``None`` where not annotated.
        metadata: Whatever else the row carried (``task``, ``split``, ``source_id`` …).

    Raises:
        TypeError: When ``passages`` is one text or one mapping, or holds anything but texts,
            mappings and `Passage` values; when answer, id or generator is no text, the question
            neither a text nor turns, a label neither true nor false (or 1 and 0), triples one
            triple, a triple not three texts (or numbers), or a span no pair.
        ValueError: When two passages have the same id, turns do not end with a question, or there
            are not as many ``triple_passages`` or ``triple_ids`` as triples.
    """

    answer: str
    passages: tuple[Passage, ...] = ()
    _: KW_ONLY
    question: Question = ""
    id: str = ""
    generator: str | None = None
    triples: tuple[Triple, ...] | None = None
    triple_passages: tuple[str, ...] = ()
    triple_ids: tuple[str, ...] = ()
    label: bool | None = None
    spans: tuple[Span, ...] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict, hash=False, compare=False, repr=False)

    if TYPE_CHECKING:  # what may be given, which is more than what is kept

        def __init__(
            self,
            answer: str,
            passages: Iterable[Passage | str] | None = (),
            *,
            question: str | Sequence[Turn | Mapping[str, Any]] | None = "",
            id: str = "",  # noqa: A002 - the field's name
            generator: str | None = None,
            triples: Iterable[Triple | Sequence[str]] | None = None,
            triple_passages: Sequence[str] = (),
            triple_ids: Sequence[str] = (),
            label: bool | None = None,
            spans: Iterable[Span | tuple[int, int]] | None = None,
            metadata: Mapping[str, Any] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        texts = {"answer": self.answer, "id": self.id, "generator": self.generator or ""}
        for name, value in texts.items():
            if not isinstance(value, str):
                raise TypeError(f"{name} must be a text, found {type(value).__name__}")
        if self.label is not None:
            object.__setattr__(self, "label", _label(self.label))
        if not isinstance(self.question, str):
            asked: Any = self.question
            object.__setattr__(self, "question", "" if asked is None else question_of(asked))
        given = _listed(self.passages)
        passages = tuple(_numbered(passage, number) for number, passage in enumerate(given, 1))
        _check_ids([passage.id for passage in passages])
        if not isinstance(self.passages, tuple) or passages != self.passages:
            # else keep the tuple, which other answers may share
            object.__setattr__(self, "passages", passages)
        self._read_facts()
        if self.spans is not None:
            object.__setattr__(self, "spans", tuple(map(_span, self.spans)))

    def _read_facts(self) -> None:
        given = self.triples
        if isinstance(given, str | Mapping | Triple):
            raise TypeError("triples must be a list, found one triple; write triples=[triple]")
        if given is not None:
            triples = tuple(_triple(fact, number) for number, fact in enumerate(given, 1))
            if not isinstance(given, tuple) or any(map(is_not, triples, given)):
                object.__setattr__(self, "triples", triples)
        n_triples = len(self.triples or ())
        for name in ("triple_passages", "triple_ids"):
            told = tuple(getattr(self, name))
            object.__setattr__(self, name, told)
            if len(told) not in (0, n_triples):
                raise ValueError(f"{name} names {len(told)} for {n_triples} triples")


def _label(given: Any) -> bool:
    """Return a label as true or false; numpy has truth values of its own."""
    value = given.item() if hasattr(given, "item") else given
    if not isinstance(value, bool | int | float) or value not in (0, 1):
        raise TypeError(
            "label must be True or 1 (hallucinated), False or 0, None where there is none, found "
            f"{given!r}"
        )
    return bool(value)


def _span(given: Any) -> Span:
    if not isinstance(given, list | tuple) or len(given) != len(Span._fields):
        raise TypeError(f"spans must be pairs of start and end, found {given!r}")
    return Span(*given)


def _listed(given: Any) -> Iterable[Any]:
    """Return passages as given, none for ``None``."""
    if given is None:
        return ()
    if isinstance(given, str | bytes | Passage | Mapping) or hasattr(given, "page_content"):
        if isinstance(given, Mapping) and "text" not in given:
            raise TypeError(f"passages must be a list, found a mapping of {len(given)} keys")
        one = "text" if isinstance(given, str | bytes) else "passage"
        raise TypeError(f"passages must be a list, found one {one}; write passages=[{one}]")
    if not hasattr(given, "__iter__"):
        raise TypeError(f"passages must be a list, found {type(given).__name__}")
    return cast("Iterable[Any]", given)


def _triple(fact: Any, number: int) -> Triple:
    if isinstance(fact, Triple):
        return fact
    if hasattr(fact, "tolist"):  # a row of an array
        fact = fact.tolist()
    if isinstance(fact, Mapping):
        fact = next((tuple(map(fact.get, names)) for names in _ENDS if {*names} <= {*fact}), fact)
    parts = tuple(map(part_of_triple, fact)) if isinstance(fact, list | tuple) else ()
    if len(parts) != 3 or not all(isinstance(part, str) for part in parts):
        raise TypeError(f"triple {number} must be three texts, found {fact!r}")
    return Triple(*parts)


def part_of_triple(value: Any) -> Any:
    """Return a number or truth value of a graph as a text; what is neither, as it is.

    >>> [part_of_triple(value) for value in (40, 7.0, 1.5, True, None)]
    ['40', '7', '1.5', 'true', None]
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and not isfinite(value):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, int | float) else value


def with_text(passage: Any) -> Any:
    """Return a mapping with what it calls "content" or "page_content" as its "text".

    >>> with_text({"title": "Fees", "content": "Entry is free."})["text"]
    'Entry is free.'
    """
    if not isinstance(passage, Mapping) or "text" in passage:
        return passage
    name = next((name for name in _TEXTS if name in passage), "")
    return {**passage, "text": passage[name]} if name else passage


def _of_mapping(passage: Mapping[str, Any], number: int) -> Any:
    """Return a passage with the text, and id and date where they are given."""
    passage = with_text(passage)
    fields = {name: _text_of(passage.get(name), name) for name in ("text", "id", "date")}
    wrong = next((name for name, value in fields.items() if not isinstance(value, str)), "")
    if wrong or "text" not in passage:
        name = wrong or "text"
        found = type(passage.get(name)).__name__ if wrong else "no such field"
        raise TypeError(f"passage {number} must have a text for {name!r}, found {found}")
    return Passage(**fields)


def _text_of(value: Any, name: str) -> Any:
    """Return a whole number that is an id or a date as a text, "" for what is missing."""
    if name != "text" and type(value) is int:
        return str(value)
    return "" if value is None else value


def _numbered(passage: Any, number: int) -> Passage:
    if isinstance(passage, str):
        return Passage(passage, str(number))
    if isinstance(passage, Mapping):
        passage = _of_mapping(passage, number)
    elif isinstance(getattr(passage, "page_content", None), str):  # a document of LangChain's
        passage = Passage(passage.page_content, str(getattr(passage, "id", None) or ""))
    if not isinstance(passage, Passage):
        found = type(passage).__name__
        raise TypeError(
            f"passage {number} must be a text, a Passage or a mapping with 'text', found {found}"
        )
    return passage if passage.id else replace(passage, id=str(number))


def _check_ids(ids: Sequence[Any]) -> None:
    """Refuse ids that are no texts, or that two passages have: findings cite passages by them."""
    first: dict[str, int] = {}
    for number, own in enumerate(ids, 1):
        if not isinstance(own, str):
            raise TypeError(f"the id of passage {number} must be a text, found {own!r}")
        if own in first:
            raise ValueError(
                f"passages {first[own]} and {number} have the same id, {own!r}, by which findings "
                f"cite them; give each its own, such as {own + '#2'!r}"
            )
        first[own] = number


@dataclass(frozen=True, slots=True)
class Claim:
    """A checkable piece of the answer: ``text == span.of(example.answer)``."""

    text: str
    span: Span
