"""How far a long command is: a bar in a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from groundgraph.io.places import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress, TaskID

    from groundgraph.progress import Watcher

_BLOCK = 1 << 20
_SECONDS = 10.0
"""Between two lines, where no terminal redraws one."""


@contextmanager
def progress(*, quiet: bool = False) -> Iterator[Watcher]:
    """Show the stages of a command on standard error, each with the time that is left of it."""
    if quiet:
        yield _silent
    elif sys.stderr.isatty():
        with _bar() as watcher:
            yield watcher
    else:
        yield _lines()


def _silent(stage: str, done: int, total: int) -> None:
    del stage, done, total


def _lines() -> Watcher:
    shown = [time.monotonic(), 0.0]  # when the last line was written, and when the stage began

    def watch(stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if done == 0:
            shown[1] = now
        if now - shown[0] >= _SECONDS:
            shown[0] = now
            left = (now - shown[1]) * (total - done) / done if done else 0.0
            rest = f", {left:,.0f} s left" if left else ""
            sys.stderr.write(f"{stage}: {done:,} of {total:,}{rest}\n")

    return watch


@contextmanager
def _bar() -> Iterator[Watcher]:
    with _drawn("") as (bar, task):

        def watch(stage: str, done: int, total: int) -> None:
            if done == 0:
                bar.reset(task, description=stage, total=total)
            bar.update(task, completed=done, description=stage, total=total)

        yield watch


@contextmanager
def rows_bar(source: str) -> Iterator[Callable[[], None]]:
    """Show how many rows of a file are done; what it yields is called after each.

    The time that is left is shown where the rows can be counted beforehand.
    """
    with _drawn("answers", _rows_in(source)) as (bar, task):
        yield lambda: bar.advance(task)


def _rows_in(source: str) -> int | None:
    """Count the lines of a plain JSONL file, a second for some gigabytes; ``None`` for others."""
    if not source.endswith((".jsonl", ".ndjson")) or kind_of(source) != "file":
        return None
    with open(source, "rb") as file:  # noqa: PTH123 - as it was given
        return sum(block.count(b"\n") for block in iter(lambda: file.read(_BLOCK), b""))


@contextmanager
def _drawn(stage: str, total: int | None = None) -> Iterator[tuple[Progress, TaskID]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,.0f}"))
    times = (TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, *times, console=console, transient=True) as bar:
        yield bar, bar.add_task(stage, total=total)
