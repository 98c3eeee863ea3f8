"""``groundgraph record``: keep what a model writes and attends to, to be judged elsewhere."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from groundgraph.cli import options  # noqa: TC001 - typer reads it
from groundgraph.cli.doors import UNREAD
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


File = Annotated[
    str, typer.Argument(help="JSONL or JSON, plain or gzipped; - reads standard input.")
]
Model = Annotated[
    str, typer.Option(help="The model that wrote the answers: a folder, or a name on the hub.")
]
Output = Annotated[
    Path, typer.Option(help="Folder of rows and traces; rows already in it are skipped.")
]
Device = Annotated[
    str | None, typer.Option(help="cpu, cuda …; the fastest present where not given.")
]
Dtype = Annotated[
    Precision, typer.Option(help="What the weights are read as; auto: as they are saved.")
]
SpecialTokens = Annotated[
    bool, typer.Option(help="Turn it off for prompts that hold their special tokens already.")
]
Generate = Annotated[
    bool, typer.Option("--generate", help="Rows are questions: have the model answer them.")
]
MaxNewTokens = Annotated[int, typer.Option(min=1, help="With --generate: the longest answer.")]
ChatTemplate = Annotated[
    bool | None,
    typer.Option(
        help="With --generate: put prompts into the tokenizer's chat template; where not "
        "given, if it has one."
    ),
]
BatchSize = Annotated[int, typer.Option(min=1, help="Prompts that the model computes at once.")]
Bits = Annotated[Quantised, typer.Option(help="Load the weights in fewer bits (bitsandbytes).")]
DeviceMap = Annotated[
    str | None,
    typer.Option(help="Spread the weights over devices (accelerate), such as auto."),
]


def record(
    file: File,
    model: Model,
    output: Output,
    device: Device = None,
    dtype: Dtype = Precision.auto,
    special_tokens: SpecialTokens = True,
    generate: Generate = False,
    max_new_tokens: MaxNewTokens = 64,
    chat_template: ChatTemplate = None,
    batch_size: BatchSize = 4,
    quantised: Bits = Quantised.no,
    device_map: DeviceMap = None,
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
    has around their question, as `groundgraph subgraph` retrieves it. A bad row costs only itself;
    where no row gets a trace, the exit status is 3.
    """
    from groundgraph.io.limits import limits_from
    from groundgraph.methods.gga.facts import PromptSettings
    from groundgraph.methods.gga.retrieval import Retrieval
    from groundgraph.methods.gga.subgraph import Pruning
    from groundgraph.parts.huggingface import check_folder
    from groundgraph.parts.probe.attention import AttentionProbe
    from groundgraph.recording import ROWS
    from groundgraph.recording import record as recorded

    if not generate and (store is not None or chat_template is not None):
        raise typer.BadParameter("--store and --chat-template go with --generate")
    check_folder(model)
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
    with _rows(file, limits, triples, store, questions) as rows:
        made = recorded(
            rows,
            probe if writer is None else writer.probe,
            output,
            settings=PromptSettings(pruning),
            batch_size=max(batch_size, AT_ONCE),
            writer=writer,
        )
        summary = _summary(made, file, quiet=quiet)
    if not quiet:
        for line in summary.lines:
            typer.echo(line, err=True)
    if summary.traced == 0 < summary.rows:
        typer.echo(f"groundgraph: no row has a trace (exit status {UNREAD})", err=True)
        raise typer.Exit(UNREAD)
    if not quiet:
        typer.echo(f"groundgraph check {output / ROWS} --detector gga", err=True)


class _Summary(NamedTuple):
    """What became of the rows: the first problems and counts, for the terminal, and two counts."""

    lines: list[str]
    rows: int
    traced: int


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


def _summary(made: Generator[Recorded, None, None], file: str, *, quiet: bool) -> _Summary:
    """Record all rows, beside a bar where somebody looks on."""
    from groundgraph.cli.progress import rows_bar

    with ExitStack() as stack:
        done: Iterable[Recorded] = stack.enter_context(closing(made))
        if not quiet and sys.stderr.isatty():
            done = _shown(done, stack.enter_context(rows_bar(file)))
        return _counted(done)


def _shown(done: Iterable[Recorded], advance: Callable[[], None]) -> Iterator[Recorded]:
    for one in done:
        yield one
        advance()


def _counted(done: Iterable[Recorded]) -> _Summary:
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
    traced = total - without - unread
    counts = f"{total:,} rows: {traced:,} traced, {without:,} could not be traced"
    shown.append(f"{counts}, {unread:,} unreadable")
    if skipped:
        shown.append(f"{skipped:,} of them were in the output already")
    return _Summary(shown, total, traced)
