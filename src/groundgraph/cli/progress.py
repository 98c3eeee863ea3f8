"""How far a long command is: a bar in a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundgraph.bench.progress import Watcher

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
            sys.stderr.write(f"{stage}: {done:,} of {total:,} answers{rest}\n")

    return watch


@contextmanager
def _bar() -> Iterator[Watcher]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,.0f}"))
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def watch(stage: str, done: int, total: int) -> None:
            if done == 0:
                bar.reset(task, description=stage, total=total)
            bar.update(task, completed=done, description=stage, total=total)

        yield watch
