"""One exchange over HTTP that ends in time, whatever the server does.

httpx bounds each read of a socket, not their sum: a server that sends a byte now and then is
waited for without end. Here the exchange is a task of an event loop, which can be cancelled at
any byte: in the name look-up, the TLS handshake, the headers or the body.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import httpx

from groundgraph.services.messages import LostError, Reply, UnusableError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Coroutine, Mapping
    from concurrent.futures import Future

    from groundgraph.services.messages import Request

_Done = TypeVar("_Done")


class Transport:
    """Connections to a service, and the thread that they are served in.

    Args:
        headers: Of each request.
        max_bytes: Most that is read of a body.
    """

    def __init__(self, headers: Mapping[str, str], max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._closed = False
        self._submitting = threading.Lock()
        # Not compressed, or a small reply could unpack to any size; no redirects, which could
        # lead anywhere, and take the key along.
        self._http = httpx.AsyncClient(
            headers={**headers, "Accept-Encoding": "identity"},
            timeout=None,  # noqa: S113 - `exchange` bounds the whole
            follow_redirects=False,
            verify=_certificates(),
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="groundgraph-http", daemon=True
        )
        self._thread.start()

    def exchange(self, request: Request, seconds: float) -> Reply | None:
        """Send a request and return the reply, ``None`` when it was not whole in time.

        Args:
            request: What to send.
            seconds: From now until the last byte of the body.

        Raises:
            LostError: When the connection cannot be made, breaks, or is closed by `close`.
            UnusableError: When the reply is too long, compressed, or the address is none.
        """
        with self._submitting:  # nothing is begun after `close` has cancelled what was
            if self._closed:
                raise LostError("the client is closed")
            running = self._begin(self._bounded(request, seconds))
        try:
            return running.result()
        except CancelledError as error:
            raise LostError("the client was closed") from error

    def close(self) -> None:
        """End what is still running, and the thread."""
        with self._submitting:
            if self._closed:
                return
            self._closed = True
        self._begin(self._end()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _begin(self, work: Coroutine[Any, Any, _Done]) -> Future[_Done]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _bounded(self, request: Request, seconds: float) -> Reply | None:
        try:
            return await asyncio.wait_for(self._exchange(request), seconds)
        except asyncio.TimeoutError:
            return None

    async def _exchange(self, request: Request) -> Reply:
        method, url, headers, content = request
        opened: list[Any] = []

        async def note(event: str, info: Mapping[str, Any]) -> None:
            if event == "connection.connect_tcp.complete":
                opened.append(info["return_value"])

        try:
            async with self._http.stream(
                method,
                url,
                headers=list(headers),
                content=content or None,
                extensions={"trace": note},
            ) as response:
                return Reply(response.status_code, response.headers, await self._body(response))
        except httpx.TransportError as error:
            raise LostError(f"{type(error).__name__} {error}".strip()) from error
        except (httpx.InvalidURL, httpx.DecodingError) as error:
            raise UnusableError(f"cannot be asked: {error}") from error
        except asyncio.CancelledError:
            for stream in opened:  # httpcore leaves one open that is cancelled in the handshake
                await stream.aclose()
            raise

    async def _body(self, response: httpx.Response) -> bytes:
        packed = response.headers.get("content-encoding", "identity").strip().lower()
        if packed not in {"", "identity"}:
            raise UnusableError(
                f"sent its reply compressed ({packed!r}), which it was asked not to"
            )
        body = bytearray()
        async for piece in response.aiter_raw():
            body += piece
            if len(body) > self._max_bytes:
                most = f"{self._max_bytes:,} bytes, the most (max_bytes)"
                raise UnusableError(f"sent more than {most}")
        return bytes(body)

    async def _end(self) -> None:
        for task in _others():
            task.cancel()
        await asyncio.gather(*_others(), return_exceptions=True)
        await self._http.aclose()
        await self._loop.shutdown_asyncgens()  # of bodies that were left before their end
        await asyncio.sleep(0)  # closing such a body may have become a task
        await asyncio.gather(*_others(), return_exceptions=True)


def _others() -> set[asyncio.Task[Any]]:
    return asyncio.all_tasks() - {asyncio.current_task()}


@cache
def _certificates() -> ssl.SSLContext:
    """Return what each client of the process trusts; reading it takes longer than a request."""
    return httpx.create_ssl_context()
