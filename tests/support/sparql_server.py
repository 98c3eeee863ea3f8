"""A SPARQL 1.1 endpoint and a ``wbsearchentities`` API on 127.0.0.1, over an RDF graph."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pyoxigraph import Literal, NamedNode, QueryResultsFormat, RdfFormat, Store

GRAPH = Path(__file__).parent / "people.ttl"
NAMING = tuple(
    NamedNode(f"http://www.w3.org/{iri}")
    for iri in ("2000/01/rdf-schema#label", "2004/02/skos/core#altLabel")
)
Fault = Callable[[BaseHTTPRequestHandler], None]


class GraphServer(ThreadingHTTPServer):
    """Answers queries, and misbehaves when told to.

    Attributes:
        faults: What the next requests get instead of an answer, in order.
        requests: Path, form and headers of each request, in order.
        most_at_once: The largest number of requests that were in work together.
    """

    daemon_threads = True

    def __init__(self, turtle: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.store = Store()
        self.store.load(input=turtle.encode(), format=RdfFormat.TURTLE)
        self.faults: list[Fault] = []
        self.requests: list[tuple[str, dict[str, str], dict[str, str]]] = []
        self.most_at_once = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._at_once = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def endpoint(self) -> str:
        return f"{self.address}/sparql"

    @property
    def search_api(self) -> str:
        return f"{self.address}/w/api.php"

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self.lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield
        finally:
            with self.lock:
                self._at_once -= 1

    def select(self, query: str) -> bytes:
        results: Any = self.store.query(query)
        return bytes(results.serialize(format=QueryResultsFormat.JSON))

    def search(self, form: dict[str, str]) -> bytes:
        """Match labels and aliases by their beginning, whatever the case, as Wikidata does."""
        hits = [
            {
                "id": quad.subject.value.rpartition("/")[2],
                "concepturi": quad.subject.value,
                "match": {"type": "label", "language": "en", "text": quad.object.value},
            }
            for predicate in NAMING
            for quad in self.store.quads_for_pattern(None, predicate, None)
            if isinstance(quad.subject, NamedNode)
            and isinstance(quad.object, Literal)
            and "/Q" in quad.subject.value
            and quad.object.language in {form["language"], "mul"}
            and quad.object.value.casefold().startswith(form["search"].casefold())
        ]
        return json.dumps({"search": hits[: int(form["limit"])], "success": 1}).encode()


class _Handler(BaseHTTPRequestHandler):
    server: GraphServer

    def do_GET(self) -> None:
        self._answer(urlsplit(self.path).query)

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, encoded: str) -> None:
        form = {name: values[0] for name, values in parse_qs(encoded).items()}
        path = urlsplit(self.path).path
        with self.server.lock:
            self.server.requests.append((path, form, dict(self.headers)))
            fault = self.server.faults.pop(0) if self.server.faults else None
        with self.server.counted():
            if fault is not None:
                fault(self)
            elif path == "/sparql":
                self._select(form["query"])
            else:
                send(self, 200, self.server.search(form))

    def _select(self, query: str) -> None:
        try:
            send(self, 200, self.server.select(query), "application/sparql-results+json")
        except SyntaxError as error:
            send(self, 400, str(error).encode(), "text/plain")


def send(
    handler: BaseHTTPRequestHandler,
    status: int,
    body: bytes = b"",
    kind: str = "application/json",
    **headers: str,
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    with suppress(BrokenPipeError, ConnectionResetError):  # the client may have read enough
        handler.wfile.write(body)


def status(code: int, **headers: str) -> Fault:
    """Answer with a status."""
    return lambda handler: send(handler, code, b"no", "text/plain", **headers)


def body(content: bytes, kind: str = "application/json", **headers: str) -> Fault:
    """Answer with this, and status 200."""
    return lambda handler: send(handler, 200, content, kind, **headers)


def silent(handler: BaseHTTPRequestHandler) -> None:
    """Answer nothing while the server lives."""
    server: Any = handler.server
    server.closing.wait(30)


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte of the body now and then, without end."""
    handler.send_response(200)
    handler.end_headers()
    _drip(handler)


def drip_headers(handler: BaseHTTPRequestHandler) -> None:
    """Send a byte of a header now and then, without end."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    _drip(handler)


def _drip(handler: BaseHTTPRequestHandler) -> None:
    server: Any = handler.server
    with suppress(BrokenPipeError, ConnectionResetError):
        while not server.closing.wait(0.02):
            handler.wfile.write(b" ")


@contextmanager
def serving(turtle: str | None = None) -> Iterator[GraphServer]:
    """Serve a graph, by default that of people.ttl, while the block runs."""
    with GraphServer(turtle if turtle is not None else GRAPH.read_text()) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()
