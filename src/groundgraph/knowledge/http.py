"""Asking a public service over HTTP, with manners: few requests at a time, patience, bounds."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache as forever
from typing import TYPE_CHECKING, Any, NamedTuple

from groundgraph.errors import KnowledgeError
from groundgraph.knowledge.sparql import read_json
from groundgraph.services.replies import ReplyCache, key_of
from groundgraph.services.transfer import asked_to_wait, bounded_body

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import httpx

LONGEST_WAIT_S = 60.0
"""A service that asks to wait longer than this is an error at once."""
FRESH_S = 30 * 24 * 3600.0
"""A reply on disk that is older than this is asked for again."""

PATIENCE = 3
"""After so many requests in a row without an answer, the service is not asked for a while, …"""
REST_S = 30.0
"""… which is this long: a service that is down must not hold up a thousand answers each."""

_OK = 200
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_SHOWN = 120  # bytes of an unexpected reply that a message repeats
# Virtuoso, which serves DBpedia, marks results that it cut short by these.
_CUT = ("x-sparql-maxrows", "x-sql-state")


class Request(NamedTuple):
    """What to send: ``fields`` as the query of a GET, or the form of a POST."""

    method: str
    url: str
    fields: tuple[tuple[str, str], ...]
    accept: str = "application/json"


class Manners(NamedTuple):
    """How to ask; see `groundgraph.knowledge.wikidata.WikidataSource`."""

    user_agent: str
    timeout: float
    retries: int
    backoff: float
    concurrency: int
    max_bytes: int
    cache: str


class _RetryError(KnowledgeError):
    """The request may do better when sent again."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Asker:
    """Sends requests, at most ``concurrency`` at a time over all threads that share it."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._cache = ReplyCache(manners.cache)
        self._places = threading.BoundedSemaphore(manners.concurrency)
        self._unanswered: dict[str, int] = {}
        self._resting: dict[str, float] = {}
        self._resume = 0.0  # no thread sends before, once the service has asked one to wait

    def ask(self, requests: Sequence[Request], check: Callable[[Any], Any]) -> list[Any]:
        """Return what ``check`` makes of each reply's JSON; equal requests are sent once.

        Args:
            requests: In any order.
            check: Raises `KnowledgeError` for a reply of the wrong shape, which is not kept.

        Raises:
            KnowledgeError: When the service does not answer one of them.
            ModelError: When the cache's file cannot be used.
        """
        keys = {request: key_of(*request) for request in requests}
        replies = self._remembered(list(keys.values()))
        missing = [request for request, key in keys.items() if key not in replies]
        checked = {key: check(reply) for key, reply in replies.items()}
        for request, reply in zip(missing, self._send_all(missing), strict=True):
            checked[keys[request]] = check(reply)
            self._cache.put(keys[request], {"asked": time.time(), "reply": reply})
        return [checked[keys[request]] for request in requests]

    def _remembered(self, keys: Sequence[str]) -> dict[str, Any]:
        oldest = time.time() - FRESH_S
        kept = self._cache.get(keys)
        return {key: row["reply"] for key, row in kept.items() if row.get("asked", 0) > oldest}

    def _send_all(self, requests: Sequence[Request]) -> list[Any]:
        if not requests:
            return []
        client, stop = _client(self._manners, os.getpid()), threading.Event()
        pool = ThreadPoolExecutor(min(self._manners.concurrency, len(requests)))
        try:
            sent = [pool.submit(self._send, client, request, stop) for request in requests]
            return [one.result() for one in sent]
        finally:
            stop.set()  # after an error, or Ctrl-C, nothing waits and nothing more is sent
            pool.shutdown(cancel_futures=True)

    def _send(self, client: httpx.Client, request: Request, stop: threading.Event) -> Any:
        """Send a request until it is answered or the retries are used up."""
        for attempt in range(self._manners.retries + 1):
            stop.wait(max(0.0, self._resume - time.monotonic()))
            try:
                with self._places:
                    self._check_rest(request.url)
                    body = self._send_once(client, request)
            except _RetryError as error:
                if attempt == self._manners.retries:
                    raise self._gave_up(request.url, error, attempt + 1) from error
                wait = pause(attempt, error.retry_after, self._manners.backoff)
                if error.retry_after is not None:
                    self._resume = max(self._resume, time.monotonic() + wait)
                if stop.wait(wait):
                    raise
            else:
                self._unanswered.pop(request.url, None)
                return read_json(body)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _check_rest(self, url: str) -> None:
        if time.monotonic() < self._resting.get(url, 0.0):
            raise KnowledgeError(f"{url} did not answer {PATIENCE} times in a row: not asked again")

    def _gave_up(self, url: str, error: Exception, attempts: int) -> KnowledgeError:
        self._unanswered[url] = self._unanswered.get(url, 0) + 1
        if self._unanswered[url] >= PATIENCE:
            self._unanswered[url] = 0
            self._resting[url] = time.monotonic() + REST_S
        times = f" (asked {attempts} times)" if attempts > 1 else ""
        return KnowledgeError(f"{error}{times}")

    def _send_once(self, client: httpx.Client, request: Request) -> bytes:
        import httpx

        place = request.url
        try:
            status, headers, body = self._transfer(client, request)
        except httpx.TimeoutException as error:
            limit = self._manners.timeout
            raise _RetryError(f"{place} did not answer within {limit:g} s") from error
        except httpx.TransportError as error:
            raise _RetryError(f"{place} cannot be reached: {error}") from error
        except (httpx.InvalidURL, httpx.DecodingError) as error:
            raise KnowledgeError(f"{place} cannot be asked: {error}") from error
        if status in _AGAIN:
            raise _RetryError(f"{place} answered with status {status}", asked_to_wait(headers))
        if status != _OK:
            shown = body[:_SHOWN]
            raise KnowledgeError(f"{place} answered with status {status}: {shown!r}")
        return body

    def _transfer(
        self, client: httpx.Client, request: Request
    ) -> tuple[int, Mapping[str, str], bytes]:
        place = "params" if request.method == "GET" else "data"
        form: dict[str, Any] = {place: dict(request.fields)}
        end = time.monotonic() + self._manners.timeout
        headers = {"Accept": request.accept}
        with client.stream(request.method, request.url, headers=headers, **form) as response:
            if any(name in response.headers for name in _CUT):
                raise KnowledgeError(f"{request.url} cut its results short: they cannot be used")
            body = bounded_body(response, most=self._manners.max_bytes, end=end)
        if len(body) > self._manners.max_bytes:
            raise KnowledgeError(
                f"{request.url} sent more than {self._manners.max_bytes:,} bytes; "
                "raise max_bytes if that is to be read"
            )
        return response.status_code, response.headers, body


def asker(manners: Manners) -> Asker:
    """Return the process's asker with these manners, so that its bounds hold for all users."""
    return _shared(manners, os.getpid())


