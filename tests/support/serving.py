"""A server of groundgraph's in a thread, on a port of its own."""

from __future__ import annotations

import itertools
import socket
import ssl
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import uvicorn
from plain_detectors import GATES, Gate

from groundgraph.serve.app import application
from groundgraph.serve.metrics import Metrics, shared
from groundgraph.serve.processes import configuration
from groundgraph.serve.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERS = itertools.count()
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: a client would read all certificates of the machine for its own."""


def spec(name: str, **parameters: Any) -> dict[str, Any]:
    return {"kind": "detector", "name": name, "parameters": {"threshold": 0.5, **parameters}}


def gated() -> tuple[Gate, dict[str, Any]]:
    """Return a gate, and a detector that waits for it."""
    name = f"gate {next(_NUMBERS)}"
    GATES[name] = Gate()
    return GATES[name], {name: spec("held", gate=name)}


class Told(Metrics):
    """Tells when the process can judge, and when so many items wait."""

    def __init__(self) -> None:
        super().__init__(shared(1))
        self.loaded = threading.Event()
        self.waiting = threading.Condition()
        self.items = 0

    def ready(self) -> None:
        super().ready()
        self.loaded.set()

    def queued(self, items: int) -> None:
        super().queued(items)
        with self.waiting:
            self.items = items
            self.waiting.notify_all()

    def await_queued(self, items: int) -> None:
        with self.waiting:
            assert self.waiting.wait_for(lambda: self.items == items, 60)


class Served:
    """A server, and a client of it."""

    def __init__(self, server: uvicorn.Server, listening: socket.socket, metrics: Told) -> None:
        self.server = server
        self.metrics = metrics
        self.port: int = listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=60, verify=_NO_TLS)

    def check(self, body: Any, **more: Any) -> httpx.Response:
        return self.client.post("/v1/check", json=body, **more)

    def in_thread(self, body: Any, path: str = "/v1/check", **more: Any) -> Asked:
        return Asked(self, body, path, more)


class Asked:
    """A request that is waited for in a thread."""

    def __init__(self, served: Served, body: Any, path: str, more: dict[str, Any]) -> None:
        def ask() -> None:
            with httpx.Client(base_url=served.url, timeout=60, verify=_NO_TLS) as client:
                self._response = client.post(path, json=body, **more)

        self._thread = threading.Thread(target=ask)
        self._thread.start()

    def response(self) -> httpx.Response:
        self._thread.join()
        return self._response


@contextmanager
def serving(detectors: dict[str, Any] | None = None, **settings: Any) -> Iterator[Served]:
    """Serve in a thread until the block ends, then stop in good order."""
    metrics = Told()
    made = Settings(detectors or {"overlap": spec("overlap")}, **settings)
    failures: list[Exception] = []

    def failed(error: Exception) -> None:
        failures.append(error)
        metrics.loaded.set()

    app = application(made, metrics, failed)
    server = uvicorn.Server(configuration(app, 60))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        served = Served(server, listening, metrics)
        try:
            assert metrics.loaded.wait(60)
            assert not failures
            yield served
        finally:
            served.client.close()
            server.should_exit = True
            thread.join()
