"""What a long call is doing, told to whoever watches: a stage, and how much of it is done."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


T = TypeVar("T")


class Watcher(Protocol):
    """Takes the news of a long call."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note that ``done`` of the ``total`` steps of a stage, mostly answers, are done."""
        ...


_WATCHER: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Tell ``watcher`` what is done inside the block."""
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


def batches(stage: str, items: Sequence[T], size: int = 32) -> Iterator[Sequence[T]]:
    """Yield a few items at a time, and tell the watcher how many of them are done.

    >>> [list(batch) for batch in batches("read", [1, 2, 3], 2)]
    [[1, 2], [3]]
    """
    tell(stage, 0, len(items))
    for at in range(0, len(items), size):
        yield items[at : at + size]
        tell(stage, min(at + size, len(items)), len(items))
