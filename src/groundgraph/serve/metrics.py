"""Counts of a server's processes in shared memory, and their sum as Prometheus reads it.

Each process writes its own row of numbers and any of them can be asked for the sum, so that no
lock is needed and none can be left behind by a process that is killed.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_left
from multiprocessing.sharedctypes import RawArray
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableSequence, Sequence

    Row = MutableSequence[float]

ROUTES = (
    "/v1/check", "/v1/check/stream", "/v1/view", "/v1/report", "/v1/labels", "/v1/labels/rows",
    "/v1/labels/fit", "/v1/detectors", "/v1/lettucedetect/spans",
    "/v1/lettucedetect/token", "/v1/chat/completions", "/v1/models", "/api/v1/nli",
    "/guards", "/guards/{id}", "/guards/{id}/validate", "/healthz", "/readyz", "/metrics", "other",
)  # fmt: skip
STATUSES = (
    200, 202, 304, 400, 401, 403, 404, 405, 408, 413, 415, 422, 429, 499, 500, 503, 504, 0,
)  # fmt: skip
"""What is answered; 0 stands for any other."""
ANSWERS = ("grounded", "hallucinated", "unverifiable", "error")
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
ITEMS = (1, 2, 4, 8, 16, 32, 64, 128)
_HISTOGRAM = len(SECONDS) + 2
"""Cells of a histogram of seconds: one for each bucket and for more, and the sum."""
_REQUESTS = 0
_LATENCY = _REQUESTS + len(ROUTES) * len(STATUSES)
_ANSWERS = _LATENCY + len(ROUTES) * _HISTOGRAM
_BATCH_ITEMS = _ANSWERS + len(ANSWERS)
_BATCH_SECONDS = _BATCH_ITEMS + len(ITEMS) + 2
_QUEUED = _BATCH_SECONDS + _HISTOGRAM
_IN_FLIGHT = _QUEUED + 1
_READY = _IN_FLIGHT + 1
CELLS = _READY + 1


def shared(processes: int) -> Any:
    """Return the numbers of so many processes, which they can share."""
    return RawArray(ctypes.c_double, CELLS * processes)


class Metrics:
    """The row of one process.

    Args:
        cells: From `shared`.
        process: Which row is its own.
    """

    def __init__(self, cells: Any, process: int = 0) -> None:
        self._all = cells
        self._first = process * CELLS
        for gauge in (_QUEUED, _IN_FLIGHT, _READY):  # what a process before left behind
            self._all[self._first + gauge] = 0.0

    def request(self, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        place = ROUTES.index(route) if route in ROUTES else len(ROUTES) - 1
        code = STATUSES.index(status) if status in STATUSES else len(STATUSES) - 1
        self._add(_REQUESTS + place * len(STATUSES) + code)
        self._observe(_LATENCY + place * _HISTOGRAM, SECONDS, seconds)

    def answer(self, label: str) -> None:
        """Count a verdict, or "error"."""
        self._add(_ANSWERS + ANSWERS.index(label))

    def batch(self, items: int, seconds: float) -> None:
        """Count a batch."""
        self._observe(_BATCH_ITEMS, ITEMS, items)
        self._observe(_BATCH_SECONDS, SECONDS, seconds)

    def queued(self, items: int) -> None:
        """Note how many items wait."""
        self._all[self._first + _QUEUED] = items

    def in_flight(self, change: int) -> None:
        """Note that a request began (1) or ended (-1)."""
        self._add(_IN_FLIGHT, change)

    def ready(self) -> None:
        """Note that this process can judge."""
        self._all[self._first + _READY] = 1.0

    @staticmethod
    def was_ready(cells: Any, process: int) -> bool:
        """Say whether a process could judge; true of one that has ended since, too."""
        return bool(cells[process * CELLS + _READY])

    def text(self) -> str:
        """Return the sum of all processes in Prometheus' text format."""
        rows = range(0, len(self._all), CELLS)
        total = [sum(self._all[row + cell] for row in rows) for cell in range(CELLS)]
        return "\n".join([*_lines(total), ""])

    def _add(self, cell: int, amount: float = 1.0) -> None:
        self._all[self._first + cell] += amount

    def _observe(self, cell: int, bounds: Sequence[float], value: float) -> None:
        self._add(cell + bisect_left(bounds, value))
        self._add(cell + len(bounds) + 1, value)


def _lines(cells: Sequence[float]) -> Iterator[str]:
    yield from _head("requests_total", "counter", "Requests by route and status; 499: hung up.")
    for place, route in enumerate(ROUTES):
        for number, status in enumerate(STATUSES):
            if count := cells[_REQUESTS + place * len(STATUSES) + number]:
                labels = f'route="{route}",status="{status or "other"}"'
                yield f"groundgraph_requests_total{{{labels}}} {count:.0f}"
    yield from _head("request_seconds", "histogram", "Time until a response was sent.")
    for place, route in enumerate(ROUTES):
        at = _LATENCY + place * _HISTOGRAM
        if any(cells[at : at + _HISTOGRAM]):
            yield from _histogram("request_seconds", cells[at:], SECONDS, f'route="{route}",')
    yield from _head("answers_total", "counter", "Answers by what was said of them.")
    for number, label in enumerate(ANSWERS):
        yield f'groundgraph_answers_total{{label="{label}"}} {cells[_ANSWERS + number]:.0f}'
    yield from _head("batch_items", "histogram", "Answers that were judged together.")
    yield from _histogram("batch_items", cells[_BATCH_ITEMS:], ITEMS)
    yield from _head("batch_seconds", "histogram", "Time that a batch took.")
    yield from _histogram("batch_seconds", cells[_BATCH_SECONDS:], SECONDS)
    for name, cell, told in (
        ("queue_items", _QUEUED, "Answers that wait to be judged."),
        ("requests_in_flight", _IN_FLIGHT, "Requests that are being answered."),
        ("processes_ready", _READY, "Processes that have loaded their detectors."),
    ):
        yield from _head(name, "gauge", told)
        yield f"groundgraph_{name} {cells[cell]:.0f}"


def _head(name: str, kind: str, told: str) -> Iterator[str]:
    yield f"# HELP groundgraph_{name} {told}"
    yield f"# TYPE groundgraph_{name} {kind}"


def _histogram(
    name: str, cells: Sequence[float], bounds: Sequence[float], labels: str = ""
) -> Iterator[str]:
    count = 0.0
    for bound, in_bucket in zip(bounds, cells, strict=False):
        count += in_bucket
        yield f'groundgraph_{name}_bucket{{{labels}le="{bound}"}} {count:.0f}'
    count += cells[len(bounds)]
    yield f'groundgraph_{name}_bucket{{{labels}le="+Inf"}} {count:.0f}'
    of = f"{{{labels.rstrip(',')}}}" if labels else ""
    yield f"groundgraph_{name}_sum{of} {cells[len(bounds) + 1]:.6f}"
    yield f"groundgraph_{name}_count{of} {count:.0f}"
