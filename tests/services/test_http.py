"""The HTTP client against servers on 127.0.0.1 that stall, drip, flood and mislead."""

from __future__ import annotations

import base64
import gzip
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from raw_server import MOST_BYTES, RawServer, reply, talking

from groundgraph.errors import InputError
from groundgraph.services.http import Bounds, Client, HttpError, TryAgain
from groundgraph.services.messages import Reply, Request

if TYPE_CHECKING:
    import socket

KEY = "sk-very-secret-8d1f0b"
PATIENT = Bounds(timeout=30.0, retries=0, backoff=0.0, max_bytes=10_000)
HURRIED = PATIENT._replace(timeout=0.5)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach 127.0.0.1 itself, whatever proxies this machine is told to use."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def body(got: Reply) -> bytes:
    return got.body


def ask(server: RawServer, bounds: Bounds = PATIENT, **client: Any) -> bytes:
    with closing(Client("the service", bounds, **client)) as http:
        return http.send(Request("GET", server.url), body)


def failure(server: RawServer, bounds: Bounds = PATIENT, **client: Any) -> str:
    with pytest.raises(HttpError) as raised:
        ask(server, bounds, **client)
    return str(raised.value)


def test_a_reply_is_what_the_reader_makes_of_it() -> None:
    def answer(to: socket.socket, server: RawServer) -> None:
        while b"how many?" not in b"".join(server.asked):
            server.asked.append(to.recv(2**16))
        to.sendall(reply(b"seven"))

    with (
        talking(answer) as server,
        closing(Client("the service", PATIENT, headers={"X-Who": "tests"})) as http,
    ):
        request = Request("POST", server.url, (("Accept", "text/plain"),), b"how many?")
        assert http.send(request, lambda got: len(got.body)) == 5

    sent = b"".join(server.asked)
    assert sent.startswith(b"POST / HTTP/1.1\r\n")
    assert {b"X-Who: tests", b"Accept: text/plain", b"Accept-Encoding: identity"} <= set(
        sent.split(b"\r\n")
    )


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
DRIPS = {  # what is sent at once, and what then drips without end
    "nothing": (b"", b""),
    "the status line": (b"", b"H"),
    "a header's value": (b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x"),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"A: b\r\n"),
    "early hints": (b"", b"HTTP/1.1 103 Hints\r\n\r\n"),
    "the body": (b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", b"x"),
    "chunks": (CHUNKED, b"1\r\nx\r\n"),
}


@pytest.mark.parametrize("what", list(DRIPS))
def test_a_server_that_drips_is_left_when_the_calls_time_is_over(what: str) -> None:
    begin, piece = DRIPS[what]

    def speak(to: socket.socket, server: RawServer) -> None:
        to.sendall(begin)
        if piece:
            server.drip(to, piece)
        else:
            server.hold(to)

    with talking(speak) as server:
        said = failure(server, HURRIED)
        assert server.left.wait(20), "the connection was kept open"

    assert said == "the service did not answer within 0.5 s"
    assert server.dripped < MOST_BYTES


def test_a_tls_handshake_that_is_not_answered_is_left_too() -> None:
    with talking(lambda to, server: server.hold(to)) as server:
        address = server.url.replace("http:", "https:")
        hurried = Client("the service", HURRIED)
        with closing(hurried) as http, pytest.raises(HttpError, match=r"within 0\.5"):
            http.send(Request("GET", address), body)
        assert server.left.wait(20)


def test_retries_and_their_waits_are_within_the_deadline() -> None:
    with talking(lambda to, _: to.sendall(reply(b"", "503 Busy"))) as server:
        said = failure(server, PATIENT._replace(retries=9, backoff=40.0))

    assert "status 503; the wait before the next attempt is 40 s, and the timeout of 30 s" in said
    assert len(server.asked) == 1


def test_a_reply_that_the_reader_refuses_is_asked_for_again() -> None:
    def read(got: Reply) -> bytes:
        if got.body == b"0":
            raise TryAgain("it counts from nought")
        return got.body

    def count(to: socket.socket, server: RawServer) -> None:
        to.sendall(reply(str(len(server.asked) - 1).encode()))

    bounds = PATIENT._replace(retries=3)
    with talking(count) as server, closing(Client("the service", bounds)) as http:
        assert http.send(Request("GET", server.url), read) == b"1"
    assert len(server.asked) == 2


def test_a_broken_connection_is_tried_again_and_the_attempts_are_counted() -> None:
    with talking(lambda *_: None) as server:
        said = failure(server, PATIENT._replace(retries=2))

    assert said.startswith("the service cannot be reached: ")
    assert said.endswith("(asked 3 times)")
    assert len(server.asked) == 3


def test_once_a_server_asks_to_wait_no_other_call_is_sent_before() -> None:
    def busy_first(to: socket.socket, server: RawServer) -> None:
        first = len(server.asked) == 1
        to.sendall(reply(b"", "429 Busy", "Retry-After: 25") if first else reply(b"late"))

    stop, later = threading.Event(), threading.Event()
    later.set()
    with (
        talking(busy_first) as server,
        closing(Client("the service", PATIENT._replace(retries=1))) as http,
        ThreadPoolExecutor(1) as pool,
    ):
        request = Request("GET", server.url)
        first = pool.submit(http.send, request, body, stop)
        while not http._resume:
            assert not first.done()
        with pytest.raises(HttpError, match="has asked to wait; the call was stopped"):
            http.send(request, body, later)
        stop.set()
        with pytest.raises(HttpError, match="status 429; the call was stopped"):
            first.result()
    assert len(server.asked) == 1


def test_a_body_beyond_the_bound_is_not_read_to_its_end() -> None:
    taken = 0

    def flood(to: socket.socket, server: RawServer) -> None:
        nonlocal taken
        to.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            for _ in range(200):
                to.sendall(b"x" * 2**20)
                taken += 1
        except OSError:
            server.left.set()

    with talking(flood) as server:
        assert failure(server) == "the service sent more than 10,000 bytes, the most (max_bytes)"
        assert server.left.wait(20)
    assert taken < 100


def test_a_reply_that_is_compressed_unasked_is_not_unpacked() -> None:
    packed = reply(gzip.compress(bytes(10**6)), "200 OK", "Content-Encoding: gzip")
    with talking(lambda to, _: to.sendall(packed)) as server:
        assert "sent its reply compressed ('gzip')" in failure(server)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Here", "308 There"])
def test_a_redirect_leads_nowhere(status: str) -> None:
    with talking(lambda to, _: to.sendall(reply(b"seven"))) as other:
        there = f"Location: {other.url}"
        with talking(lambda to, _: to.sendall(reply(b"", status, there))) as server:
            said = failure(server, headers={"Authorization": f"Bearer {KEY}"}, secrets=[KEY])

    assert said.startswith(f"the service answered with status {status[:3]}; redirects are not")
    assert other.asked == []


@pytest.mark.parametrize(
    "address", ["https://me:hunter2@example.org/v1", "http://me@127.0.0.1:1/", "http://:pw@[::1/"]
)
def test_an_address_with_user_or_password_is_refused_and_not_repeated(address: str) -> None:
    with (
        closing(Client("the service", PATIENT)) as http,
        pytest.raises(InputError, match="specs hold no secrets") as raised,
    ):
        http.send(Request("GET", address), body)
    assert "me" not in str(raised.value).replace("the address", "")
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8000", "file:///etc/passwd", "http://", "http://a:0/"]
)
def test_an_address_that_is_none_is_the_users_error(address: str) -> None:
    with (
        closing(Client("the service", PATIENT)) as http,
        pytest.raises(InputError, match="expected an http or https address"),
    ):
        http.send(Request("GET", address), body)


def test_an_error_of_the_server_does_not_repeat_the_key_in_any_form() -> None:
    packed = base64.b64encode(f"user:{KEY}@host".encode()).decode()
    said_back = f"bad key {KEY}, header Basic {packed}, again {KEY}".encode()
    with talking(lambda to, _: to.sendall(reply(said_back, "400 Bad"))) as server:
        said = failure(server, headers={"Authorization": f"Bearer {KEY}"}, secrets=[KEY])

    assert said == (
        "the service answered with status 400: bad key ***, header Basic ***, again ***"
    )


@pytest.mark.parametrize("status", ["401 Who", "403 No"])
def test_a_refused_key_is_not_shown_in_part(status: str) -> None:
    with talking(lambda to, _: to.sendall(reply(b"wrong key sk-very***", status))) as server:
        said = failure(server, secrets=[KEY])

    assert said == f"the service answered with status {status[:3]}; check the API key"


def test_closing_ends_a_call_that_another_thread_is_in() -> None:
    asked = threading.Event()

    def hold(to: socket.socket, server: RawServer) -> None:
        asked.set()
        server.hold(to)

    with talking(hold) as server, ThreadPoolExecutor(1) as pool:
        http = Client("the service", PATIENT)
        waiting = pool.submit(http.send, Request("GET", server.url), body)
        assert asked.wait(20)
        http.close()
        with pytest.raises(HttpError, match="the client was closed"):
            waiting.result()
        assert server.left.wait(20)
        with pytest.raises(HttpError, match="the client is closed"):
            http.send(Request("GET", server.url), body)
        http.close()


def test_threads_share_a_client() -> None:
    with (
        talking(lambda to, _: to.sendall(reply(b"x"))) as server,
        closing(Client("the service", PATIENT)) as http,
        ThreadPoolExecutor(8) as pool,
    ):
        got = list(pool.map(lambda _: http.send(Request("GET", server.url), body), range(40)))
    assert got == [b"x"] * 40


@pytest.mark.parametrize("passing", ["503 Busy", "400 Bad"])
def test_an_error_says_whether_it_may_pass(passing: str) -> None:
    with (
        talking(lambda to, _: to.sendall(reply(b"", passing))) as server,
        pytest.raises(HttpError) as raised,
    ):
        ask(server)
    assert raised.value.passing == (passing == "503 Busy")
