"""The one way out over HTTP: a deadline for each call, bounded bodies, no redirects, no secrets.

A call is everything that `Client.send` does: connecting, sending, headers, body, and the retries
with the waits between them. A server may stall or drip wherever it likes: when the call's time
is over, the connection is closed.
"""

from __future__ import annotations

import math
import threading
import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import urlsplit

from groundgraph.errors import InputError
from groundgraph.services.masking import masked
from groundgraph.services.messages import LostError, UnusableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from groundgraph.services.messages import Reply, Request

Result = TypeVar("Result")

LONGEST_PAUSE_S = 60.0
"""Our own pauses between attempts double up to this; a server's Retry-After may be longer."""

_OK = 200
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_REFUSED = frozenset({401, 403})
_ELSEWHERE = range(300, 400)
_SHOWN = 200  # characters of a server's error that a message repeats
_LOOKED_AT = 2**14  # characters of it in which a key is looked for


class Bounds(NamedTuple):
    """How long to try, and how much to read.

    Attributes:
        timeout: Seconds for one call as a whole, retries and waits among them.
        retries: How often a request is sent again when that may help.
        backoff: Seconds before the first retry; doubled for each further one. What a server
            asks for in ``Retry-After`` counts instead.
        max_bytes: A longer body is an error, and is not read to its end.
    """

    timeout: float
    retries: int
    backoff: float
    max_bytes: int


class HttpError(Exception):
    """A call that brought no usable reply; its message holds no secret.

    Attributes:
        passing: Whether the same call may go well later.
    """

    def __init__(self, message: str, *, passing: bool = False) -> None:
        super().__init__(message)
        self.passing = passing


class TryAgain(Exception):  # noqa: N818 - a signal, not an error that a user sees
    """What came back is of no use, and another attempt may do better.

    Attributes:
        asked: Seconds that the server asks to wait before; ``None`` when it does not say.
    """

    def __init__(self, reason: str, asked: float | None = None) -> None:
        super().__init__(reason)
        self.asked = asked


