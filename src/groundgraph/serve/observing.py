"""What is seen of every request: its count and time, its log line, its span, its token."""

from __future__ import annotations

import re
import time
import uuid
from collections import Counter
from typing import TYPE_CHECKING

from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders

from groundgraph.serve import page
from groundgraph.serve.limits import let_by
from groundgraph.serve.logs import LABELS, LOG
from groundgraph.serve.tokens import OPEN, allowed, presented
from groundgraph.serve.tracing import span

if TYPE_CHECKING:
    import threading

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from groundgraph.serve.metrics import Metrics
    from groundgraph.serve.settings import Settings

_FREE = OPEN | page.PATHS
_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class Observed:
    """An app whose requests are counted, timed, logged and traced."""

    def __init__(self, app: ASGIApp, metrics: Metrics, leaving: threading.Event) -> None:
        self._app = app
        self._metrics = metrics
        self._leaving = leaving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        asked = headers.get("x-request-id", "")
        name = asked if _ID.fullmatch(asked) else uuid.uuid4().hex
        seen = _Seen(send, name, self._leaving)
        labels: Counter[str] = Counter()
        token = LABELS.set(labels)
        begun = time.monotonic()
        self._metrics.in_flight(1)
        method = scope["method"]
        try:
            with span(method, {"http.request.method": method}, dict(headers)) as traced:
                await self._app(scope, receive, seen.send)
                route = _route(scope)
                traced.update_name(f"{method} {route}")
                traced.set_attribute("http.route", route)
                traced.set_attribute("http.response.status_code", seen.status)
        finally:
            LABELS.reset(token)
            self._metrics.in_flight(-1)
            self._tell(scope, seen, time.monotonic() - begun, labels)

    def _tell(self, scope: Scope, seen: _Seen, seconds: float, labels: Counter[str]) -> None:
        route = _route(scope)
        self._metrics.request(route, seen.status, seconds)
        fields = {
            "request": seen.name,
            "method": scope["method"],
            "route": route,
            "status": seen.status,
            "seconds": round(seconds, 6),
            "answers": dict(labels),
        }
        LOG.info("request", extra={"fields": fields})


class _Seen:
    """What was sent of a response.

    Attributes:
        name: Of the request.
        status: 499 until a response begins: nobody waited for it.
    """

    def __init__(self, send: Send, name: str, leaving: threading.Event) -> None:
        self.name = name
        self._leaving = leaving
        self.status = 499
        self._send = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=message["headers"])
            headers["X-Request-ID"] = self.name
            if self._leaving.is_set():
                headers["Connection"] = "close"
            for name, value in _SECURITY.items():
                headers[name] = value
        await self._send(message)


def _route(scope: Scope) -> str:
    """Return the path of the route that served a request: of many ids, one."""
    return str(getattr(scope.get("route"), "path", "other"))


class TokenGate:
    """An app that asks for one of the tokens, where there are any."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._tokens = settings.tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it without keeping its body."""
        free = not self._tokens or scope["type"] != "http" or scope["path"] in _FREE
        if free or allowed(presented(Headers(scope=scope)), self._tokens):
            await self._app(scope, receive, send)
            return
        await let_by(scope, receive)
        message = "the request carries no valid token; send `Authorization: Bearer TOKEN`"
        told = {"type": "TokenError", "message": message, "field": None}
        refused = JSONResponse(
            {"error": told, "detail": message},
            401,
            {"WWW-Authenticate": "Bearer", "Connection": "close"},
        )
        await refused(scope, receive, send)
