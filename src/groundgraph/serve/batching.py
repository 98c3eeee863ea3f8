"""Micro-batches: items of many requests, run together by one thread."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from groundgraph.serve.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from groundgraph.serve.metrics import Metrics

T = TypeVar("T")
R = TypeVar("R")

_LEARNED = 0.2
"""Weight of the newest batch in the mean time of an item."""
_LONGEST_RETRY = 60


class Batcher(Generic[T, R]):
    """A bounded queue in front of a function that takes many items at once.

    Args:
        run: Gives one result for each item, in order; called in ``executor``.
        executor: Of one thread; several batchers may share it.
        size: Items that are run together at most.
        wait: Seconds that the first item of a batch waits for others.
        capacity: Items that may wait.
        metrics: Told of the queue and of each batch.
    """

    def __init__(
        self,
        run: Callable[[Sequence[T]], Sequence[R]],
        executor: Executor,
        size: int,
        wait: float,
        capacity: int,
        metrics: Metrics,
    ) -> None:
        self._run = run
        self._executor = executor
        self._size = size
        self._wait = wait
        self._capacity = capacity
        self._metrics = metrics
        self._queue: deque[tuple[T, asyncio.Future[R]]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()
        self._news = asyncio.Event()
        self._closing = False
        self._seconds = 0.05
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to run batches, in the running event loop."""
        self._loop = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Finish what waits, then stop."""
        self._closing = True
        self._news.set()
        if self._loop is not None:
            await self._loop

    @property
    def full(self) -> bool:
        """Whether nothing more can wait."""
        return len(self._queue) >= self._capacity

    def busy(self) -> BusyError:
        """Return what a client is told when the queue is full."""
        seconds = math.ceil(len(self._queue) * self._seconds)
        return BusyError(min(max(seconds, 1), _LONGEST_RETRY))

    def submit(self, item: T) -> asyncio.Future[R]:
        """Queue an item; a result that is cancelled before its batch begins is not made.

        Raises:
            BusyError: When the queue is full.
        """
        if self.full:
            raise self.busy()
        result: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._queue.append((item, result))
        self._changed()
        return result

    async def submit_patiently(self, item: T) -> asyncio.Future[R]:
        """Queue an item as soon as there is room; those who wait are served in turn."""
        while self.full or self._patient:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._patient.append(turn)
            self._let_in()
            try:
                await turn
            finally:
                self._let_in()
            if not self.full:
                break
        return self.submit(item)

    def _let_in(self) -> None:
        """Wake as many of those who wait as there is room for."""
        room = self._capacity - len(self._queue)
        while room > 0 and self._patient:
            turn = self._patient.popleft()
            if not turn.done():
                turn.set_result(None)
                room -= 1

    def _changed(self) -> None:
        self._metrics.queued(len(self._queue))
        self._news.set()

    async def _work(self) -> None:
        while True:
            if not self._queue:
                if self._closing:
                    return
                self._news.clear()
                await self._news.wait()
                continue
            await self._gather()
            if batch := self._take():
                await self._judge(batch)

    async def _gather(self) -> None:
        """Wait for a full batch, for as long as the first item may wait."""
        until = time.monotonic() + self._wait
        while len(self._queue) < self._size and not self._closing:
            left = until - time.monotonic()
            if left <= 0:
                return
            self._news.clear()
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)

    def _take(self) -> list[tuple[T, asyncio.Future[R]]]:
        batch: list[tuple[T, asyncio.Future[R]]] = []
        while self._queue and len(batch) < self._size:
            item, result = self._queue.popleft()
            if not result.done():
                batch.append((item, result))
        self._changed()
        self._let_in()
        return batch

    async def _judge(self, batch: Sequence[tuple[T, asyncio.Future[R]]]) -> None:
        begun = time.monotonic()
        items = [item for item, _ in batch]
        loop = asyncio.get_running_loop()
        try:
            results = await loop.run_in_executor(self._executor, self._run, items)
            found = dict(zip([result for _, result in batch], results, strict=True))
        except Exception as error:  # noqa: BLE001 - it is told to each who waits
            for _, result in batch:
                if not result.done():
                    result.set_exception(error)
            return
        for result, own in found.items():
            if not result.done():
                result.set_result(own)
        spent = time.monotonic() - begun
        self._seconds += _LEARNED * (spent / len(batch) - self._seconds)
        self._metrics.batch(len(batch), spent)
