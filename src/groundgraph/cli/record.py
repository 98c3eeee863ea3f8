"""``groundgraph record``: keep what a model writes and attends to, to be judged elsewhere."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path  # noqa: TC003 - typer reads it
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.graphs import beside_graph, beside_question

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from groundgraph.io.limits import Limits
    from groundgraph.io.reading import Answers, Row
    from groundgraph.methods.gga.retrieval import Retrieval
    from groundgraph.parts.probe.attention import AttentionProbe
    from groundgraph.recording import Recorded, Writer

MOST_SHOWN = 5
"""Rows without a trace that are shown; the others are counted."""
AT_ONCE = 8
"""Rows that are handed to the probe at once, at least."""


class Precision(str, Enum):
    """What the weights are read as."""

    auto = "auto"
    float32 = "float32"
    bfloat16 = "bfloat16"
    float16 = "float16"


class Quantised(str, Enum):
    """How many bits a weight has, where they are fewer than it was saved with."""

    no = "no"
    eight = "8bit"
    four = "4bit"


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
    generate: Annotated[
        bool, typer.Option("--generate", help="Rows are questions: have the model answer them.")
    ] = False,
    max_new_tokens: Annotated[
        int, typer.Option(min=1, help="With --generate: the longest answer.")
    ] = 64,
    chat_template: Annotated[
        bool | None,
        typer.Option(
            help="With --generate: put prompts into the tokenizer's chat template; where not "
            "given, if it has one."
        ),
    ] = None,
    batch_size: Annotated[
        int, typer.Option(min=1, help="Prompts that the model computes at once.")
    ] = 4,
    quantised: Annotated[
        Quantised, typer.Option(help="Load the weights in fewer bits (bitsandbytes).")
    ] = Quantised.no,
    device_map: Annotated[
        str | None,
        typer.Option(help="Spread the weights over devices (accelerate), such as auto."),
    ] = None,
    triples: options.Triples = None,
    store: options.Store = None,
    size: options.Size = 20,
    hops: options.Hops = 2,
    limit: options.Limit = None,
    quiet: options.Quiet = False,
) -> None:
    """Record a model's attention to the triples of its prompts; `check --detector gga` judges it.

    Each row needs `answer`, `triples`, and the `prompt` or a `question`. With --generate it needs
    `question` and `triples`, and has no answer; rows without triples get what --triples or --store
    has around their question, as `groundgraph subgraph` retrieves it. A bad row costs only itself.
    """
    from groundgraph.cli.progress import rows_bar
    from groundgraph.io.limits import limits_from
    from groundgraph.methods.gga.facts import PromptSettings
    from groundgraph.methods.gga.retrieval import Retrieval
    from groundgraph.methods.gga.subgraph import Pruning
    from groundgraph.parts.probe.attention import AttentionProbe
    from groundgraph.recording import ROWS
    from groundgraph.recording import record as recorded

    if not generate and (store is not None or chat_template is not None):
        raise typer.BadParameter("--store and --chat-template go with --generate")
    precision: Any = dtype.value
    bits: Any = quantised.value
    probe = AttentionProbe(
        model,
        device=device,
        dtype=precision,
        batch_size=batch_size,
        special_tokens=special_tokens,
        quantised=bits,
        device_map=device_map,
        states=False,
    )
    limits, pruning = limits_from(limit or ()), Pruning(size, min(size, Pruning().max_hops))
    questions = Retrieval(size, hops) if generate else None
    writer = _writer(probe, chat_template, max_new_tokens) if generate else None
    with ExitStack() as stack:
        rows = stack.enter_context(_rows(file, limits, triples, store, questions))
        made = recorded(
            rows,
            probe if writer is None else writer.probe,
            output,
            settings=PromptSettings(pruning),
            batch_size=max(batch_size, AT_ONCE),
            writer=writer,
        )
        done: Iterable[Recorded] = stack.enter_context(closing(made))
        if not quiet and sys.stderr.isatty():
            done = _shown(done, stack.enter_context(rows_bar(file)))
        summary = _counted(done)
    if not quiet:
        for line in summary:
            typer.echo(line, err=True)
        typer.echo(f"groundgraph check {output / ROWS} --detector gga", err=True)


@contextmanager
def _rows(
    file: str, limits: Limits, triples: str | None, store: Path | None, questions: Retrieval | None
) -> Iterator[Generator[Row, None, None]]:
    """Open the rows of a file: answers beside their graph, or questions with what they retrieve."""
    from groundgraph.io import read_rows

    answers: Answers = "needed" if questions is None else "none"
    with closing(read_rows(file, limits, answers=answers)) as given:
        beside = (
            beside_graph(given, triples)
            if questions is None
            else beside_question(given, triples, store, questions)
        )
        with closing(beside) as rows:
            yield rows


def _writer(probe: AttentionProbe, chat: bool | None, max_new_tokens: int) -> Writer:
    """Have the probe's model write, in the chat template where one is there and not unwanted."""
    from groundgraph.errors import ModelError
    from groundgraph.recording import Writer

    there = chat is not False and probe.chat("") is not None
    if chat and not there:
        raise ModelError(f"the tokenizer of {probe.model} has no chat template; leave it out")
    probe = replace(probe, special_tokens=False) if there else probe
    return Writer(probe, there, max_new_tokens)


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
