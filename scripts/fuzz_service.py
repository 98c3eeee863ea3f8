"""Send bodies that schemathesis makes to ``groundgraph serve``, and say what it did not bear.

    python -m venv fuzz && fuzz/bin/pip install -e ".[fuzz]"
    fuzz/bin/python scripts/fuzz_service.py [--bodies 10000] [--seed 0] [--clients 4]
        [--detector lexical]

The real server, on 127.0.0.1, gets bodies made from its own description (OpenAPI 3.1), half of them
such as it asks for and half not; every second request with a body is damaged after that as well, a
byte at a time or by hostile rows (`hostile_rows`), or breaks off before its body ends. Beside them
one client asks the same good row again and again. The seed brings the bodies back.

Exit status 1 when a response has a status of 500 or more, is not what the description says, or
does not come within --limit seconds; when a request gets no response that was to get one; when the
good row ever gets another verdict; when the server's own count of its responses differs from that
of its clients; or when the server does not end with status 0. Then the first few of each are told.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import requests

import hostile_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOOD = {"passages": ["The battery is covered for 24 months."], "answer": "It is covered."}
SHOWN = 5
"""Of the faults of one kind."""
AT_ONCE = 40
"""Cases that are made of one operation at a time, at most."""
NDJSON = ("application/x-ndjson", "application/ndjson", "application/jsonl")


@dataclass
class Found:
    """What the clients of a run saw.

    Attributes:
        sent: Requests that ended, by what became of them.
        faults: By kind.
        good: Verdicts on the good row.
    """

    sent: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[str]] = field(default_factory=dict)
    good: Counter[str] = field(default_factory=Counter)
    responses: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, outcome: str, *, answered: bool = True) -> None:
        with self.lock:
            self.sent[outcome] += 1
            self.responses += answered

    def fault(self, kind: str, told: str) -> None:
        with self.lock:
            self.faults.setdefault(kind, []).append(told)


class Server:
    """The server, in a process of its own."""

    def __init__(self, detector: str) -> None:
        command = [sys.executable, "-m", "groundgraph", "serve", "--port", "0"]
        self._process = subprocess.Popen(
            [*command, "--detector", detector], stderr=subprocess.PIPE, text=True
        )
        self.complaints: list[str] = []
        self.url = ""
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self._ready.wait()
        if not self.url:
            raise RuntimeError("the server did not start:\n" + "\n".join(self.complaints))

    def _read(self) -> None:
        """Read the log to its end; what is no line of JSON, or an error, is a complaint."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            try:
                told = json.loads(line)
            except ValueError:
                self.complaints.append(line.rstrip())
                continue
            self.url = told.get("url", self.url)
            if told["message"] == "ready":
                self._ready.set()
            elif told.get("level") not in {"info", "INFO"}:
                self.complaints.append(line.rstrip())
        self._ready.set()

    def stop(self) -> int:
        """Ask it to stop, and return its status."""
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait()
        self._reader.join()
        return status

    def counted(self) -> int:
        """Return how many requests it says that it has answered; this one is not among them."""
        text = requests.get(f"{self.url}/metrics", timeout=60).text
        counts = re.findall(
            r'^groundgraph_requests_total{.*status="(\w+)"} (\d+)$', text, re.MULTILINE
        )
        return sum(int(number) for status, number in counts if status != "499")

    def idle(self) -> bool:
        """Say whether nothing waits, and no request but this one is being answered."""
        text = requests.get(f"{self.url}/metrics", timeout=60).text
        return "groundgraph_queue_items 0\n" in text and "requests_in_flight 1\n" in text


def described(url: str) -> Any:
    """Return the server's description, as schemathesis reads it; lines are sent as they are."""
    import schemathesis
    from schemathesis.transport.requests import REQUESTS_TRANSPORT

    def as_lines(_context: Any, value: Any) -> dict[str, Any]:
        raw = value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
        return {"data": raw}

    REQUESTS_TRANSPORT.serializer(*NDJSON)(as_lines)
    description = requests.get(f"{url}/openapi.json", timeout=60).json()
    return schemathesis.openapi.from_dict(description)


