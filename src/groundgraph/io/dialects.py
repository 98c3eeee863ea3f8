"""The field names of rows: ours, ragas', DeepEval's, LettuceDetect's and RAGTruth's.

Each dialect is a pydantic model of the fields that it reads; it is known by its fields, row by
row. What a dialect does not read is kept in ``Example.metadata``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    Tag,
)

from groundgraph.io.ragtruth import question_and_passages
from groundgraph.types import Passage
from groundgraph.types.conversations import Role, Turn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Question

Fields = frozenset[str]
Gold = tuple["bool | None", "list[list[int]] | None"]
"""The label and the marked ``[start, end]`` ranges, each ``None`` where not annotated."""


def _number_to_text(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _text_to_passage(value: Any) -> Any:
    return {"text": value} if isinstance(value, str) else value


def _one_to_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


class _Strict(BaseModel):
    """Coerces nothing."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class _Passage(_Strict):
    text: str
    id: Annotated[str, BeforeValidator(_number_to_text)] = ""
    date: Annotated[str, BeforeValidator(_number_to_text)] = ""


class _Turn(_Strict):
    role: Role
    content: str


class _Mark(_Strict):
    start: int
    end: int


def _how_asked(value: Any) -> str | None:
    return "one" if isinstance(value, str) else "turns" if isinstance(value, list) else None


_Asked = Annotated[
    Annotated[str, Tag("one")] | Annotated[list[_Turn], Tag("turns")], Discriminator(_how_asked)
]
_Passages = list[Annotated[_Passage, BeforeValidator(_text_to_passage)]]
_Texts = Annotated[list[str] | None, BeforeValidator(_one_to_list)]
_Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
_Fact = Annotated[list[str], Field(min_length=3, max_length=3)]

_TEXT = "a string"
_TEXTS = "a list of strings"
_QUESTION = (
    'a string or a list of turns {"role": "user", "assistant" or "system", "content": string}'
)
_MARKS = 'a list of objects {"start": number, "end": number}'


class Dialect(_Strict):
    """What a row of every dialect may carry.

    Attributes:
        name: For messages.
        signatures: The sets of fields, any of which tells that a row is of this dialect.
        fallbacks: The same, looked at where no signature fits.
        renamed: Fields that are kept as metadata under another name.
        kept: Fields that are read and also kept as metadata.
    """

    name: ClassVar[str] = ""
    signatures: ClassVar[tuple[Fields, ...]] = ()
    fallbacks: ClassVar[tuple[Fields, ...]] = ()
    renamed: ClassVar[Mapping[str, str]] = {}
    kept: ClassVar[Fields] = frozenset()

    answer: str = Field(description=_TEXT)
    question: _Asked | None = Field(None, description=_QUESTION)
    id: Annotated[str | None, BeforeValidator(_number_to_text)] = Field(
        None, description="a string or a whole number"
    )
    generator: str | None = Field(None, description=_TEXT)
    label: StrictBool | None = Field(None, description="true (hallucinated) or false")
    spans: list[_Pair] | None = Field(None, description="a list of [start, end] pairs")
    triples: list[_Fact] | None = Field(
        None, description="a list of [subject, predicate, object] strings"
    )

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question, "" where there is none, and the passages."""
        raise NotImplementedError

    @property
    def asked(self) -> Question:
        """The question or turns, "" where there are none."""
        if isinstance(self.question, list):
            return tuple(Turn(turn.role, turn.content) for turn in self.question)
        return self.question or ""

    def gold(self) -> Gold:
        """Return the annotation; marked spans without a label are a label."""
        label = bool(self.spans) if self.label is None and self.spans is not None else self.label
        return label, self.spans

    @classmethod
    def reads(cls) -> dict[str, str]:
        """Return what is expected of each field, by its name in the row."""
        return {
            str(info.validation_alias or name): info.description or "another value"
            for name, info in cls.model_fields.items()
        }


class Own(Dialect):
    """``{"question"?, "passages", "answer", "generator"?, "triples"?, "label"?, "spans"?}``."""

    name = "groundgraph"
    signatures = (frozenset({"answer", "passages"}), frozenset({"answer", "triples"}))
    fallbacks = (frozenset({"answer"}),)

    passages: _Passages | None = Field(
        None,
        description="a list of strings or of objects "
        '{"id"?: string, "text": string, "date"?: string}',
    )

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the passages, with the ids that they have."""
        passages = (
            Passage(passage.text, passage.id, passage.date) for passage in self.passages or ()
        )
        return self.asked, tuple(passages)


