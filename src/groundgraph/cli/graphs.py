"""``--triples``: the knowledge graph that answers were made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Generator

    from groundgraph.io.reading import Row

TriplesOption = Annotated[
    str | None,
    typer.Option(
        "--triples",
        metavar="FILE",
        help="A knowledge graph as JSON, CSV, TSV or Parquet, such as GraphRAG's or LightRAG's "
        "relationships: rows without triples get those around the names of question and answer.",
    ),
]


def beside_graph(rows: Generator[Row, None, None], file: str | None) -> Generator[Row, None, None]:
    """Give rows the triples of a graph, where one is named.

    Raises:
        InputError: When the graph cannot be read, or none of its rows can be used.
        MissingExtraError: When it is Parquet and pyarrow is not installed.
    """
    if file is None:
        return rows
    from groundgraph.io.graph_rows import with_triples
    from groundgraph.io.triples import read_graph

    graph, errors = read_graph(file)
    if errors:
        first = errors[0]
        typer.echo(
            f"groundgraph: {file}: left out what is no triple, {len(errors):,} of its rows, the "
            f"first in line {first.line}: {first}",
            err=True,
        )
    return with_triples(rows, graph)
