"""Rows that were answered from one knowledge graph, with the part of it that each is about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundgraph.io.reading import digest_of
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.text.conversations import asked
from groundgraph.text.entities import EntityMatcher

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from groundgraph.io.reading import Row
    from groundgraph.methods.gga.adjacency import KnowledgeGraph
    from groundgraph.methods.gga.retrieval import Retriever
    from groundgraph.types import Example

DEFAULT = Pruning()


def with_triples(
    rows: Iterable[Row], graph: KnowledgeGraph, pruning: Pruning = DEFAULT
) -> Generator[Row, None, None]:
    """Give each row that has no triples those of the graph between its question and its answer.

    Names of the graph's entities are looked for in both; the shortest paths between them come
    first, then their neighbours. A row that names no entity stays without triples.

    Args:
        rows: From `groundgraph.io.read_rows`.
        graph: From `groundgraph.io.triples.read_graph`.
        pruning: How the part is cut out.
    """
    matcher = EntityMatcher.of(graph.entities)
    for row in rows:
        if row.example is None or row.example.triples:
            yield row
        else:
            example = _of_graph(row.example, graph, matcher, pruning)
            yield replace(row, example=example, digest=digest_of(example))


def with_retrieved(rows: Iterable[Row], retriever: Retriever) -> Generator[Row, None, None]:
    """Give each row that has no triples those that its question alone retrieves.

    ``metadata["retrieved"]`` holds the ``topics`` that the question names, how many triples were
    ``near``, and the ``problem`` of a question that names nothing and stays without triples.

    Args:
        rows: From `groundgraph.io.read_rows`.
        retriever: Of the graph.
    """
    for row in rows:
        if row.example is None or row.example.triples:
            yield row
            continue
        [found] = retriever.retrieve([asked(row.example.question)])
        told = {"topics": list(found.topics), "near": found.near}
        told |= {"problem": found.problem} if found.problem else {}
        metadata = {**row.example.metadata, "retrieved": told}
        example = replace(row.example, triples=found.triples or None, metadata=metadata)
        yield replace(row, example=example, digest=digest_of(example))


def _of_graph(
    example: Example, graph: KnowledgeGraph, matcher: EntityMatcher, pruning: Pruning
) -> Example:
    query = Query(*matcher.entities([asked(example.question), example.answer]))
    [found] = subgraphs(graph, [query], pruning)
    return replace(example, triples=found.triples or None)
