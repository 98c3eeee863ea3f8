"""A TCP server on 127.0.0.1 that says to each client what it is told to, byte for byte."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Speak = Callable[[socket.socket, "RawServer"], None]

MOST_BYTES = 3_000  # of a drip: at one in 10 ms far more than any deadline of a test leaves


class RawServer:
    """Counts what it served.

    Attributes:
        asked: What each client had sent when it was first read.
        dripped: Bytes that `drip` sent.
        left: Set once a client has hung up in the middle of a drip.
    """

    def __init__(self, speak: Speak) -> None:
        self.asked: list[bytes] = []
        self.dripped = 0
        self.left = threading.Event()
        self._speak = speak
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._served: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept)
        self._accepting.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def drip(self, connection: socket.socket, piece: bytes = b"x") -> None:
        """Send a piece every 10 ms until the client hangs up, or has had far too much."""
        try:
            while self.dripped < MOST_BYTES and not self._over.wait(0.01):
                connection.sendall(piece)
                self.dripped += len(piece)
        except OSError:
            self.left.set()

    def hold(self, connection: socket.socket) -> None:
        """Say nothing until the client hangs up."""
        try:
            while connection.recv(1024):
                pass
        finally:
            self.left.set()

    def close(self) -> None:
        self._over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listening.close()
        for thread in self._served:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=(connection,))
            thread.start()
            self._served.append(thread)

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(30)
            self.asked.append(connection.recv(2**16))
            self._speak(connection, self)


@contextmanager
def talking(speak: Speak) -> Iterator[RawServer]:
    server = RawServer(speak)
    try:
        yield server
    finally:
        server.close()


def reply(body: bytes = b"", status: str = "200 OK", *headers: str) -> bytes:
    """Return a reply as it stands on the wire, after which the connection is closed."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body