def cases(schema: Any, seed: int, count: int) -> Iterator[Any]:
    """Yield so many cases with a body, of all operations and of both kinds in turn."""
    from schemathesis.generation import GenerationMode

    operations = [found.ok() for found in schema.get_all_operations()]
    ways = [
        (operation, mode)
        for operation in operations
        if operation.body
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    ]
    most = max(1, min(AT_ONCE, count // len(ways)))
    made = turn = 0
    while made < count:
        operation, mode = ways[turn % len(ways)]
        for case in _some(operation, mode, seed * 1_000_003 + turn, most)[: count - made]:
            made += 1
            yield case
        turn += 1


def _some(operation: Any, mode: Any, seed: int, most: int) -> list[Any]:
    import hypothesis

    found: list[Any] = []
    wanted = hypothesis.settings(
        max_examples=most,
        deadline=None,
        database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )

    def take(case: Any) -> None:
        found.append(case)

    drawn = hypothesis.given(case=operation.as_strategy(generation_mode=mode))(take)
    hypothesis.seed(seed)(wanted(drawn))()
    return found


class Client:
    """Sends cases, one after the other.

    Args:
        server: Where to.
        detector: The one that it serves, which most cases are made to name.
        found: Takes what became of them.
        limit: Seconds within which a response must be there.
        seed: Of what is drawn.
    """

    def __init__(
        self, server: Server, detector: str, found: Found, limit: float, seed: int
    ) -> None:
        self._server = server
        self._detector = detector
        self._found = found
        self._limit = limit
        self._draw = random.Random(seed)
        self._session = requests.Session()
        self._rows = hostile_rows.lines(seed, 10**9)

    def send(self, case: Any) -> None:
        """Send a case: as it is, then at times damaged."""
        self._aim(case)
        self._attempt(case, lambda: self._as_it_is(case))
        if self._draw.random() < 0.5:
            self._attempt(case, lambda: self._damaged(case))

    def _aim(self, case: Any) -> None:
        """Name a detector that is served: a name made up is refused before the body is read."""
        if self._draw.random() < 0.1:
            return
        if isinstance(case.query, dict):
            case.query.pop("detector", None)
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = self._detector

    def _attempt(self, case: Any, send: Callable[[], None]) -> None:
        named = f"{case.method} {case.operation.path}"
        try:
            send()
        except requests.Timeout:
            self._found.fault("no response in time", f"{named} {_shown(case.body)}")
        except (requests.ConnectionError, OSError) as error:
            self._found.fault("no response", f"{named} {_shown(case.body)}: {error}")

    def _as_it_is(self, case: Any) -> None:
        from schemathesis.core.failures import FailureGroup

        response = case.call(base_url=self._server.url, session=self._session, timeout=self._limit)
        self._judge(case, response.status_code, response.content)
        try:
            case.validate_response(response, checks=_checks(response))
        except FailureGroup as group:
            for failure in group.exceptions:
                told = f"{case.method} {case.operation.path} {_shown(case.body)}"
                why = " ".join(str(failure).split())[:300]
                self._found.fault(f"not as described: {failure.title}", f"{told}: {why}")

    def _judge(self, case: Any, status: int, content: bytes) -> None:
        self._found.note(f"{case.operation.path} {status}")
        if status >= 500:
            told = f"{case.method} {case.operation.path} {_shown(case.body)}: {content[:200]!r}"
            self._found.fault(f"status {status}", told)

    def _damaged(self, case: Any) -> None:
        """Send a body that was damaged, or break off before its end."""
        prepared = requests.Request(**case.as_transport_kwargs(base_url=self._server.url)).prepare()
        body = prepared.body or b""
        raw = body if isinstance(body, bytes) else str(body).encode()
        raw = next(self._rows) if self._draw.random() < 0.5 else self._bytes(raw)
        prepared.body, prepared.headers["Content-Length"] = raw, str(len(raw))
        if self._draw.random() < 0.2:
            self._break_off(case, prepared, raw)
            return
        response = self._session.send(prepared, timeout=self._limit)
        self._judge(case, response.status_code, response.content)

    def _bytes(self, raw: bytes) -> bytes:
        """Cut, repeat or overwrite some bytes."""
        at = self._draw.randint(0, len(raw))
        to = self._draw.randint(at, len(raw))
        middle = self._draw.choice(
            [
                b"",
                raw[at:to] * 2,
                b"\x00",
                b"\xff\xfe",
                b"[" * 2000,
                b'{"a":' * 500,
                b"1e999",
                b"\n",
            ]
        )
        return raw[:at] + middle + raw[to:]

    def _break_off(self, case: Any, prepared: Any, raw: bytes) -> None:
        """Hang up in the middle of the body, or of waiting for the response."""
        place = urlsplit(str(prepared.url))
        target = f"{place.path}?{place.query}" if place.query else place.path
        kind = prepared.headers.get("Content-Type", "application/json")
        kind = kind.decode("latin-1") if isinstance(kind, bytes) else kind
        head = (
            f"{prepared.method} {target} HTTP/1.1\r\nHost: {place.netloc}\r\n"
            f"Content-Type: {kind}\r\nContent-Length: {len(raw)}\r\n\r\n"
        )
        part = raw[: self._draw.randint(0, len(raw))]
        with socket.create_connection((place.hostname or "", place.port or 0), self._limit) as own:
            own.sendall(head.encode("latin-1", "replace") + part)
        self._found.note(f"{case.operation.path} broken off", answered=False)


def _checks(response: Any) -> list[Any]:
    """Return what a response is held against; schemathesis takes the schema of events for one's."""
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    known = [status_code_conformance, content_type_conformance]
    streamed = "event-stream" in str(response.headers.get("content-type", ""))
    return known if streamed else [*known, response_schema_conformance]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]} … ({len(text):,} characters)"


