"""The field names of rows: ours, those of evaluation tools, RAGTruth's, and of graph retrievers.

Each dialect is a pydantic model of the fields that it reads; it is known by its fields, row by
row. What a dialect does not read is kept in ``Example.metadata``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from groundgraph.io.dialect import (
    MARKS,
    QUESTION,
    TEXT,
    TEXTS,
    Asked,
    CheckedFact,
    Dialect,
    Facts,
    Fields,
    GivenMark,
    Gold,
    Name,
    Passages,
    Queried,
    Texts,
    one_to_list,
)
from groundgraph.io.graph_replies import GraphRAG, LightRAG, LightRAGAnswer
from groundgraph.io.ragtruth import question_and_passages
from groundgraph.io.triple_fields import triples_of_graph
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundgraph.types import Question


class Own(Queried):
    """``{"question"?, "passages", "answer", "generator"?, "triples"?, "label"?, "spans"?}``."""

    name = "groundgraph"
    signatures = (
        frozenset({"answer", "passages"}),
        frozenset({"answer", "triples"}),
        frozenset({"answer", "subgraph"}),
    )
    fallbacks = (frozenset({"answer"}),)

    passages: Passages | None = Field(
        None,
        description="a list of strings or of objects "
        '{"id"?: string, "text": string, "date"?: string}',
    )

    subgraph: Annotated[list[CheckedFact] | None, BeforeValidator(triples_of_graph)] = Field(
        None, description='an object with "nodes" and "edges", or a list of triples'
    )

    def facts(self) -> Facts | None:
        """Return the triples, those of the subgraph last."""
        given = [*(self.triples or ()), *(self.subgraph or ())]
        return None if self.triples is None and self.subgraph is None else given

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the passages, with the ids that they have."""
        passages = (
            Passage(passage.text, passage.id, passage.date) for passage in self.passages or ()
        )
        return self.asked, tuple(passages)


class _Listed(Dialect):
    """A dialect whose passages are a list of texts."""

    contexts: Texts = Field(None, description=TEXTS)

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

    answer: str = Field(validation_alias="response", description=TEXT)
    question: Asked | None = Field(None, validation_alias="user_input", description=QUESTION)
    contexts: Texts = Field(None, validation_alias="retrieved_contexts", description=TEXTS)


class EarlierRagas(_Listed, Queried):
    """ragas before 0.2: ``question, answer, contexts, ground_truth``."""

    name = "ragas before 0.2"
    signatures = (frozenset({"answer", "contexts"}),)


class Retrieved(_Listed, Queried):
    """What many pipelines write: ``query`` or ``question``, ``contexts, response``."""

    name = "query, contexts and response"
    signatures = (frozenset({"response", "contexts"}),)

    answer: str = Field(validation_alias="response", description=TEXT)


class DeepEval(Dialect):
    """DeepEval: ``input, actual_output, retrieval_context``, or ``context`` without it."""

    name = "deepeval"
    signatures = (frozenset({"actual_output"}),)

    answer: str = Field(validation_alias="actual_output", description=TEXT)
    question: Asked | None = Field(None, validation_alias="input", description=QUESTION)
    contexts: Texts = Field(None, validation_alias="retrieval_context", description=TEXTS)
    ideal: Texts = Field(None, validation_alias="context", description=TEXTS)

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and what was retrieved, else the ideal context."""
        return self.asked, _passages(self.contexts or self.ideal)


class _Marked(Dialect):
    """A dialect whose gold is a list of marks; no marks mean a grounded answer."""

    renamed: ClassVar[Mapping[str, str]] = {"task_type": "task"}
    kept = frozenset({"labels"})

    labels: list[GivenMark] | None = Field(None, description=MARKS)

    def gold(self) -> Gold:
        """Return whether there are marks, and their ranges."""
        if self.labels is None:
            return super().gold()
        return bool(self.labels), [[mark.start, mark.end] for mark in self.labels]


class LettuceDetect(_Marked, Queried):
    """LettuceDetect: ``prompt`` or ``context`` (and ``question``), ``answer, labels``."""

    name = "lettucedetect"
    signatures = (frozenset({"answer", "prompt", "labels"}), frozenset({"answer", "context"}))
    fallbacks = (frozenset({"answer", "prompt"}),)

    prompt: str | None = Field(None, description=TEXT)
    contexts: Texts = Field(
        None, validation_alias="context", description="a string or a list of strings"
    )

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the context, else the whole prompt as one passage."""
        texts = one_to_list(self.prompt) if self.contexts is None else self.contexts
        return self.asked, _passages(texts)


class RAGTruth(_Marked):
    """RAGTruth: ``response, labels, source_id``, joined with its ``source_info``."""

    name = "ragtruth"
    signatures = (frozenset({"response", "source_id"}), frozenset({"response", "source_info"}))

    answer: str = Field(validation_alias="response", description=TEXT)
    generator: Name = Field(None, validation_alias="model", description=TEXT)
    source_info: str | dict[str, Any] = Field(description="a string or an object")

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question and the passages of the source."""
        return question_and_passages(self.source_info)


DIALECTS: tuple[type[Dialect], ...] = (
    Own,
    Ragas,
    EarlierRagas,
    Retrieved,
    DeepEval,
    LettuceDetect,
    RAGTruth,
    GraphRAG,
    LightRAG,
    LightRAGAnswer,
)


ANSWERS = frozenset(
    str(dialect.model_fields["answer"].validation_alias or "answer") for dialect in DIALECTS
)
"""What dialects call the answer."""


def candidates(fields: Fields) -> list[type[Dialect]]:
    """Return the dialects that a row with these fields can be of."""
    return [dialect for dialect in DIALECTS if _knows(dialect.signatures, fields)] or [
        dialect for dialect in reversed(DIALECTS) if _knows(dialect.fallbacks, fields)
    ][:1]


def _knows(signatures: tuple[Fields, ...], fields: Fields) -> bool:
    return any(signature <= fields for signature in signatures)


def _passages(texts: Sequence[str] | None) -> tuple[Passage, ...]:
    return tuple(Passage(text, str(number)) for number, text in enumerate(texts or (), 1))