class Client:
    """Sends requests to one service; threads may share it. Close it, or use it in ``with``.

    Proxies and certificates are those of the environment, as httpx reads it.

    Args:
        name: What messages call the service, such as "the model's server".
        bounds: Of each call.
        headers: Of each request.
        secrets: What no message may repeat; see `groundgraph.services.masking`.
    """

    def __init__(
        self,
        name: str,
        bounds: Bounds,
        *,
        headers: Mapping[str, str] | None = None,
        secrets: Sequence[str] = (),
    ) -> None:
        from groundgraph.services.transport import Transport

        self._name = name
        self._bounds = bounds
        self._secrets = secrets
        self._transport = Transport(headers or {}, bounds.max_bytes)
        self._resume = 0.0  # nothing is sent before, once the server has asked one to wait

    def close(self) -> None:
        """Close the connections; a call that another thread is in ends with `HttpError`."""
        self._transport.close()

    def send(
        self,
        request: Request,
        read: Callable[[Reply], Result],
        stop: threading.Event | None = None,
    ) -> Result:
        """Send a request until ``read`` takes the reply, and return what it makes of it.

        Args:
            request: To an http or https address without user and password.
            read: Gets the replies of status 200. It raises `TryAgain` for one that another
                attempt may better; any other error of it ends the call.
            stop: Once set, nothing more is waited for or sent.

        Raises:
            HttpError: When no usable reply came within the bounds, or the server refused.
            InputError: When the address cannot be asked.
        """
        check_address("the address", request.url)
        ends = time.monotonic() + self._bounds.timeout
        halt = stop or threading.Event()
        wait, failed = 0.0, None
        for attempt in range(self._bounds.retries + 1):
            self._rest(wait, failed, ends, halt)
            try:
                return read(self._exchange(request, ends))
            except TryAgain as again:
                failed = again
                wait = self._pause(attempt, again.asked)
        times = f" (asked {attempt + 1} times)" if attempt else ""
        raise self._error(f"{failed}{times}", passing=True) from failed

    def _pause(self, attempt: int, asked: float | None) -> float:
        """Return the seconds before the next attempt; what a server asks holds for all calls."""
        if asked is not None and asked < self._bounds.timeout:
            self._resume = max(self._resume, time.monotonic() + asked)
        return pause(attempt, asked, self._bounds.backoff)

    def _rest(
        self, wait: float, failed: TryAgain | None, ends: float, halt: threading.Event
    ) -> None:
        now = time.monotonic()
        wait = max(wait, self._resume - now)
        why = failed or f"{self._name} has asked to wait"
        if wait > 0 and now + wait >= ends:
            raise self._error(
                f"{why}; the wait before the next attempt is {wait:.0f} s, and the timeout of "
                f"{self._bounds.timeout:g} s ends before",
                passing=True,
            ) from failed
        if halt.wait(wait) if wait > 0 else halt.is_set():
            raise self._error(f"{why}; the call was stopped", passing=True) from failed

    def _exchange(self, request: Request, ends: float) -> Reply:
        try:
            reply = self._transport.exchange(request, ends - time.monotonic())
        except LostError as error:
            raise TryAgain(f"{self._name} cannot be reached: {error}") from error
        except UnusableError as error:
            raise self._error(f"{self._name} {error}") from error
        if reply is None:
            seconds = f"{self._bounds.timeout:g} s"
            raise self._error(f"{self._name} did not answer within {seconds}", passing=True)
        if reply.status in _AGAIN:
            said = f"{self._name} answered with status {reply.status}"
            raise TryAgain(said, asked_to_wait(reply.headers))
        if reply.status != _OK:
            raise self._error(f"{self._name} answered with status {reply.status}{self._why(reply)}")
        return reply

    def _why(self, reply: Reply) -> str:
        """Return what can be said of a status that no retry betters."""
        if reply.status in _ELSEWHERE:
            return "; redirects are not followed, give the address that it leads to"
        if self._secrets and reply.status in _REFUSED:
            return "; check the API key"  # servers repeat a part of the wrong one
        text = " ".join(reply.body.decode("utf-8", "replace").split())
        text = masked(text[:_LOOKED_AT], self._secrets)
        return f": {text[:_SHOWN]}" if text else ""

    def _error(self, message: str, *, passing: bool = False) -> HttpError:
        return HttpError(masked(message, self._secrets), passing=passing)


def check_address(name: str, address: str) -> None:
    """Check that an address can be asked and holds no secret.

    Args:
        name: What messages call it, such as "endpoint".
        address: As a user gave it.

    Raises:
        InputError: When it is not http or https, names no host, or carries user or password.
    """
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        secret = parts.password is not None or parts.username is not None
    except ValueError:
        usable, secret = False, "@" in address
    if secret:  # the address itself is not repeated: it holds a password
        raise InputError(f"{name} carries a user or password; specs hold no secrets", field=name)
    if not usable:
        raise InputError(
            f"{name} is {address!r}, no address to ask; expected an http or https address",
            field=name,
        )


def pause(attempt: int, asked: float | None, backoff: float) -> float:
    """Return the seconds to wait before the next attempt.

    Args:
        attempt: Number of the one that failed, from 0.
        asked: What the server asked for, which counts when it did.
        backoff: Seconds before the first retry; doubled for each further one.

    >>> pause(2, None, 0.5), pause(2, 7.0, 0.5)
    (2.0, 7.0)
    """
    if asked is not None:
        return asked
    return float(min(backoff * 2**attempt, LONGEST_PAUSE_S))


def asked_to_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds, or the time until the date, of ``Retry-After``; ``None`` without.

    >>> asked_to_wait({"retry-after": "7"}), asked_to_wait({})
    (7.0, None)
    """
    asked = headers.get("retry-after", "").strip()
    try:
        seconds = float(asked)
    except ValueError:
        try:
            until = parsedate_to_datetime(asked)
        except ValueError:
            return None
        zoned = until if until.tzinfo else until.replace(tzinfo=timezone.utc)
        seconds = (zoned - datetime.now(timezone.utc)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None
