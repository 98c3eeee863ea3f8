"""Where the verdicts of a run go: a file, a report, standard output, or the reader's terminal."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundgraph.errors import InputError
from groundgraph.io import VerdictFile, dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from groundgraph.checking import Checked

    Taker = Callable[[Checked], None]

_COUNTED = ("grounded", "hallucinated", "unverifiable", "errors")
_ERRORS_SHOWN = 5


@dataclass(frozen=True)
class Sinks:
    """Everything that takes the rows of one run.

    Attributes:
        takers: Called with each row, in order.
        file: What ``--output`` names, where it names a file.
        counts: Rows by label, and "errors"; ``skipped`` ones are among them.
        errors: The first few errors, worded for the terminal.
        skipped: Holds the number of rows that an earlier run had done.
    """

    takers: tuple[Taker, ...] = ()
    file: VerdictFile | None = None
    counts: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(_COUNTED, 0)))
    errors: list[str] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)

    def done(self) -> Iterable[Mapping[str, Any]]:
        """Return what an earlier run wrote to the file."""
        return () if self.file is None else self.file.done()

    def take(self, checked: Checked) -> None:
        """Pass one row on, and count it."""
        for taker in self.takers:
            taker(checked)
        record = checked.record
        error = record.get("error")
        self.counts["errors" if error else record["label"]] += 1
        self.skipped["rows"] += not checked.fresh
        if error and len(self.errors) < _ERRORS_SHOWN:
            self.errors.append(f"line {record['line']}: {error['message']}")

    def summarise(self) -> None:
        """Print the first errors and the counts on standard error."""
        from rich.console import Console

        from groundgraph.report.terminal import printable, render_summary

        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        for error in self.errors:
            console.print(printable(error))
        if (more := self.counts["errors"] - len(self.errors)) > 0:
            console.print(f"and {more:,} more rows with errors")
        console.print(render_summary(self.counts))
        if self.skipped["rows"]:
            console.print(f"{self.skipped['rows']:,} of them were in the output already")


@contextmanager
def opened(
    source: str, output: str | None, report: Path | None, *, progress: bool
) -> Iterator[Sinks]:
    """Open what the options name; without any, choose the terminal or a pipe.

    Raises:
        InputError: When a file cannot be opened, or the output is the input.
    """
    with ExitStack() as stack:
        takers: list[Taker] = []
        file = None
        if output not in {None, "-"}:
            file = stack.enter_context(_verdict_file(source, Path(str(output))))
            takers.append(_appending_to(file))
        if report is not None:
            takers.append(stack.enter_context(_report(report)))
        if output == "-" or not (takers or sys.stdout.isatty()):
            takers.append(_print_json)
        elif not takers:
            takers.append(_terminal())
            progress = False
        if progress and sys.stderr.isatty():
            takers.append(stack.enter_context(_progress()))
        yield Sinks(tuple(takers), file)


def _verdict_file(source: str, path: Path) -> VerdictFile:
    if source != "-" and path.exists() and Path(source).exists() and path.samefile(source):
        raise InputError(f"--output is the input, {source!r}; choose another name")
    return VerdictFile(path)


def _appending_to(file: VerdictFile) -> Taker:
    def take(checked: Checked) -> None:
        if checked.fresh:
            file.append(checked.record)

    return take


@contextmanager
def _report(path: Path) -> Iterator[Taker]:
    from groundgraph.report.html import ReportWriter

    with ReportWriter(path) as writer:
        yield lambda checked: writer.add(checked.row.example, checked.record)


def _print_json(checked: Checked) -> None:
    sys.stdout.write(dumps(checked.record) + "\n")
    sys.stdout.flush()


def _terminal() -> Taker:
    from rich.console import Console

    from groundgraph.report.terminal import render

    console = Console()
    return lambda checked: console.print(render(checked.row.example, checked.record))


@contextmanager
def _progress() -> Iterator[Taker]:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = ("{task.completed} answers", "{task.fields[rate]}/s")
    with Progress(
        SpinnerColumn(),
        *(TextColumn(column) for column in columns),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("check", total=None, rate="–")

        def take(_: Checked) -> None:
            bar.advance(task)
            speed = bar.tasks[0].speed
            bar.update(task, rate="–" if speed is None else f"{speed:.0f}")

        yield take
