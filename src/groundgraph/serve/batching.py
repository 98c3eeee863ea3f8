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

_REMEMBERED = 16, 8.0
"""Items, and seconds, that weigh as much as a batch of so many, or so long, in an item's mean time.

By its items alone a batch of one slow item would hardly count; by a fixed weight a few long answers
would turn away those who are judged in time. A batch counts for the seconds that it was expected to
take, too: or the mean that one very slow item leaves would turn away dozens of quick ones.
"""
_GUESSED = 0.125
"""Seconds of an item before any was run: so that the first batch is a small one."""
_INSTANT = 1e-6
"""Seconds of an item that took no time to speak of."""
_LONGEST_RETRY = 60
_BATCH_SECONDS = 1.0
"""About as long as a batch may take: those behind it wait for all of it."""
_IN_TIME = 0.75
"""Share of the deadline that an item is expected to wait at most; beyond, it is not let in."""


class Batcher(Generic[T, R]):
    """A bounded queue in front of a function that takes many items at once.

    Args:
        run: Gives one result for each item, in order; called in ``executor``.
        executor: Of one thread; several batchers may share it.
        size: Items that are run together at most.
        wait: Seconds that the first item of a batch waits for others.
        capacity: Items that may wait.
        deadline: Seconds after which nobody wants an item's result any more.
        metrics: Told of the queue and of each batch.
    """

    def __init__(
        self,
        run: Callable[[Sequence[T]], Sequence[R]],
        executor: Executor,
        size: int,
        wait: float,
        capacity: int,
        deadline: float,
        metrics: Metrics,
    ) -> None:
        self._run = run
        self._executor = executor
        self._size = size
        self._wait = wait
        self._capacity = capacity
        self._patience = deadline * _IN_TIME
        self._judging = 0
        self._begun: float | None = None
        self._metrics = metrics
        self._queue: deque[tuple[T, asyncio.Future[R]]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()
        self._news = asyncio.Event()
        self._closing = False
        self._seconds = _GUESSED
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
        """Whether no more can wait, or would be judged in time."""
        return self._room < 1

    @property
    def _room(self) -> int:
        """How many items may come now, one after the other, until it is full."""
        before = len(self._queue) + self._judging
        in_time = int(self._patience / max(self._seconds, _INSTANT)) + 1 - before
        return min(self._capacity - len(self._queue), in_time)

    @property
    def _expected(self) -> float:
        """Seconds until an item that comes now is judged."""
        return (len(self._queue) + self._judging) * self._seconds

    @property
    def judging_for(self) -> float:
        """Seconds since the batch that is judged now began, 0 where none is."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun

    def busy(self) -> BusyError:
        """Return what a client is told when the queue is full."""
        return BusyError(min(max(math.ceil(self._expected), 1), _LONGEST_RETRY))

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
        """Wake as many of those who wait as there is room for.

        Room is what `full` goes by: one who is woken while it is full would ask again at once, and
        for ever, since nothing else runs in between.
        """
        room = self._room
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
                self._judging, self._begun = len(batch), time.monotonic()
                await self._judge(batch)
                self._judging, self._begun = 0, None
                self._let_in()

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
        most = max(1, min(self._size, int(_BATCH_SECONDS / self._seconds)))
        while self._queue and len(batch) < most:
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
        self._learn(len(batch), spent)
        self._metrics.batch(len(batch), spent)

    def _learn(self, items: int, seconds: float) -> None:
        """Correct the mean time of an item by that of a batch."""
        known_items, known_seconds = _REMEMBERED
        longer = max(seconds, items * self._seconds)
        weight = max(items / (items + known_items), longer / (longer + known_seconds))
        self._seconds += weight * (seconds / items - self._seconds)