def pause(attempt: int, retry_after: float | None, backoff: float) -> float:
    """Return the seconds to wait before the next attempt.

    Args:
        attempt: Number of the one that failed, from 0.
        retry_after: What the service asked for, which counts when it did.
        backoff: Seconds before the first retry; doubled for each further one.

    Raises:
        KnowledgeError: When the service asks for longer than `LONGEST_WAIT_S`.

    >>> pause(2, None, 0.5), pause(2, 7.0, 0.5)
    (2.0, 7.0)
    """
    if retry_after is None:
        return float(min(backoff * 2**attempt, LONGEST_WAIT_S))
    if retry_after > LONGEST_WAIT_S:
        raise KnowledgeError(
            f"the service asks to wait {retry_after:.0f} s; the limit is {LONGEST_WAIT_S:.0f} s"
        )
    return retry_after


@forever
def _shared(manners: Manners, _process: int) -> Asker:
    return Asker(manners)


@forever
def _client(manners: Manners, _process: int) -> httpx.Client:
    import atexit

    import httpx

    # Not compressed, or a small reply could unpack to any size; no redirects, which could lead
    # anywhere.
    headers = {"User-Agent": manners.user_agent, "Accept-Encoding": "identity"}
    client = httpx.Client(headers=headers, timeout=manners.timeout, follow_redirects=False)
    atexit.register(client.close)
    return client
