"""Rows that were answered from one knowledge graph, with the part of it that each is about."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from groundgraph.graph.relation_paths import MOST_HOPS
from groundgraph.io.reading import digest_of
from groundgraph.methods.gga.retrieval import Retrieval, Retriever
from groundgraph.methods.gga.subgraph import Pruning, Query, subgraphs
from groundgraph.text.asked.conversations import asked

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from groundgraph.io.reading import Row
    from groundgraph.methods.gga.adjacency import KnowledgeGraph
    from groundgraph.types import Example

DEFAULT = Pruning()
_ALIKE = 10
"""Of one entity's triples of one relation, beyond the first hop, the most that are followed."""


def with_triples(
    rows: Iterable[Row], graph: KnowledgeGraph, pruning: Pruning = DEFAULT
) -> Generator[Row, None, None]:
    """Give each row that has no triples those of the graph around its question and its answer.

    Up to half are those that the question alone retrieves, three hops far, so that a wrong answer
    does not choose what it is held against; then come the shortest paths to the answer, the rest
    that the question retrieves, and neighbours of both. A row that names no entity stays without
    triples.

    Args:
        rows: From `groundgraph.io.read_rows`.
        graph: From `groundgraph.io.triples.read_graph`.
        pruning: How the part is cut out.
    """
    retriever = Retriever.of(graph, Retrieval(pruning.size, hops=MOST_HOPS, alike=_ALIKE))
    for row in rows:
        if row.example is None or row.example.triples:
            yield row
        else:
            example = _of_graph(row.example, retriever, pruning)
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


def _of_graph(example: Example, retriever: Retriever, pruning: Pruning) -> Example:
    question = asked(example.question)
    [retrieved] = retriever.retrieve([question])
    query = Query(*retriever.matcher.entities([question, example.answer]))
    [found] = subgraphs(retriever.graph, [query], pruning)
    on_path = [triple for triple, on in zip(found.triples, found.on_path, strict=True) if on]
    first = retrieved.triples[: max(1, pruning.size // 2)]
    ranked = dict.fromkeys((*first, *on_path, *retrieved.triples, *found.triples))
    return replace(example, triples=tuple(islice(ranked, pruning.size)) or None)
