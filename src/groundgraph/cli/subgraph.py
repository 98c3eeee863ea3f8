"""``groundgraph subgraph``: what of a knowledge graph a question is answered from."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.graphs import beside_question

if TYPE_CHECKING:
    from groundgraph.io.reading import Row
    from groundgraph.types import Example

MOST_SHOWN = 5
"""Rows without a subgraph that are shown; the others are counted."""


def subgraph(
    file: Annotated[
        str,
        typer.Argument(
            help="Questions, with or without answers: JSONL or JSON; - reads standard input."
        ),
    ],
    triples: options.Triples = None,
    store: options.Store = None,
    size: options.Size = 20,
    hops: options.Hops = 2,
    ignore: options.Ignored = None,
    limit: options.Limit = None,
    quiet: options.Quiet = False,
) -> None:
    """Retrieve the triples around what each question names, those that it asks for first.

    Rows go to standard output as JSONL, with their `triples`: with answers for `check`, without
    for `record --generate`. A bad row costs only itself.
    """
    from groundgraph.errors import InputError
    from groundgraph.io import dumps, read_rows
    from groundgraph.io.limits import limits_from
    from groundgraph.methods.gga.retrieval import Retrieval

    if triples is None and store is None:
        raise InputError("name a graph: --triples FILE or --store FOLDER", field="triples")
    settings = Retrieval(size, hops, ignored=tuple(ignore or ()))
    limits, seen = limits_from(limit or ()), _Seen()
    with ExitStack() as stack:
        given = stack.enter_context(closing(read_rows(file, limits, answers="any")))
        rows = stack.enter_context(closing(beside_question(given, triples, store, settings)))
        for row in rows:
            seen.take(row)
            if row.example is not None:
                typer.echo(dumps(_line(row.example)))
    if not quiet:
        for line in seen.summary():
            typer.echo(line, err=True)


def _line(example: Example) -> dict[str, Any]:
    """Return the row of an example, without an answer where it has none."""
    from groundgraph.datasets.writing import own_row

    row = own_row(example)
    empty = [name for name in ("answer", "passages") if not row[name]]
    return {name: value for name, value in row.items() if name not in empty}


class _Seen:
    """Counts rows, and keeps the first problems."""

    def __init__(self) -> None:
        self._shown: list[str] = []
        self._total = self._without = self._unread = 0

    def take(self, row: Row) -> None:
        problem = str(row.error or "")
        if row.example is not None and not row.example.triples:
            problem = row.example.metadata["retrieved"]["problem"]
            self._without += 1
        self._unread += row.example is None
        self._total += 1
        if problem and len(self._shown) < MOST_SHOWN:
            self._shown.append(f"line {row.line}: {problem}")

    def summary(self) -> list[str]:
        lacking = self._without + self._unread
        more = lacking - len(self._shown)
        told = f"{self._total:,} rows: {self._total - lacking:,} with triples, {self._without:,} "
        return [
            *self._shown,
            *([f"and {more:,} more rows without triples"] if more > 0 else []),
            f"{told}without, {self._unread:,} unreadable",
        ]
