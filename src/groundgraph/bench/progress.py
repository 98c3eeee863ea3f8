"""What a bench is doing, told to whoever watches: a stage, and how much of it is done."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator


class Watcher(Protocol):
    """Takes the news of a running bench."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note that ``done`` of the ``total`` answers of a stage are judged."""
        ...


_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell ``watcher`` what is judged inside the block."""
    token = _WATCHER.set(watcher)
    try:
        yield
    finally:
        _WATCHER.reset(token)


def tell(stage: str, done: int, total: int) -> None:
    """Tell the watcher, where there is one."""
    watcher = _WATCHER.get()
    if watcher is not None:
        watcher(stage, done, total)
