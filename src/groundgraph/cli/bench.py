"""``groundgraph bench``: reproduce a paper's tables."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated, Any

import typer

from groundgraph.errors import InputError


class Split(str, Enum):
    """Rows of a benchmark that are scored."""

    train = "train"
    test = "test"
    all = "all"


def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark, such as egc.")],
    output: Annotated[Path, typer.Option(help="Folder for results.json and report.html.")],
    data: Annotated[
        Path | None,
        typer.Option(envvar="GROUNDGRAPH_DATA", help="Folder of the corpora; meaning needs none."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Score only so many rows.")] = None,
    split: Annotated[Split, typer.Option(help="Which rows to score.")] = Split.all,
) -> None:
    """Reproduce the tables of a paper, ours beside the paper's, or measure what we ship.

    What is finished is in results.json at any time; "complete" says whether that is all.
    """
    from groundgraph.registry import BENCHES
    from groundgraph.report.tables import write_tables

    benchmark = BENCHES.get(name)()
    _check(data, name, needed=getattr(benchmark, "needs_data", True))
    _make(output)

    def keep(results: dict[str, Any]) -> None:
        partial = output / "results.json.partial"
        text = json.dumps(results, indent=1, allow_nan=False)
        partial.write_text(text + "\n", encoding="utf-8")
        partial.replace(output / "results.json")
        write_tables(output / "report.html", results)

    keep(benchmark.run(data, limit=limit, split=split.value, keep=keep))
    typer.echo(f"wrote {output / 'results.json'} and {output / 'report.html'}")


def _check(data: Path | None, name: str, *, needed: bool) -> None:
    if data is None and needed:
        raise InputError(
            f"bench {name} needs corpora; name their folder by --data or $GROUNDGRAPH_DATA"
        )
    if data is not None and not data.is_dir():
        raise InputError(f"{str(data)!r} is not a folder; --data names the folder of the corpora")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from error