class _Listed(Dialect):
    """A dialect whose passages are a list of texts."""

    contexts: _Texts = Field(None, description=_TEXTS)

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the texts, numbered."""
        return self.asked, _passages(self.contexts)


class Ragas(_Listed):
    """ragas: ``user_input, response, retrieved_contexts``."""

    name = "ragas"
    signatures = (
        frozenset({"response", "retrieved_contexts"}),
        frozenset({"response", "user_input"}),
    )

    answer: str = Field(validation_alias="response", description=_TEXT)
    question: _Asked | None = Field(None, validation_alias="user_input", description=_QUESTION)
    contexts: _Texts = Field(None, validation_alias="retrieved_contexts", description=_TEXTS)


class EarlierRagas(_Listed):
    """ragas before 0.2: ``question, answer, contexts, ground_truth``."""

    name = "ragas before 0.2"
    signatures = (frozenset({"answer", "contexts"}),)


class DeepEval(Dialect):
    """DeepEval: ``input, actual_output, retrieval_context``, or ``context`` without it."""

    name = "deepeval"
    signatures = (frozenset({"actual_output"}),)

    answer: str = Field(validation_alias="actual_output", description=_TEXT)
    question: _Asked | None = Field(None, validation_alias="input", description=_QUESTION)
    contexts: _Texts = Field(None, validation_alias="retrieval_context", description=_TEXTS)
    ideal: _Texts = Field(None, validation_alias="context", description=_TEXTS)

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and what was retrieved, else the ideal context."""
        return self.asked, _passages(self.contexts or self.ideal)


class _Marked(Dialect):
    """A dialect whose gold is a list of marks; no marks mean a grounded answer."""

    renamed = {"task_type": "task"}
    kept = frozenset({"labels"})

    labels: list[_Mark] | None = Field(None, description=_MARKS)

    def gold(self) -> Gold:
        """Return whether there are marks, and their ranges."""
        if self.labels is None:
            return super().gold()
        return bool(self.labels), [[mark.start, mark.end] for mark in self.labels]


class LettuceDetect(_Marked):
    """LettuceDetect: ``prompt`` or ``context`` (and ``question``), ``answer, labels``."""

    name = "lettucedetect"
    signatures = (frozenset({"answer", "prompt", "labels"}), frozenset({"answer", "context"}))
    fallbacks = (frozenset({"answer", "prompt"}),)

    prompt: str | None = Field(None, description=_TEXT)
    contexts: _Texts = Field(
        None, validation_alias="context", description="a string or a list of strings"
    )

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the context, else the whole prompt as one passage."""
        texts = _one_to_list(self.prompt) if self.contexts is None else self.contexts
        return self.asked, _passages(texts)


class RAGTruth(_Marked):
    """RAGTruth: ``response, labels, source_id``, joined with its ``source_info``."""

    name = "ragtruth"
    signatures = (frozenset({"response", "source_id"}), frozenset({"response", "source_info"}))

    answer: str = Field(validation_alias="response", description=_TEXT)
    generator: str | None = Field(None, validation_alias="model", description=_TEXT)
    source_info: str | dict[str, Any] = Field(description="a string or an object")

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the passages of the source."""
        return question_and_passages(self.source_info)


DIALECTS: tuple[type[Dialect], ...] = (
    Own,
    Ragas,
    EarlierRagas,
    DeepEval,
    LettuceDetect,
    RAGTruth,
)


def candidates(fields: Fields) -> list[type[Dialect]]:
    """Return the dialects that a row with these fields can be of."""
    return [dialect for dialect in DIALECTS if _knows(dialect.signatures, fields)] or [
        dialect for dialect in reversed(DIALECTS) if _knows(dialect.fallbacks, fields)
    ][:1]


def _knows(signatures: tuple[Fields, ...], fields: Fields) -> bool:
    return any(signature <= fields for signature in signatures)


def _passages(texts: Sequence[str] | None) -> tuple[Passage, ...]:
    return tuple(Passage(text, str(number)) for number, text in enumerate(texts or (), 1))
