"""Limits on what a client may send: bytes of a body and of all bodies, and silence between them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from fastapi.responses import JSONResponse

from groundgraph.serve.errors import (
    BusyError,
    EncodingError,
    HungUpError,
    RefusedError,
    SlowError,
    TooLargeError,
    body_of,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import TypeVar

    from fastapi import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from groundgraph.serve.settings import Settings

    Result = TypeVar("Result")


_LET_BY = 5.0
"""Seconds for which a client that sends too much may send on before it is told so."""


class Limited:
    """An app whose requests' bodies are within the limits; reading further raises an error."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}
        try:
            self._check_head(headers)
        except RefusedError as error:
            if isinstance(error, TooLargeError):
                await let_by(scope, receive)
            response = JSONResponse(body_of(error), error.status, error.headers)
            await response(scope, receive, send)
            return
        body = _Body(self, scope, receive)
        try:
            await self._app(scope, body.receive, send)
        finally:
            self._held -= body.size

    def _check_head(self, headers: dict[bytes, bytes]) -> None:
        encoding = headers.get(b"content-encoding", b"identity").decode("latin-1")
        if encoding.lower() not in {"identity", ""}:
            raise EncodingError(f"the body is encoded as {encoding[:40]!r}; send it as it is")
        declared = headers.get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self._settings.max_body:
            raise self.too_large()

    def too_large(self) -> TooLargeError:
        """Return the error of a body over the limit."""
        most = self._settings.max_body
        return TooLargeError(
            f"the body has more than {most:,} bytes; send less at once, or start the server with a "
            "higher --max-body"
        )

    async def next(self, receive: Receive) -> Message:
        """Return the next piece of a body.

        Raises:
            SlowError: When none came for too long.
        """
        try:
            return await asyncio.wait_for(receive(), self._settings.idle)
        except asyncio.TimeoutError as error:
            idle = self._settings.idle
            raise SlowError(f"nothing came of the body for {idle:g} s (--idle)") from error

    def hold(self, body: _Body, size: int) -> None:
        """Count bytes that a request holds.

        Raises:
            TooLargeError: When the body is over its limit.
            BusyError: When all bodies are over theirs.
        """
        body.size += size
        self._held += size
        if body.size > self._settings.max_body:
            raise self.too_large()
        if self._held > self._settings.max_held:
            raise BusyError


class _Body:
    """The body of one request.

    Attributes:
        size: Bytes that came.
    """

    def __init__(self, limited: Limited, scope: Scope, receive: Receive) -> None:
        self.size = 0
        self._limited = limited
        self._scope = scope
        self._receive = receive
        self._whole = False

    async def receive(self) -> Message:
        """Return the next piece.

        Raises:
            RefusedError: When it did not come, or is too much.
        """
        if self._whole:  # what comes is the end of the connection, whenever that is
            return await self._receive()
        message = await self._limited.next(self._receive)
        self._whole = not message.get("more_body", False)
        try:
            self._limited.hold(self, len(message.get("body", b"")))
        except TooLargeError:
            if not self._whole:
                await let_by(self._scope, self._receive)
            raise
        return message


async def let_by(scope: Scope, receive: Receive) -> None:
    """Read the rest of a body, for `_LET_BY` seconds at most, and keep nothing of it.

    Most clients that are still sending when the connection is closed do not read the response. One
    that asks first whether it should send (``Expect: 100-continue``) is told at once.
    """
    if any(name.lower() == b"expect" for name, _ in scope["headers"]):
        return
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(_drain(receive), _LET_BY)


async def _drain(receive: Receive) -> None:
    while (await receive()).get("more_body", False):
        pass


async def unless_hung_up(request: Request, work: Awaitable[Result]) -> Result:
    """Return what work gives, or give it up when the client hangs up; the body must be read.

    Raises:
        HungUpError: When it does.
    """
    working = asyncio.ensure_future(work)
    working.add_done_callback(_taken)
    gone = asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUpError("the client hung up")
        return working.result()
    finally:
        gone.cancel()
        working.cancel()


def _taken(working: asyncio.Future[Result]) -> None:
    """Look at how a work ended: of one that was given up, asyncio would complain in the log."""
    if not working.cancelled():
        working.exception()
