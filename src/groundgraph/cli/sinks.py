"""Where the verdicts of a run go: a file, a report, standard output, or the reader's terminal."""

from __future__ import annotations

import errno
import os
import sys
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

from groundgraph.errors import InputError, of_the_system
from groundgraph.io import VerdictFile, dumps
from groundgraph.io.examples import label_unread
from groundgraph.io.meant import meant_by
from groundgraph.io.places import is_standard_output, kind_of, same
from groundgraph.measures.labelled import Tally
from groundgraph.types.records import detector_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from groundgraph.checking import Checked
    from groundgraph.types import Example

    Taker = Callable[[Checked], None]
    """Takes a record."""
    GroupTaker = Callable[[Sequence[Checked]], None]
    """Takes the records of one row, of each detector one."""

_COUNTED = ("grounded", "hallucinated", "unverifiable", "errors")
_TABLES = frozenset({".csv", ".tsv", ".parquet", ".xlsx"})
_ERRORS_SHOWN = 5
_NAMED = 8
"""Fields that were not read, of which a remark names so many."""


def _no_counts() -> Counter[str]:
    return Counter(dict.fromkeys(_COUNTED, 0))


@dataclass
class Read:
    """What rows held that their readers should hear of.

    Attributes:
        evidence: Whether any had some.
        question: Whether any had one.
        asked: The first field that may hold one and was not read, "" where there is none.
        unread: The fields that were not read, and in how many rows.
        graph: What ``--triples`` names, "" where it is left out.
        without: Rows that have no triples beside it.
        repeated: Rows with the id of another.
        unlabelled: Rows with a label that is none.
        label: What the first of them has.
    """

    evidence: bool = False
    question: bool = False
    asked: str = ""
    unread: Counter[str] = field(default_factory=Counter)
    graph: str = ""
    without: int = 0
    repeated: int = 0
    unlabelled: int = 0
    label: str = ""
    _ids: set[int] = field(default_factory=set)

    def take(self, example: Example, line: int) -> None:
        """Look at a row."""
        given = example.metadata.get("label")
        if example.label is None and given is not None and given != "":
            self.label = self.label or f"line {line}: {label_unread(example)}"
            self.unlabelled += 1
        if example.passages or example.triples:
            self.evidence = True
        if not self.evidence:
            self.unread.update(example.metadata.keys())
        self.question = self.question or bool(example.question)
        if not (self.question or self.asked):
            carried = example.metadata.items()
            texts = [name for name, value in carried if isinstance(value, str) and " " in value]
            self.asked = meant_by("question", texts)
        self.without += bool(self.graph) and not example.triples
        before = len(self._ids)
        self._ids.add(hash(example.id))
        self.repeated += len(self._ids) == before

    def remarks(self) -> Iterator[str]:
        """Yield what is to be said of them."""
        if self.unread and not self.evidence:
            names = ", ".join(map(repr, [name for name, _ in self.unread.most_common(_NAMED)]))
            yield (
                f"no row had passages or triples; not read: {names}; name the column, such as "
                "--columns passages=NAME"
            )
        elif self.asked and not self.question:
            found = f"no row had a question; not read: {self.asked!r}"
            yield f"{found}; call it 'question' if it is one"
        if self.without:
            rows = "1 row has" if self.without == 1 else f"{self.without:,} rows have"
            yield f"{rows} no triples: {self.graph} has none between what question and answer name"
        if self.repeated:
            rows = "1 row has" if self.repeated == 1 else f"{self.repeated:,} rows have"
            yield f"{rows} the id of another row; `line` tells them apart"
        if self.unlabelled:
            rows = "1 row has" if self.unlabelled == 1 else f"{self.unlabelled:,} rows have"
            yield f"{rows} a label that is none and is not measured by; {self.label}"


