"""What processes that work side by side share: the cores, and their parent's end."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TURN = 1e-4
"""Seconds that a thread of Python keeps its turn while others wait for theirs."""
_SELDOM = (50_000, 20, 50)
"""New objects after which the garbage collector looks through them, and how often through older."""
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_of_cores(processes: int) -> int:
    """Return how many threads each of so many processes may compute with."""
    return max(1, cores() // processes)


def limit_threads(threads: int) -> None:
    """Set how many threads libraries of numbers take that are imported from now on.

    What the environment says already stands.
    """
    for name in _THREADS:
        os.environ.setdefault(name, str(threads))


def settle() -> None:
    """Set up a process that nobody else's code runs in: a door's own, or a worker.

    Models run in threads beside Python, which by default lets them wait 5 ms for their turn. What
    is read of texts is kept, so that little of what the garbage collector looks through is garbage:
    by default that takes a sixth of the time of rules.
    """
    sys.setswitchinterval(_TURN)
    gc.set_threshold(*_SELDOM)


def end_with_parent(end: Callable[[], object]) -> None:
    """Have ``end`` called, in a thread, once the process that started this one has ended."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    sentinel = parent.sentinel

    def follow() -> None:
        wait([sentinel])
        end()

    threading.Thread(target=follow, daemon=True).start()
