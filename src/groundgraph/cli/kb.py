"""``groundgraph kb build``: make a knowledge store that works offline."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from groundgraph.knowledge.building import Progress
    from groundgraph.knowledge.dumps import BadLine

MOST_SHOWN = 20
"""Bad lines that are shown; the others are counted."""

kb = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Make knowledge stores.")


@kb.callback()
def _group() -> None:
    """Make knowledge stores, which answer questions about entities offline."""


@kb.command()
def build(
    dumps: Annotated[
        list[Path],
        typer.Argument(metavar="DUMP", help="N-Triples or Turtle: .nt, .ttl, also .gz."),
    ],
    output: Annotated[Path, typer.Option(help="Folder of the store; made when absent.")],
    entities: Annotated[
        Path | None,
        typer.Option(help="Keep only these: a file with one Wikidata id or IRI to a line."),
    ] = None,
    depth: Annotated[
        int, typer.Option(min=0, max=10, help="Also keep what --entities lead to in so many steps.")
    ] = 0,
) -> None:
    """Fill a store from RDF dumps; the same command finishes a build that was stopped.

    Progress and lines that cannot be read go to standard error.
    """
    from groundgraph.errors import InputError
    from groundgraph.knowledge.building import build as fill

    if depth and entities is None:
        raise InputError("--depth counts steps from --entities; name a file of them")
    made = fill(dumps, output, entities=entities, depth=depth, report=_Reporter())
    typer.echo(f"stored {made.kept:,} statements, skipped {made.bad:,} bad lines: {output}")


class _Reporter:
    """Shows progress: on one line of a terminal, else line by line."""

    def __init__(self) -> None:
        self._shown = 0
        self._end = "\r" if sys.stderr.isatty() else "\n"

    def __call__(self, news: Progress | BadLine) -> None:
        from groundgraph.knowledge.dumps import BadLine

        if not isinstance(news, BadLine):
            sys.stderr.write(
                f"{news.doing} {news.dump}: read {news.read:,}, stored {news.kept:,}, "
                f"bad {news.bad:,}{self._end}"
            )
        elif self._shown < MOST_SHOWN:
            self._shown += 1
            sys.stderr.write(f"{news.dump}, line {news.line}: {news.reason}; skipped\n")
        sys.stderr.flush()
