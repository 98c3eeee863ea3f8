"""``groundgraph check``: judge the answers of a file."""

from __future__ import annotations

from contextlib import ExitStack, closing
from enum import Enum
from importlib.resources import as_file, files
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

from groundgraph.cli.choices import (
    BatchOption,
    ConfigOption,
    DeviceOption,
    KeyOption,
    ModelOption,
    Options,
    SetOption,
    UrlOption,
    choices_of,
)
from groundgraph.cli.doors import FAILED, UNREAD
from groundgraph.cli.graphs import TriplesOption, beside_graph
from groundgraph.cli.limits import LimitOption  # noqa: TC001 - typer reads it
from groundgraph.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping


DEFAULT = "fused"


class FailOn(str, Enum):
    """Labels that a gate in CI can refuse."""

    hallucinated = "hallucinated"
    unverifiable = "unverifiable"


def check(
    file: Annotated[
        str | None,
        typer.Argument(
            help="JSONL or JSON, plain or gzipped, CSV, TSV or Parquet; - reads standard input."
        ),
    ] = None,
    detector: Annotated[
        str | None,
        typer.Option(
            help="A name from `groundgraph detectors`, or a folder from `fit`; ./NAME for a folder "
            "that is called like one of the names. fused where not given."
        ),
    ] = None,
    set_: SetOption = None,
    config: ConfigOption = None,
    llm_url: UrlOption = None,
    llm_model: ModelOption = None,
    llm_key_env: KeyOption = None,
    device: DeviceOption = None,
    batch_size: BatchOption = None,
    at: Annotated[
        str | None,
        typer.Option(
            help="Another threshold of a fitted detector: fpr=0.05, recall=0.9, precision=0.9, or "
            "precision=0.9@0.1 where 10% are hallucinated. A wrong one lists what there is."
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(help="Write verdicts here as JSONL; rows already in it are skipped."),
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write an HTML report here.")] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust",
            help="Let a detector from a folder ask addresses, read environment variables, and "
            "read and write files that its spec names.",
        ),
    ] = False,
    allow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="VALUE", help="Let it reach this one address, variable or file; repeat it."
        ),
    ] = None,
    fail_on: Annotated[
        FailOn | None,
        typer.Option(
            help="A gate: exit with status 1 when an answer gets this label, and 3 when a row "
            "could not be read or judged."
        ),
    ] = None,
    allow_errors: Annotated[
        bool, typer.Option("--allow-errors", help="Rows without a verdict do not fail the gate.")
    ] = False,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="An input without rows does not fail the gate.")
    ] = False,
    triples: TriplesOption = None,
    limit: LimitOption = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 is this one alone.")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress, no summary.")] = False,
    example: Annotated[
        bool, typer.Option("--example", help="Check the answers that come with groundgraph.")
    ] = False,
) -> None:
    """Check answers against their passages.

    Verdicts go to --output, to --report, or else to the terminal; to a pipe they go as JSONL.
    A bad row costs only itself. Exit status: 0 done, 1 --fail-on matched, 2 unusable input or
    options, 3 rows without a verdict (with --fail-on), 4 the machine failed, such as a full disk.
    """
    from groundgraph import checking
    from groundgraph.cli import sinks
    from groundgraph.io import read_rows
    from groundgraph.io.limits import limits_from
    from groundgraph.specs import namesake, reference

    if (file is None) != example:
        raise typer.BadParameter("give either a FILE (- for standard input) or --example")
    choices = choices_of(Options(set_, config, llm_url, llm_model, llm_key_env, device, batch_size))
    what = detector or choices.detector or DEFAULT
    if (folder := namesake(what)) is not None:
        typer.echo(
            f"groundgraph: {what!r} is the detector that comes with groundgraph; for the "
            f"folder here, say --detector ./{folder}",
            err=True,
        )
    limits = limits_from(limit or ())
    trusted = trust or (*(allow or ()), *choices.values)
    with ExitStack() as stack:
        bundled = as_file(files("groundgraph.cli") / "example.jsonl")
        source = str(file or stack.enter_context(bundled))
        taken = stack.enter_context(sinks.opened(source, output, report, progress=not quiet))
        given = stack.enter_context(closing(read_rows(source, limits)))
        rows = stack.enter_context(closing(beside_graph(given, triples)))
        judge = reference(what, at, choices=choices.fields, trust=trusted)
        done = taken.done()
        checked = checking.check_rows(rows, judge, workers=workers, done=done, trust=trusted)
        for one in stack.enter_context(closing(checked)):
            taken.take(one)
    if not quiet:
        taken.summarise()
    if fail_on is not None:
        _gate(taken.counts, fail_on, allow_errors=allow_errors, allow_empty=allow_empty)


def _gate(
    counts: Mapping[str, int], fail_on: FailOn, *, allow_errors: bool, allow_empty: bool
) -> None:
    """End with a status other than 0 unless all rows were judged and none has the label.

    A match comes before rows without a verdict: mending those cannot undo it.
    """
    if counts[fail_on.value]:
        raise typer.Exit(FAILED)
    if counts["errors"] and not allow_errors:
        typer.echo(
            f"groundgraph: {counts['errors']:,} of {sum(counts.values()):,} rows have no verdict, "
            f"so --fail-on is not passed (exit status {UNREAD}); --allow-errors lets them pass",
            err=True,
        )
        raise typer.Exit(UNREAD)
    if not sum(counts.values()) and not allow_empty:
        raise InputError("the input has no rows, so --fail-on is not passed; see --allow-empty")
