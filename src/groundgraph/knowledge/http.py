"""Asking a public service over HTTP, with manners: few requests at a time, patience, bounds."""

from __future__ import annotations

import atexit
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache as forever
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from groundgraph.errors import KnowledgeError
from groundgraph.knowledge.sparql import read_json
from groundgraph.services import http, messages
from groundgraph.services.replies import ReplyCache, key_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FRESH_S = 30 * 24 * 3600.0
"""A reply on disk that is older than this is asked for again."""

PATIENCE = 3
"""After so many requests in a row without an answer, the service is not asked for a while, …"""
REST_S = 30.0
"""… which is this long: a service that is down must not hold up a thousand answers each."""

# Virtuoso, which serves DBpedia, marks results that it cut short by these.
_CUT = ("x-sparql-maxrows", "x-sql-state")


class SourceRequest(NamedTuple):
    """What to send: ``fields`` as the query of a GET, or the form of a POST."""

    method: str
    url: str
    fields: tuple[tuple[str, str], ...]
    accept: str = "application/json"


class Manners(NamedTuple):
    """How to ask; see `groundgraph.knowledge.wikidata.WikidataSource`."""

    user_agent: str
    bounds: http.Bounds
    concurrency: int
    cache: str


class Asker:
    """Sends requests, at most ``concurrency`` at a time over all threads that share it."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._cache = ReplyCache(manners.cache)
        self._places = threading.BoundedSemaphore(manners.concurrency)
        self._unanswered: dict[str, int] = {}
        self._resting: dict[str, float] = {}
        self._clients: dict[str, http.Client] = {}
        self._opening = threading.Lock()

    def ask(self, requests: Sequence[SourceRequest], check: Callable[[Any], Any]) -> list[Any]:
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

    def _send_all(self, requests: Sequence[SourceRequest]) -> list[Any]:
        if not requests:
            return []
        stop = threading.Event()
        pool = ThreadPoolExecutor(min(self._manners.concurrency, len(requests)))
        try:
            sent = [pool.submit(self._send, request, stop) for request in requests]
            return [one.result() for one in sent]
        finally:
            stop.set()  # after an error, or Ctrl-C, nothing waits and nothing more is sent
            pool.shutdown(cancel_futures=True)

    def _send(self, request: SourceRequest, stop: threading.Event) -> Any:
        with self._places:
            self._check_rest(request.url)
            try:
                client = self._client(request.url)
                reply = client.send(_prepared(request), partial(_read, request.url), stop)
            except http.HttpError as error:
                if error.passing:
                    self._count_unanswered(request.url)
                raise KnowledgeError(str(error)) from error
        self._unanswered.pop(request.url, None)
        return reply

    def _client(self, url: str) -> http.Client:
        """Return the client of an address; its connections live as long as the process."""
        with self._opening:
            if url not in self._clients:
                agent = {"User-Agent": self._manners.user_agent}
                self._clients[url] = http.Client(url, self._manners.bounds, headers=agent)
                atexit.register(self._clients[url].close)
            return self._clients[url]

    def _check_rest(self, url: str) -> None:
        if time.monotonic() < self._resting.get(url, 0.0):
            raise KnowledgeError(f"{url} did not answer {PATIENCE} times in a row: not asked again")

    def _count_unanswered(self, url: str) -> None:
        self._unanswered[url] = self._unanswered.get(url, 0) + 1
        if self._unanswered[url] >= PATIENCE:
            self._unanswered[url] = 0
            self._resting[url] = time.monotonic() + REST_S


def _prepared(request: SourceRequest) -> messages.Request:
    method, url, fields, accept = request
    form = urlencode(fields)
    if method == "GET":
        return messages.Request(
            "GET", f"{url}{'&' if '?' in url else '?'}{form}", (("Accept", accept),)
        )
    kind = ("Content-Type", "application/x-www-form-urlencoded")
    return messages.Request(method, url, (("Accept", accept), kind), form.encode("ascii"))


def _read(url: str, reply: messages.Reply) -> Any:
    if any(name in reply.headers for name in _CUT):
        raise KnowledgeError(f"{url} cut its results short: they cannot be used")
    return read_json(reply.body)


def asker(manners: Manners) -> Asker:
    """Return the process's asker with these manners, so that its bounds hold for all users."""
    return _shared(manners, os.getpid())


@forever
def _shared(manners: Manners, _process: int) -> Asker:
    return Asker(manners)
