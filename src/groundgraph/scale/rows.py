"""The rows of one file, read and written by one process and judged on Ray."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from groundgraph.scale.cluster import imported, translated
from groundgraph.workers import Judge

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from groundgraph.scale.cluster import Cluster
    from groundgraph.workers import Batch, Judged, Judges, Record

WORKER = {"num_cpus": 1, "max_restarts": -1, "max_task_retries": 3}
"""One core, hence one thread. A worker that dies is begun anew, and its batch tried three times
more: one that takes the life of each worker ends the run."""
_AHEAD = 2
"""Batches that each worker has: the one it judges, and the next."""
_HELD = 8
"""Batches for each worker that wait for an earlier one, so that a long one stops nobody."""


def on_ray(cluster: Cluster) -> Judges:
    """Return what `groundgraph.checking.check_rows` takes as ``judges``.

    Records come in the order of the rows, equal to the last bit to those of one process. What a
    worker was at when it died is judged again.

    Args:
        cluster: From `groundgraph.scale.opened`.
    """

    def judged(
        batches: Iterable[Batch], specs: Sequence[Record], wholes: Sequence[Record]
    ) -> Generator[tuple[Batch, Judged], None, None]:
        pool = _Pool(cluster.workers, specs, wholes)
        try:
            yield from pool.judged(batches)
        finally:
            pool.end()

    return judged


class _Pool:
    """Workers, and the batches that each of them has."""

    def __init__(self, workers: int, specs: Sequence[Record], wholes: Sequence[Record]) -> None:
        self._ray = imported()
        remote = self._ray.remote(Judge).options(**WORKER)
        self._workers = [remote.remote(specs, wholes) for _ in range(workers)]
        self._under_way: dict[Any, int] = {}
        """The number of the worker that has it, for each result that is not there yet."""

    def judged(self, batches: Iterable[Batch]) -> Generator[tuple[Batch, Judged], None, None]:
        """Yield the batches in order, each with its records."""
        begun: deque[tuple[Batch, Any]] = deque()
        for batch in batches:
            begun.append((batch, self._submitted(batch)))
            while begun and (begun[0][1] not in self._under_way or self._is_full(len(begun))):
                yield self._collected(*begun.popleft())
        while begun:
            yield self._collected(*begun.popleft())

    def end(self) -> None:
        """End the workers at once, whatever they are at."""
        for worker in self._workers:
            self._ray.kill(worker)

    def _is_full(self, begun: int) -> bool:
        return begun > _HELD * len(self._workers)

    def _submitted(self, batch: Batch) -> Any:
        """Give a batch to the worker that has the fewest, once one has room."""
        while len(self._under_way) >= _AHEAD * len(self._workers):
            ready, _ = self._ray.wait(list(self._under_way))
            for result in ready:
                del self._under_way[result]
        loads = Counter(self._under_way.values())
        least = min(range(len(self._workers)), key=loads.__getitem__)
        result = self._workers[least].judge.remote(batch)
        self._under_way[result] = least
        return result

    def _collected(self, batch: Batch, result: Any) -> tuple[Batch, Judged]:
        with translated(f"lines {batch[0].line} to {batch[-1].line}"):
            found: Judged = self._ray.get(result)
        self._under_way.pop(result, None)
        return batch, found
