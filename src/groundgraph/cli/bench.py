"""``groundgraph bench``: reproduce a paper's tables."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated, Any

import typer

from groundgraph.errors import InputError, of_the_system


class Split(str, Enum):
    """Rows of a benchmark that are scored."""

    train = "train"
    test = "test"
    all = "all"


def bench(
    name: Annotated[str, typer.Argument(help="Which benchmark, such as egc.")],
    data: Annotated[Path, typer.Option(envvar="GROUNDGRAPH_DATA", help="Folder of the corpora.")],
    output: Annotated[Path, typer.Option(help="Folder for results.json and report.html.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Score only so many rows.")] = None,
    split: Annotated[Split, typer.Option(help="Which rows to score.")] = Split.all,
) -> None:
    """Reproduce the tables of a paper, ours beside the paper's.

    What is finished is in results.json at any time; "complete" says whether that is all.
    """
    from groundgraph.registry import BENCHES
    from groundgraph.report.tables import write_tables

    if not data.is_dir():
        raise InputError(f"{str(data)!r} is not a folder; --data names the folder of the corpora")
    benchmark = BENCHES.get(name)()
    _make(output)

    def keep(results: dict[str, Any]) -> None:
        partial = output / "results.json.partial"
        text = json.dumps(results, indent=1, allow_nan=False)
        partial.write_text(text + "\n", encoding="utf-8")
        partial.replace(output / "results.json")
        write_tables(output / "report.html", results)

    keep(benchmark.run(data, limit=limit, split=split.value, keep=keep))
    typer.echo(f"wrote {output / 'results.json'} and {output / 'report.html'}")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        then = "mend that and run the same command again"
        raise of_the_system(f"cannot make the folder {str(folder)!r}", error, then) from error
