"""The queue in front of the judge, without a server around it."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from groundgraph.serve.batching import Batcher
from groundgraph.serve.errors import BusyError
from groundgraph.serve.metrics import Metrics, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence
    from concurrent.futures import Executor


def batcher(
    run: Callable[[Sequence[int]], Sequence[int]], executor: Executor, deadline: float
) -> Batcher[int, int]:
    return Batcher(run, executor, 1, 0.0, 1_000, deadline, Metrics(shared(1)))


def finished(work: Callable[[], Coroutine[None, None, None]], seconds: float = 30) -> bool:
    """Say whether an event loop of its own comes to the end of some work."""
    thread = threading.Thread(target=lambda: asyncio.run(work()), daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def slowly(items: Sequence[int]) -> Sequence[int]:
    time.sleep(0.05 * len(items))
    return [2 * item for item in items]


def test_more_than_can_be_judged_in_time_waits_and_does_not_hang() -> None:
    found: list[int] = []

    async def work() -> None:
        with ThreadPoolExecutor(1) as executor:
            queue = batcher(slowly, executor, deadline=0.1)  # room for two, far below capacity
            queue.start()

            async def one(item: int) -> int:
                return await (await queue.submit_patiently(item))

            found.extend(await asyncio.gather(*map(one, range(20))))
            await queue.close()

    assert finished(work)
    assert found == [2 * item for item in range(20)]


def test_one_who_gives_up_leaves_the_turn_to_the_next() -> None:
    found: list[object] = []

    async def work() -> None:
        with ThreadPoolExecutor(1) as executor:
            queue = batcher(slowly, executor, deadline=0.1)
            queue.start()

            async def one(item: int) -> int:
                return await (await queue.submit_patiently(item))

            tasks = [asyncio.create_task(one(item)) for item in range(12)]
            await asyncio.sleep(0.08)
            for task in tasks[3:9]:
                task.cancel()
            found.extend(await asyncio.gather(*tasks, return_exceptions=True))
            await queue.close()

    assert finished(work)
    given_up = [isinstance(each, asyncio.CancelledError) for each in found]
    assert given_up[:2] == [False, False]
    assert all(given_up[4:9])
    assert found[9:] == [18, 20, 22]


def test_what_is_let_in_is_what_the_queue_says_it_has_room_for() -> None:
    gate = threading.Event()
    accepted: list[int] = []

    def held(items: Sequence[int]) -> Sequence[int]:
        gate.wait(30)
        return items

    async def work() -> None:
        with ThreadPoolExecutor(1) as executor:
            queue = batcher(held, executor, deadline=1.0)  # 0.75 s, at a guessed 0.125 s an item
            queue.start()
            results: list[asyncio.Future[int]] = []
            while not queue.full:
                results.append(queue.submit(len(results)))
            with pytest.raises(BusyError):
                queue.submit(len(results))
            gate.set()
            accepted.extend(await asyncio.gather(*results))
            await queue.close()

    assert finished(work)
    assert accepted == list(range(7))


def test_one_long_answer_turns_nobody_away_who_is_judged_in_time() -> None:
    accepted: list[int] = []

    def first_is_long(items: Sequence[int]) -> Sequence[int]:
        time.sleep(0.3 if items[0] == 0 else 0.0)
        return items

    async def work() -> None:
        with ThreadPoolExecutor(1) as executor:
            queue = batcher(first_is_long, executor, deadline=10.0)
            queue.start()
            await queue.submit(0)
            accepted.extend(await asyncio.gather(*map(queue.submit, range(1, 51))))
            await queue.close()

    assert finished(work)
    assert accepted == list(range(1, 51))


def test_a_mean_that_one_very_slow_item_left_is_forgotten_by_a_few_quick_ones() -> None:
    rooms: list[int] = []

    async def work() -> None:
        with ThreadPoolExecutor(1) as executor:
            queue = batcher(lambda items: items, executor, deadline=60.0)
            queue._learn(1, 50.0)
            rooms.append(queue._room)
            queue.start()
            for item in range(8):
                await queue.submit(item)
            rooms.append(queue._room)
            await queue.close()

    assert finished(work)
    slow, quick = rooms
    assert slow <= 2  # as long as all that is known is one item of 50 s
    assert quick >= 24
