"""A response that goes out while the body of its request still comes in."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING

from fastapi import Response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from starlette.types import Receive, Scope, Send


class Streamed(Response):
    """Sends pieces as they are made; Starlette's own would read the request's body away.

    Args:
        pieces: Of the response; closed when the client hangs up.
        read: Set once the body of the request was read: what comes then is the client's end.
        media_type: Of the response.
        headers: Of the response.
    """

    def __init__(
        self,
        pieces: AsyncGenerator[bytes, None],
        read: asyncio.Event,
        media_type: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(headers=headers, media_type=media_type)
        del self.headers["content-length"]
        self._pieces = pieces
        self._read = read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, for as long as somebody takes it."""
        del scope
        sending = asyncio.create_task(self._send(send))
        gone = asyncio.create_task(self._hung_up(receive))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                sending.result()
        finally:
            for task in (sending, gone):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _send(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        async with aclosing(self._pieces):
            async for piece in self._pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _hung_up(self, receive: Receive) -> None:
        await self._read.wait()
        while (await receive())["type"] != "http.disconnect":
            pass
