"""The processes of a server: one, or several that share a socket and their counts."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

import uvicorn

from groundgraph.errors import GroundgraphError, MachineError, of_the_system
from groundgraph.processes import end_with_parent, limit_threads, settle, share_of_cores
from groundgraph.serve import logs
from groundgraph.serve.app import application
from groundgraph.serve.metrics import Metrics, shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.process import BaseProcess
    from types import FrameType

    from groundgraph.serve.settings import Settings

_LEAVING = 2.0
"""Seconds for which open connections are served once the server was told to stop."""
_KEEP_ALIVE = 75
"""Seconds that a connection is kept for: longer than any Retry-After."""
_STOPPING = (signal.SIGTERM, signal.SIGINT)
_AFTER_GRACE = 5.0
"""Seconds for which a process may close what it holds, after the requests had theirs."""
UNUSABLE = 2
HUNG = 1


@dataclass(frozen=True)
class Place:
    """Where a server listens, and how it ends.

    Attributes:
        host: A name or address.
        port: 0 takes any that is free.
        workers: Processes that judge.
        grace: Whole seconds that requests have to be finished in once it is told to stop.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    grace: int = 60


def serve(settings: Settings, place: Place) -> None:
    """Serve until a signal asks to stop, and then finish what was accepted.

    Raises:
        InputError: When the address cannot be meant or is in use.
        GroundgraphError: When the detectors cannot be loaded.
        MachineError: When the permission to listen is missing, or a process cannot start.
    """
    logs.configure()
    with _listening(place) as listening:
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        fields = {"url": f"http://{shown}:{port}", "processes": place.workers}
        logs.LOG.info("listening", extra={"fields": fields})
        if place.workers == 1:
            with _handlers(lambda: None):
                _run(settings, listening, Metrics(shared(1)), place.grace)
        else:
            _Supervisor(settings, place, listening).run()
    logs.LOG.info("stopped; what was accepted was answered")


@contextmanager
def _listening(place: Place) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((place.host, place.port))
        except OSError as error:
            doing = f"cannot listen on {place.host}:{place.port}"
            raise of_the_system(doing, error, "choose another --port or --host") from error
        yield listening


@contextmanager
def _handlers(stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` at a signal; uvicorn, while it serves, has its own way to end."""

    def heard(_number: int, _frame: FrameType | None) -> None:
        stop()

    before = {number: signal.signal(number, heard) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _run(settings: Settings, listening: socket.socket, metrics: Metrics, grace: int) -> None:
    """Serve in this process.

    Raises:
        GroundgraphError: When the detectors cannot be loaded.
    """
    settle()
    failures: list[Exception] = []

    def failed(error: Exception) -> None:
        failures.append(error)
        server.should_exit = True

    leaving = threading.Event()
    app = application(settings, metrics, failed, leaving)
    server = LeavingServer(configuration(app, grace), leaving, grace + _LEAVING + _AFTER_GRACE)
    server.run([listening])
    for error in failures:
        raise error


class LeavingServer(uvicorn.Server):
    """Answers, once it is told to stop, what clients have sent on open connections before.

    uvicorn alone closes a connection on which it has not read the next request yet. Here no
    connection is taken any more, and those that are open are served a little longer.
    """

    def __init__(
        self, config: uvicorn.Config, leaving: threading.Event, patience: float = math.inf
    ) -> None:
        super().__init__(config)
        self._leaving = leaving
        self._patience = patience
        self._left: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to leave; asked again, end as uvicorn does."""
        if self._left is not None:
            super().handle_exit(sig, frame)
            return
        self._left = time.monotonic()
        if self._patience < math.inf:
            threading.Thread(target=_end_after, args=(self._patience,), daemon=True).start()
        self._leaving.set()  # from here on a response says "Connection: close"
        for listening in getattr(self, "servers", ()):
            listening.close()

    async def on_tick(self, counter: int) -> bool:
        """End when nobody is connected any more, or after `_LEAVING` seconds."""
        if self._left is not None:
            waited = time.monotonic() - self._left
            if waited > _LEAVING or not self.server_state.connections:
                self.should_exit = True
        return await super().on_tick(counter)


def _end_after(seconds: float) -> None:
    time.sleep(seconds)
    logs.LOG.error("a detector does not return; the process is ended without what it judged")
    os._exit(HUNG)


def configuration(app: Any, grace: int) -> uvicorn.Config:
    """Return how uvicorn serves an application: without its own logs, headers and proxies."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=grace,
    )


class _Supervisor:
    """Starts the processes of a server, starts one that dies again, and stops them together."""

    def __init__(self, settings: Settings, place: Place, listening: socket.socket) -> None:
        self._settings = settings
        self._place = place
        self._listening = listening
        self._cells = shared(place.workers)
        self._spawn = multiprocessing.get_context("spawn")
        self._processes: dict[int, BaseProcess] = {}
        self._stopping = False
        self._status = 0

    def run(self) -> None:
        """Serve until all processes have ended.

        Raises:
            MachineError: When one ended before it could judge.
        """
        limit_threads(share_of_cores(self._place.workers))
        with _handlers(self._stop):
            for number in range(self._place.workers):
                self._start(number)
            while self._processes:
                self._await_end()
        if self._status:
            raise MachineError(
                "a process of the server ended before its detectors were loaded; the lines above "
                "say why, and the others were stopped"
            )

    def _start(self, number: int) -> None:
        process = self._spawn.Process(
            target=_work,
            args=(self._settings, self._listening, self._cells, number, self._place.grace),
        )
        process.start()
        self._processes[number] = process
        if self._stopping:  # the signal came while it was being started
            process.terminate()

    def _stop(self) -> None:
        self._stopping = True
        for process in self._processes.values():
            process.terminate()

    def _await_end(self) -> None:
        wait([process.sentinel for process in self._processes.values()])
        ended = [n for n, process in self._processes.items() if not process.is_alive()]
        for number in ended:
            process = self._processes.pop(number)
            process.join()
            if self._stopping:
                continue
            if not Metrics.was_ready(self._cells, number):
                self._status = process.exitcode or UNUSABLE
                self._stop()
                continue
            fields = {"process": process.pid, "status": process.exitcode}
            logs.LOG.error("a process ended and is started again", extra={"fields": fields})
            self._start(number)


def _work(
    settings: Settings, listening: socket.socket, cells: Any, number: int, grace: int
) -> None:
    """Be one process of a server."""
    logs.configure()
    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    try:
        with _handlers(lambda: None):
            _run(settings, listening, Metrics(cells, number), grace)
    except GroundgraphError:
        sys.exit(UNUSABLE)  # what it was is in the log
