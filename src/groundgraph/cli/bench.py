"""``groundgraph bench``: reproduce a paper's tables."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated, Any

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.choices import PartOptions, choices_of
from groundgraph.errors import InputError, of_the_system

_MOST = "At most so many rows of each table; of each corpus, task or phenomenon where it has some."


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
    limit: Annotated[int | None, typer.Option(min=1, help=_MOST)] = None,
    split: Annotated[Split, typer.Option(help="Which rows to score.")] = Split.all,
    detector: Annotated[
        str | None,
        typer.Option(
            help="Measure this detector alone, in place of the bench's own: a name or a folder."
        ),
    ] = None,
    set_: options.Set = None,
    config: options.Config = None,
    llm_url: options.ChatUrl = None,
    llm_model: options.ChatModel = None,
    llm_key_env: options.ChatKey = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress.")] = False,
) -> None:
    """Reproduce the tables of a paper, ours beside the paper's, or measure what we ship.

    What is finished is in results.json at any time; "complete" says whether that is all. --set
    chooses the fields of the bench, such as detector.verifier=hhem:FOLDER for logic.
    """
    from groundgraph.bench.options import RunOptions
    from groundgraph.cli.progress import progress
    from groundgraph.progress import watched
    from groundgraph.registry import BENCHES
    from groundgraph.report.tables import write_tables
    from groundgraph.specs.choices import with_choices

    choices = choices_of(
        PartOptions(set_, config, llm_url, llm_model, llm_key_env, device, batch_size)
    )
    benchmark: Any = _measuring(BENCHES.get(name)(), detector or choices.detector)
    benchmark = with_choices(benchmark, choices.fields).thing
    _check(data, name, needed=getattr(benchmark, "needs_data", True))
    _make(output)

    def keep(results: dict[str, Any]) -> None:
        partial = output / "results.json.partial"
        text = json.dumps(results, indent=1, allow_nan=False)
        partial.write_text(text + "\n", encoding="utf-8")
        partial.replace(output / "results.json")
        write_tables(output / "report.html", results)

    with progress(quiet=quiet) as watcher, watched(watcher):
        keep(benchmark.run(data, RunOptions(limit, split.value, keep)))
    typer.echo(f"wrote {output / 'results.json'} and {output / 'report.html'}")


def _measuring(benchmark: Any, detector: str | None) -> Any:
    """Put another detector in the place of the bench's own."""
    from groundgraph.specs import load

    if detector is None:
        return benchmark
    known = {each.name for each in fields(benchmark)}
    own_fields = {"name": detector, "detectors": (detector,)}
    if chosen := {name: value for name, value in own_fields.items() if name in known}:
        return replace(benchmark, **chosen)
    if "detector" not in known:
        raise InputError(
            "this bench measures several detectors; --set chooses their parts", field="detector"
        )
    own, found = type(benchmark.detector), load(detector, trust=True)
    if not isinstance(found, own):
        raise InputError(f"this bench measures a detector of the kind {own.__name__}")
    return replace(benchmark, detector=found)


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
        then = "mend that and run the same command again"
        raise of_the_system(f"cannot make the folder {str(folder)!r}", error, then) from error
