"""What every dialect of rows shares: the fields that all of them read, and their types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictBool,
    Tag,
)

from groundgraph.io.triple_fields import FACT_PARTS, as_triple
from groundgraph.types.conversations import Role, text_of, turns_of
from groundgraph.types.examples import with_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundgraph.types import Passage, Question

Fields = frozenset[str]
Gold = tuple["bool | None", "list[list[int]] | None"]
"""The label and the marked ``[start, end]`` ranges, each ``None`` where not annotated."""


def number_to_text(value: Any) -> Any:
    """Return a number as a text, 7.0 as tables with gaps have it as "7"; "" for null."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if type(value) in (int, float) else value


def _name(value: Any) -> str | None:
    """Return the name of who wrote an answer, ``None`` for what is none: nobody judges by it."""
    return (number_to_text(value) or None) if isinstance(value, str | int | float) else None


def _label(value: Any) -> bool | None:
    """Return a label, ``None`` for what is none; checking needs none, and `fit` asks for it."""
    if isinstance(value, str):
        return _LABELS.get(value.strip().lower())
    return bool(value) if isinstance(value, bool | int | float) and value in (0, 1) else None


_LABELS = {"true": True, "false": False, "hallucinated": True, "grounded": False}
"""Labels as texts: as tables have them, and as verdicts do."""


def _text_to_passage(value: Any) -> Any:
    return {"text": value} if isinstance(value, str) else with_text(value)


def one_to_list(value: Any) -> Any:
    """Return one text as a list of it; anything else as it is."""
    return [value] if isinstance(value, str) else value


class Strict(BaseModel):
    """Coerces nothing."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class GivenPassage(Strict):
    """A passage of a row."""

    text: str
    id: Annotated[str, BeforeValidator(number_to_text)] = ""
    date: Annotated[str, BeforeValidator(number_to_text)] = ""


class _Turn(Strict):
    role: Literal[Role, "tool", "function"]
    content: Annotated[str | None, BeforeValidator(text_of)]
    tool_calls: list[Any] | None = None


class GivenMark(Strict):
    """A range of an answer that was marked as wrong."""

    start: int
    end: int


def _how_asked(value: Any) -> str | None:
    return "one" if isinstance(value, str) else "turns" if isinstance(value, list) else None


Asked = Annotated[
    Annotated[str, Tag("one")] | Annotated[list[_Turn], Tag("turns")], Discriminator(_how_asked)
]


def as_asked(given: str | list[_Turn] | None) -> Question:
    """Return a question or turns of a row, "" where there are none."""
    if isinstance(given, list):
        return turns_of(turn.model_dump() for turn in given)
    return given or ""


Passages = list[Annotated[GivenPassage, BeforeValidator(_text_to_passage)]]
Name = Annotated[str | None, BeforeValidator(_name)]
Texts = Annotated[list[str] | None, BeforeValidator(one_to_list)]
_Pair = Annotated[list[int], Field(min_length=2, max_length=2)]
_Fact = Annotated[
    list[str], BeforeValidator(as_triple), Field(min_length=FACT_PARTS, max_length=FACT_PARTS)
]
CheckedFact = Annotated[list[str], Field(min_length=FACT_PARTS, max_length=FACT_PARTS)]
Facts = list[list[str]]
"""Triples: subject, predicate, object, and the ids of the passages that it was read off, or ""."""

TEXT = "a string"
TEXTS = "a list of strings"
QUESTION = (
    'a string or a list of turns {"role": "user", "assistant" or "system", "content": string}'
)
LABEL = 'true, 1 or "hallucinated", or false, 0 or "grounded"'
MARKS = 'a list of objects {"start": number, "end": number}'


class Dialect(Strict):
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

    answer: str = Field(description=TEXT)
    question: Asked | None = Field(None, description=QUESTION)
    id: Annotated[str | None, BeforeValidator(number_to_text)] = Field(
        None, description="a string or a whole number"
    )
    generator: Name = Field(None, description=TEXT)
    label: Annotated[StrictBool | None, BeforeValidator(_label)] = Field(None, description=LABEL)
    spans: list[_Pair] | None = Field(None, description="a list of [start, end] pairs")
    triples: list[_Fact] | None = Field(
        None,
        description="a list of [subject, predicate, object] strings, or of objects with them",
    )

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question, "" where there is none, and the passages."""
        raise NotImplementedError

    @property
    def asked(self) -> Question:
        """The question or turns, "" where there are none."""
        return as_asked(self.question)

    def facts(self) -> Facts | None:
        """Return the triples, ``None`` where there are none given."""
        return self.triples

    def fact_ids(self) -> tuple[str, ...]:
        """Return what answers cite each of `facts` as, () where they cite none."""
        return ()

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


class Queried(Dialect):
    """A dialect whose question is ``question`` or ``query``."""

    query: Asked | None = Field(None, description=QUESTION)

    @property
    def asked(self) -> Question:
        """The question or turns, "" where there are none."""
        if self.question is None and self.query is not None:
            return as_asked(self.query)
        return super().asked
