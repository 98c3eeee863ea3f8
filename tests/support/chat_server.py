"""A chat-completions endpoint on 127.0.0.1 that answers as it is told."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Server:
    """A real HTTP server; ``answer(number, request)`` gets each request, counted from 0."""

    def __init__(self, answer: Callable[[int, Any, BaseHTTPRequestHandler], None]) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.busy = self.busiest = 0
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                with lock:
                    number = len(self.requests)
                    self.requests.append(json.loads(body))
                    self.headers.append(dict(handler.headers))
                    self.busy += 1
                    self.busiest = max(self.busy, self.busiest)
                try:
                    answer(number, self.requests[number], handler)
                finally:
                    with lock:
                        self.busy -= 1

            def log_message(handler, *_: object) -> None:  # noqa: N805
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"


@contextmanager
def serving(answer: Callable[[int, Any, BaseHTTPRequestHandler], None]) -> Iterator[Server]:
    server = Server(answer)
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()


def send(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body)


def reply(handler: BaseHTTPRequestHandler, content: object, **choice: object) -> None:
    message = {"role": "assistant", "content": content}
    send(handler, json.dumps({"choices": [{"message": message, **choice}]}).encode())
