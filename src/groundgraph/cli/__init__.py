"""The command line: thin doors to the library, one file per command."""

from __future__ import annotations

import sys

import typer

from groundgraph.cli.bench import bench
from groundgraph.cli.check import check
from groundgraph.cli.datasets import datasets
from groundgraph.cli.doors import Doors, ended_well
from groundgraph.cli.fit import fit
from groundgraph.cli.kb import kb
from groundgraph.cli.listing import detectors
from groundgraph.cli.record import record
from groundgraph.cli.serve import serve
from groundgraph.cli.subgraph import subgraph
from groundgraph.processes import settle

app = typer.Typer(
    cls=Doors,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (check, serve, fit, bench, subgraph, record, detectors):
    app.command()(command)
app.add_typer(datasets, name="datasets")
app.add_typer(kb, name="kb")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"groundgraph {version('groundgraph')}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Tell which claims of an LLM's answer its evidence does not support, and show why."""
    del version


def main() -> None:
    """Run the command that the arguments name; the entry point of ``groundgraph``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # answers may hold lone surrogates
    settle()
    ended_well(lambda: app(prog_name="groundgraph"))
