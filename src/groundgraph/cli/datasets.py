"""``groundgraph datasets``: list the corpora, and write what can be made of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

datasets = typer.Typer(rich_markup_mode=None)

Data = Annotated[
    Path | None,
    typer.Option(envvar="GROUNDGRAPH_DATA", help="Folder to look for the corpora in."),
]


@datasets.callback(invoke_without_command=True)
def listed(context: typer.Context, data: Data = None) -> None:
    """List the corpora: task, rows, licence, whether weights may be trained on them, origin."""
    if context.invoked_subcommand is not None:
        context.obj = data
        return
    from groundgraph.datasets.catalogue import catalogue

    for corpus in catalogue():
        there = "" if data is None else f"  [{corpus.presence(data)}]"
        typer.echo(f"{corpus.name}{there}")
        typer.echo(f"    {corpus.task}; {corpus.rows:,} rows; licence: {corpus.licence}")
        typer.echo(f"    may train shipped weights: {'yes' if corpus.may_train else 'no'}")
        typer.echo(f"    {corpus.source}\n    {corpus.citation}")
        if corpus.examples:
            typer.echo(f"    can be written: {', '.join(each.name for each in corpus.examples)}")


@datasets.command()
def write(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="As `groundgraph datasets` lists it.")],
    output: Annotated[Path, typer.Option(help="File of JSON lines; replaced when it exists.")],
    data: Data = None,
) -> None:
    """Write examples of a corpus as rows that `check`, `fit` and `bench` read.

    The licence goes to OUTPUT.licence.txt.
    """
    from groundgraph.datasets.writing import write_set
    from groundgraph.errors import InputError

    folder = data or context.obj
    if folder is None:
        raise InputError("name the folder of the corpora by --data or $GROUNDGRAPH_DATA")
    made = write_set(name, folder, output)
    typer.echo(f"wrote {made.rows:,} rows, {made.hallucinated:,} hallucinated: {output}")
    typer.echo(f"licence: {made.licence}; see {made.note}")