def ask_the_same(server: Server, found: Found, limit: float, until: threading.Event) -> None:
    """Send the good row until told to end; its verdict must stay what it is."""
    with requests.Session() as session:
        while True:
            try:
                response = session.post(f"{server.url}/v1/check", json=GOOD, timeout=limit)
            except requests.RequestException as error:
                found.fault("the good row got no response", str(error))
            else:
                found.note("good row", answered=True)
                told = response.json()
                found.good[f"{response.status_code} {told.get('hallucination_score')}"] += 1
            if until.is_set():
                return


def run(server: Server, given: argparse.Namespace, found: Found) -> None:
    """Send everything, by several clients side by side."""
    schema, over = described(server.url), threading.Event()
    found.note("description")
    waiting, turn = cases(schema, given.seed, given.bodies), threading.Lock()

    def work(number: int) -> None:
        seed = given.seed * 97 + number
        client = Client(server, given.detector, found, given.limit, seed)

        def following() -> Any:
            with turn:
                return next(waiting, None)

        try:
            for case in iter(following, None):
                client.send(case)
        except Exception as error:  # noqa: BLE001 - of the client's own; told, like the rest
            found.fault("the client failed", repr(error))

    steady = threading.Thread(target=ask_the_same, args=(server, found, given.limit, over))
    workers = [threading.Thread(target=work, args=(number,)) for number in range(given.clients)]
    for thread in (steady, *workers):
        thread.start()
    for worker in workers:
        worker.join()
    over.set()
    steady.join()


def settle(server: Server, found: Found, limit: float) -> None:
    """Hold the server's count of responses against the clients', once nothing is going on."""
    until = time.monotonic() + limit
    asked = 1
    while not server.idle():
        asked += 1
        if time.monotonic() > until:
            found.fault("not idle", "requests are still being answered, or answers wait")
            break
        time.sleep(0.1)
    counted = server.counted() - asked
    # One whose client broke off may have been answered before that was seen.
    broken = sum(n for outcome, n in found.sent.items() if outcome.endswith("broken off"))
    if not found.responses <= counted <= found.responses + broken:
        told = f"the server counts {counted:,}, its clients {found.responses:,} and {broken:,} cut"
        found.fault("responses were lost", told)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bodies", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--detector", default="lexical")
    given = parser.parse_args()
    found, server = Found(), Server(given.detector)
    try:
        run(server, given, found)
        settle(server, found, given.limit)
    finally:
        status = server.stop()
    if status:
        found.fault("exit status", str(status))
    if len(found.good) != 1:
        found.fault("the good row got several verdicts", str(dict(found.good)))
    for line in server.complaints:
        found.fault("the server's log", line)
    return report(found, given.bodies)


def report(found: Found, bodies: int) -> int:
    """Print what became of the requests, and the first faults of each kind."""
    for outcome, number in sorted(found.sent.items()):
        print(f"{number:7,}  {outcome}")
    for kind, told in found.faults.items():
        print(f"FAULT {kind}: {len(told):,}")
        for each in told[:SHOWN]:
            print(f"    {each}")
    total = sum(found.sent.values())
    print(f"{bodies:,} bodies of schemathesis, {total:,} requests; faults: {len(found.faults)}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
