"""Says how far some work is, and how long the rest will take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SECONDS = 30.0
Item = TypeVar("Item")


class Every:
    """Says when so many seconds have gone by since it last said so."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.last = time.monotonic()

    def is_due(self) -> bool:
        """Return whether they have."""
        if time.monotonic() - self.last < self.seconds:
            return False
        self.last = time.monotonic()
        return True


class Progress:
    """Prints lines about some work.

    Args:
        what: What is being done.
        total: How much there is to do.
        done: How much was done before.
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self.what, self.total, self.first = what, total, done
        self.begun = time.monotonic()

    def say(self, done: int, more: str = "") -> None:
        """Print how much is done, and what is left at the rate so far."""
        took = time.monotonic() - self.begun
        left = took / max(1, done - self.first) * (self.total - done)
        shown = ", ".join(part for part in (more, f"{duration(left)} left") if part)
        print(f"    {self.what}: {done:,} of {self.total:,}, {shown}", flush=True)


def counted(items: Iterable[Item], what: str, total: int) -> Iterator[Item]:
    """Yield items, and print now and then how many were taken."""
    progress, line = Progress(what, total), Every(SECONDS)
    for number, item in enumerate(items):
        if line.is_due():
            progress.say(number)
        yield item


def duration(seconds: float) -> str:
    """Return a length of time as it is said.

    >>> duration(42), duration(600), duration(5 * 3600)
    ('42 s', '10 min', '5.0 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
