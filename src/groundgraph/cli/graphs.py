"""``--triples`` and ``--store``: the knowledge graph that answers are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from groundgraph.io.reading import Row
    from groundgraph.methods.gga.adjacency import KnowledgeGraph
    from groundgraph.methods.gga.retrieval import Retrieval


def beside_graph(rows: Generator[Row, None, None], file: str | None) -> Generator[Row, None, None]:
    """Give rows the triples of a graph, where one is named.

    Raises:
        InputError: When the graph cannot be read, or none of its rows can be used.
        MissingExtraError: When it is Parquet and pyarrow is not installed.
    """
    if file is None:
        return rows
    from groundgraph.io.graph_rows import with_triples

    return with_triples(rows, _read(file))


def beside_question(
    rows: Generator[Row, None, None], file: str | None, store: Path | None, settings: Retrieval
) -> Generator[Row, None, None]:
    """Give rows the triples that their question retrieves, where a graph or a store is named.

    Raises:
        InputError: When both are named, or the graph cannot be read or used.
        KnowledgeError: When the folder holds no finished store.
        MissingExtraError: When pyarrow, for Parquet, or pyoxigraph, for a store, is not installed.
    """
    from groundgraph.errors import InputError
    from groundgraph.io.graph_rows import with_retrieved
    from groundgraph.methods.gga.retrieval import Retriever

    if file is None and store is None:
        return rows
    if file is not None and store is not None:
        raise InputError("found --triples and --store; name one of them", field="store")
    graph = _read(file) if file is not None else _stored(str(store))
    return with_retrieved(rows, Retriever.of(graph, settings))


def _stored(folder: str) -> KnowledgeGraph:
    from groundgraph.errors import InputError
    from groundgraph.knowledge.store import StoreSource
    from groundgraph.methods.gga.adjacency import KnowledgeGraph

    graph = KnowledgeGraph.from_triples(StoreSource(folder).triples())
    if not graph.triples:
        raise InputError(f"the store {folder!r} holds no fact between named entities")
    return graph


def _read(file: str) -> KnowledgeGraph:
    from groundgraph.io.triples import read_graph

    graph, errors = read_graph(file)
    if errors:
        first = errors[0]
        typer.echo(
            f"groundgraph: {file}: left out what is no triple, {len(errors):,} of its rows, the "
            f"first in line {first.line}: {first}",
            err=True,
        )
    return graph
