"""Replies of GraphRAG and LightRAG as rows: the answer, the subgraph, and the text units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field

from groundgraph.io.dialect import TEXT, Facts, Queried, Strict
from groundgraph.io.triple_fields import as_triple, passage_of, records, texts_of
from groundgraph.text.answers.citations import ENTITY
from groundgraph.types import Passage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundgraph.types import Question

_TABLES = (
    'an object with "relationships", "entities", "sources" or "reports", each a list of objects'
)
_REPLY = 'an object with "relationships", "entities" and "chunks", each a list of objects'


def _rows(value: Any) -> Any:
    """Return a table as rows, [] for null; what is none, as it is, so that it is refused."""
    return [] if value is None else records(value) if isinstance(value, dict) else value


_Table = Annotated[list[dict[str, Any]], BeforeValidator(_rows)]


class _Tables(Strict):
    """What was retrieved."""

    relationships: _Table = Field(default_factory=list)
    entities: _Table = Field(default_factory=list)


class _Context(_Tables):
    sources: _Table = Field(default_factory=list)
    reports: _Table = Field(default_factory=list)


class _Data(_Tables):
    chunks: _Table = Field(default_factory=list)


TABLES = frozenset({*_Context.model_fields, *_Data.model_fields})
"""What tables of replies are called."""


def _content(value: Any) -> Any:
    """Return the text of LightRAG's ``llm_response``, which is an object around it."""
    return value.get("content") if isinstance(value, dict) else value


class Reply(Queried):
    """A reply of a graph retriever.

    Attributes:
        holder: The field of the tables that were retrieved.
    """

    holder: ClassVar[str] = ""


class GraphRAG(Reply):
    """GraphRAG: ``query, response, context_data`` as its searches return them.

    Text units are passages "Sources 5", and reports and entities "Reports 2", "Entities 7", as its
    answers cite them. A relationship, cited as "Relationships 23", is a triple that says what its
    description says; it was read off the first text unit that names both of its ends.
    """

    name = "graphrag"
    holder = "context_data"
    signatures = (frozenset({"response", "context_data"}),)

    answer: str = Field(validation_alias="response", description=TEXT)
    tables: _Context = Field(validation_alias="context_data", description=_TABLES)

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question, and text units, reports and descriptions of entities."""
        return self.asked, tuple(self._passages())

    def facts(self) -> Facts | None:
        """Return the relationships, and where a text unit names both ends of each."""
        return [[*row[:3], self._unit(row)] for _, row in self._related()] or super().facts()

    def fact_ids(self) -> tuple[str, ...]:
        """Return "Relationships 23" of each relationship, by its id in the table."""
        return tuple(name for name, _ in self._related())

    def _related(self) -> Iterator[tuple[str, list[str]]]:
        for number, row in enumerate(self.tables.relationships):
            triple = as_triple(row)
            if isinstance(triple, list) and _is_told(triple):
                yield f"Relationships {_cited_as(row, number)}", triple

    def _passages(self) -> Iterator[Passage]:
        for kind, names in _GRAPHRAG_TEXTS:
            rows = getattr(self.tables, kind.lower())
            for number, text in texts_of(rows, names):
                name = f"{kind} {_cited_as(rows[number], number)}"
                yield Passage(_about(rows[number], text), name)

    def _unit(self, row: Sequence[str]) -> str:
        rows = self.tables.sources
        ends = (row[0].casefold(), row[2].casefold())
        named = (
            n for n, text in texts_of(rows, ("text",)) if all(e in text.casefold() for e in ends)
        )
        found = next(named, None)
        return "" if found is None else f"Sources {_cited_as(rows[found], found)}"


_GRAPHRAG_TEXTS = (
    ("Sources", ("text",)),
    ("Reports", ("content", "full_content", "summary")),
    ("Entities", ("description",)),
)


class LightRAG(Reply):
    """LightRAG: its reply with ``data`` and ``llm_response``, beside the ``query``.

    A passage is all chunks of one reference, under its number, as answers cite it. No number cites
    the description of an entity.
    """

    name = "lightrag"
    holder = "data"
    signatures = (frozenset({"data", "llm_response"}),)

    answer: Annotated[str, BeforeValidator(_content)] = Field(
        validation_alias="llm_response", description='a string or an object with "content"'
    )
    data: _Data = Field(description=_REPLY)

    def context(self) -> tuple[Question, tuple[Passage, ...]]:
        """Return the question, chunks by reference, and descriptions of entities."""
        texts: dict[str, list[str]] = {}
        chunks = self.data.chunks
        for number, text in texts_of(chunks, ("content",)):
            texts.setdefault(_reference(chunks[number], number), []).append(text)
        passages = [Passage("\n\n".join(own), name) for name, own in texts.items()]
        entities = self.data.entities
        for number, text in texts_of(entities, ("description",)):
            name = f"{ENTITY}{entities[number].get('entity_name', number)}"
            passages.append(Passage(_about(entities[number], text), name))
        return self.asked, tuple({passage.id: passage for passage in passages}.values())

    def facts(self) -> Facts | None:
        """Return the relationships, each with the reference of the chunk that it was read off."""
        chunks = self.data.chunks
        ids = {str(c.get("chunk_id")): _reference(c, n) for n, c in enumerate(chunks)}
        rows = [as_triple(row) for row in self.data.relationships]
        kept = [row for row in rows if isinstance(row, list) and _is_told(row)]
        return [[*row[:3], ids.get(passage_of(row[3], ids), "")] for row in kept] or super().facts()


class LightRAGAnswer(LightRAG):
    """LightRAG: the answer as ``response``, beside the ``data`` of ``query_data``."""

    name = "lightrag data"
    signatures = (frozenset({"data", "response"}),)

    answer: Annotated[str, BeforeValidator(_content)] = Field(
        validation_alias="response", description=TEXT
    )


def _cited_as(row: dict[str, Any], number: int) -> Any:
    """Return the id that answers cite: of rows of GraphRAG's Parquet files not that of ``id``."""
    return row.get("human_readable_id", row.get("id", number))


def _is_told(row: Sequence[Any]) -> bool:
    return all(isinstance(part, str) and part.strip() for part in row[:3])


def _reference(chunk: dict[str, Any], number: int) -> str:
    return str(chunk.get("reference_id") or chunk.get("chunk_id") or number + 1)


def _about(row: dict[str, Any], text: str) -> str:
    """Return a description that names what it describes."""
    name = next(
        (row[n] for n in ("entity", "entity_name", "title") if isinstance(row.get(n), str)), ""
    )
    text = text.replace("<SEP>", " ")
    return text if not name or name.casefold() in text.casefold() else f"{name}: {text}"
