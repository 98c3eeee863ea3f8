"""``groundgraph record``: keep what a model attends to, to be judged elsewhere."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.graphs import beside_graph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundgraph.recording import Recorded

MOST_SHOWN = 5
"""Rows without a trace that are shown; the others are counted."""


class Precision(str, Enum):
    """What the weights are read as."""

    auto = "auto"
    float32 = "float32"
    bfloat16 = "bfloat16"
    float16 = "float16"


def record(
    file: Annotated[
        str, typer.Argument(help="JSONL or JSON, plain or gzipped; - reads standard input.")
    ],
    model: Annotated[
        str, typer.Option(help="The model that wrote the answers: a folder, or a name on the hub.")
    ],
    output: Annotated[
        Path, typer.Option(help="Folder of rows and traces; rows already in it are skipped.")
    ],
    device: Annotated[
        str | None, typer.Option(help="cpu, cuda …; the fastest present where not given.")
    ] = None,
    dtype: Annotated[
        Precision, typer.Option(help="What the weights are read as; auto: as they are saved.")
    ] = Precision.auto,
    special_tokens: Annotated[
        bool, typer.Option(help="Turn it off for prompts that hold their special tokens already.")
    ] = True,
    triples: options.Triples = None,
    limit: options.Limit = None,
    quiet: options.Quiet = False,
) -> None:
    """Record a model's attention to the triples of its prompts; `check --detector gga` judges it.

    Each row needs `answer`, `triples`, and the `prompt` or a `question`. A bad row costs only
    itself.
    """
    from groundgraph.cli.progress import rows_bar
    from groundgraph.io import read_rows
    from groundgraph.io.limits import limits_from
    from groundgraph.parts.probe.attention import AttentionProbe
    from groundgraph.recording import ROWS
    from groundgraph.recording import record as recorded

    limits = limits_from(limit or ())
    precision: Any = dtype.value
    probe = AttentionProbe(
        model, device=device, dtype=precision, special_tokens=special_tokens, states=False
    )
    with ExitStack() as stack:
        given = stack.enter_context(closing(read_rows(file, limits)))
        rows = stack.enter_context(closing(beside_graph(given, triples)))
        done: Iterable[Recorded] = stack.enter_context(closing(recorded(rows, probe, output)))
        if not quiet and sys.stderr.isatty():
            done = _shown(done, stack.enter_context(rows_bar(file)))
        summary = _counted(done)
    if not quiet:
        for line in summary:
            typer.echo(line, err=True)
        typer.echo(f"groundgraph check {output / ROWS} --detector gga", err=True)


def _shown(done: Iterable[Recorded], advance: Callable[[], None]) -> Iterator[Recorded]:
    for one in done:
        yield one
        advance()


def _counted(done: Iterable[Recorded]) -> list[str]:
    """Return the first problems and the counts, worded for the terminal."""
    shown: list[str] = []
    total = without = unread = skipped = 0
    for one in done:
        total += 1
        unread += one.row.example is None
        without += one.row.example is not None and bool(one.problem)
        skipped += not one.fresh
        if one.problem and len(shown) < MOST_SHOWN:
            shown.append(f"line {one.row.line}: {one.problem}")
    if (more := without + unread - len(shown)) > 0:
        shown.append(f"and {more:,} more rows without a trace")
    counts = f"{total:,} rows: {total - without - unread:,} traced, {without:,} could not be traced"
    shown.append(f"{counts}, {unread:,} unreadable")
    return [*shown, f"{skipped:,} of them were in the output already"] if skipped else shown
