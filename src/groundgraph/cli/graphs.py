"""``--triples``: the knowledge graph that answers were made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Generator

    from groundgraph.io.reading import Row


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