@dataclass(frozen=True)
class Sinks:
    """Everything that takes the rows of one run.

    Attributes:
        takers: Called with each row, in order.
        file: What ``--output`` names, where it names a file.
        detectors: How many judge each row.
        counts: Records by label, and "errors"; ``skipped`` ones are among them.
        by_detector: The same of each detector, by place and name, where there are several.
        errors: The first few errors, worded for the terminal.
        skipped: Holds the number of rows that an earlier run had done.
        shown: Whether the reader of standard error has seen the errors among the rows.
        tallies: What became of labelled answers, by the place of each detector.
        read: What the rows held.
    """

    takers: tuple[Taker, ...] = ()
    file: VerdictFile | None = None
    detectors: int = 1
    counts: Counter[str] = field(default_factory=_no_counts)
    by_detector: dict[tuple[int, str], Counter[str]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    shown: bool = False
    tallies: dict[int, Tally] = field(default_factory=dict)
    read: Read = field(default_factory=Read)

    def done(self) -> Iterable[Mapping[str, Any]]:
        """Return what an earlier run wrote to the file."""
        return () if self.file is None else self.file.done()

    def take(self, checked: Checked) -> None:
        """Pass one row on, and count it."""
        for taker in self.takers:
            taker(checked)
        record = checked.record
        error = record.get("error")
        counted = "errors" if error else record["label"]
        place = self.counts.total() % self.detectors  # two may have one name
        self.counts[counted] += 1
        if (example := checked.row.example) is not None:
            self._read(example, record, place)
        if self.detectors > 1:
            key = place, detector_name(record["detector"])
            self.by_detector.setdefault(key, _no_counts())[counted] += 1
        self.skipped["rows"] += not checked.fresh
        if error and len(self.errors) < _ERRORS_SHOWN:
            self.errors.append(f"line {record['line']}: {error['message']}")

    def _read(self, example: Example, record: Mapping[str, Any], place: int) -> None:
        if place == 0:
            self.read.take(example, record["line"])
        if example.label is not None and "label" in record:
            self.tallies.setdefault(place, Tally()).add(
                example.label,
                [passage.text for passage in example.passages],
                record["hallucination_score"],
                flagged=record["label"] == "hallucinated",
            )

    def _figures(self) -> Iterator[str]:
        """Yield how the labelled answers were judged, by each detector."""
        from groundgraph.report.terminal import render_figures

        names = dict(self.by_detector.keys())
        for place, tally in self.tallies.items():
            if (figures := tally.figures()) is not None:
                yield (f"{names[place]}: " if place in names else "") + render_figures(figures)

    def summarise(self) -> None:
        """Print the errors not yet shown, counts, figures of labels, and what an LLM took."""
        from rich.console import Console
        from rich.text import Text

        from groundgraph.report.lines import printable
        from groundgraph.report.terminal import render_summary, render_usage
        from groundgraph.services import usage

        console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        if not self.shown:
            for error in self.errors:
                console.print(printable(error))
            if (more := self.counts["errors"] - len(self.errors)) > 0:
                console.print(f"and {more:,} more {'row' if more == 1 else 'rows'} with errors")
        if self.detectors == 1:
            console.print(render_summary(self.counts))
        for (_, name), counts in self.by_detector.items():
            console.print(Text(printable(f"{name}: ")).append(render_summary(counts)))
        for remark in (*self._figures(), *self.read.remarks()):
            console.print(printable(remark))
        if self.skipped["rows"]:
            console.print(f"{self.skipped['rows']:,} of them were in the output already")
        if used := render_usage(usage.taken()):
            console.print(used)


@contextmanager
def opened(
    source: str,
    output: str | None,
    report: Path | None,
    *,
    progress: bool,
    detectors: int = 1,
    graph: str | None = None,
) -> Iterator[Sinks]:
    """Open what the options name; without any, choose the terminal or a pipe.

    Args:
        source: The input.
        output: What ``--output`` names.
        report: What ``--report`` names.
        progress: Whether to show a bar where standard error is a terminal.
        detectors: How many judge each row.
        graph: What ``--triples`` names.

    Raises:
        InputError: When a file cannot be meant, is the input, or is written by another process.
        MachineError: When the permission or the room is missing.
    """
    _check_names(source, output, report)
    with ExitStack() as stack:
        takers: list[Taker] = []
        shown = False
        file, stream = _output(stack, output)
        if file is not None:
            takers.append(_appending_to(file))
        if report is not None:
            takers.append(_by_row(stack.enter_context(_report(report)), detectors))
        if stream is not None or not (takers or _is_tty(sys.stdout)):
            takers.append(_printing_to(stream or _standard_output()))
        elif not takers:
            takers.append(_by_row(_terminal(), detectors))
            progress, shown = False, _is_tty(sys.stderr)
        if progress and _is_tty(sys.stderr):
            takers.append(_by_row(stack.enter_context(_progress(source)), detectors))
        read = Read(graph=graph or "")
        yield Sinks(tuple(takers), file, detectors, shown=shown, read=read)


def _by_row(taker: GroupTaker, detectors: int) -> Taker:
    """Hand on the records of a row once all its detectors have judged it."""
    waiting: list[Checked] = []

    def take(checked: Checked) -> None:
        waiting.append(checked)
        if len(waiting) == detectors:
            taker(waiting)
            waiting.clear()

    return take


def _check_names(source: str, output: str | None, report: Path | None) -> None:
    if report is not None:
        _check_other("--report", report, "input", source)
        _check_other("--report", report, "--output", output or "-")
    if output is not None:
        _check_other("--output", output, "input", source)


def _check_other(option: str, path: str | Path, what: str, other: str) -> None:
    if "-" not in {str(path), other} and same(path, other):
        raise InputError(f"{option} is the {what}, {other!r}; choose another name")


def _output(stack: ExitStack, output: str | None) -> tuple[VerdictFile | None, IO[str] | None]:
    """Open what ``--output`` names: a file that can be continued, or a stream that cannot."""
    if output is None:
        return None, None
    if Path(output).suffix.lower() in _TABLES:
        raise InputError(
            f"--output {output!r}: verdicts are JSON lines; name it {Path(output).stem}.jsonl"
        )
    if output == "-" or _is_our_pipe(output):
        return None, _standard_output()
    if kind_of(output) in {"pipe", "terminal", "null device"}:
        return None, stack.enter_context(_stream(output))
    return stack.enter_context(VerdictFile(output)), None


def _is_our_pipe(output: str) -> bool:
    """Tell whether ``/dev/stdout`` and the like mean the pipe or terminal that "-" means."""
    return is_standard_output(output) and kind_of(output) != "file"


@contextmanager
def _stream(path: str) -> Iterator[IO[str]]:
    """Open a pipe, a terminal or the null device; a pipe that nobody reads is not waited for."""
    try:
        number = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise InputError(
                f"cannot write {path!r}: it is a pipe that no process reads; start the reader first"
            ) from error
        then = "mend that and run the same command again"
        raise of_the_system(f"cannot write {path!r}", error, then) from error
    os.set_blocking(number, True)
    with open(number, "w", encoding="ascii", newline="\n") as stream:  # noqa: PTH123 - of a number
        yield stream


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise InputError("standard output is closed; name a file with --output")
    return sys.stdout


def _is_tty(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _appending_to(file: VerdictFile) -> Taker:
    def take(checked: Checked) -> None:
        if checked.fresh:
            file.append(checked.record)

    return take


@contextmanager
def _report(path: Path) -> Iterator[GroupTaker]:
    from groundgraph.report.html import ReportWriter

    with ReportWriter(path) as writer:
        yield lambda group: writer.add(group[0].row.example, *(one.record for one in group))


def _printing_to(stream: IO[str]) -> Taker:
    def take(checked: Checked) -> None:
        stream.write(dumps(checked.record) + "\n")
        stream.flush()

    return take


def _terminal() -> GroupTaker:
    from rich.console import Console

    from groundgraph.report.terminal import render, render_several

    console = Console()

    def take(group: Sequence[Checked]) -> None:
        example, records = group[0].row.example, [one.record for one in group]
        several = len(records) > 1
        console.print(render_several(example, records) if several else render(example, *records))

    return take


@contextmanager
def _progress(source: str) -> Iterator[GroupTaker]:
    from groundgraph.cli.progress import rows_bar

    with rows_bar(source) as advance:
        yield lambda _: advance()
