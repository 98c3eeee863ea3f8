"""``groundgraph detectors`` and ``groundgraph datasets``: what there is."""

from __future__ import annotations

import inspect
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated

import typer


def detectors() -> None:
    """List the detectors, whether each is fitted, and what each looks at."""
    from groundgraph.registry import DETECTORS

    for name in DETECTORS:
        typer.echo(f"{name:<12} {_state(name):<10} {_summary(name)}")


def _summary(name: str) -> str:
    from groundgraph.registry import DETECTORS

    try:
        text = inspect.getdoc(DETECTORS.get(name)) or ""
    except ImportError as error:  # also a missing extra
        return f"cannot be used: {error}"
    return text.partition("\n")[0]


def _state(name: str) -> str:
    from groundgraph.specs import training

    return "fitted" if training(name) else "unfitted"


def datasets(
    data: Annotated[
        Path | None,
        typer.Option(envvar="GROUNDGRAPH_DATA", help="Folder to look for the corpora in."),
    ] = None,
) -> None:
    """List the corpora: task, rows, licence, whether weights may be trained on them, origin."""
    from groundgraph.datasets.catalogue import catalogue

    for corpus in catalogue():
        there = "" if data is None else f"  [{corpus.presence(data)}]"
        typer.echo(f"{corpus.name}{there}")
        typer.echo(f"    {corpus.task}; {corpus.rows:,} rows; licence: {corpus.licence}")
        typer.echo(f"    may train shipped weights: {'yes' if corpus.may_train else 'no'}")
        typer.echo(f"    {corpus.source}\n    {corpus.citation}")
