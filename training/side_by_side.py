"""Does the same for several things in processes side by side."""

from __future__ import annotations

import os
from concurrent.futures import FIRST_EXCEPTION, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

from groundgraph.processes import cores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST = 3
"""Processes at most; each has its own copy of torch and shares the memory's bandwidth."""
Item = TypeVar("Item")


def side_by_side(do: Callable[[Item], None], items: Sequence[Item], processes: int) -> None:
    """Do something for each item, the first ones first; with one process, in this one.

    The cores are shared out evenly. After an error nothing more is begun; it is raised when what
    was under way has ended.

    Args:
        do: Of a module, so that another process finds it.
        items: What to do it for, the longest first.
        processes: How many at once.
    """
    processes = min(processes, len(items))
    if processes <= 1:
        for item in items:
            do(item)
        return
    threads = -(-cores() // processes)
    context = get_context("spawn")  # a fork would copy threads that hold locks
    with ProcessPoolExecutor(processes, context, _share, (threads,)) as pool:
        running = [pool.submit(do, item) for item in items]
        done, _ = wait(running, return_when=FIRST_EXCEPTION)
        pool.shutdown(cancel_futures=True)
    for each in done:
        each.result()


def _share(threads: int) -> None:
    """Set how many threads a process takes, before it imports what reads it."""
    os.environ["OMP_NUM_THREADS"] = str(threads)
