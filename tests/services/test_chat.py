from __future__ import annotations

import json
import socket
import sqlite3
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest
from chat_server import Server, reply, send, serving
from raw_server import RawServer, talking

from groundgraph.errors import InputError, ModelError
from groundgraph.services import usage
from groundgraph.services.chat import MAX_BYTES, ChatClient, LLMFailure, Prompt, ReplyShape
from groundgraph.specs import build, describe

if TYPE_CHECKING:
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path


class Count(ReplyShape):
    n: int


class Loose(ReplyShape):
    n: int
    m: int = 0


KEY = "sk-very-secret-8d1f"


def good(_number: int, _request: Any, handler: BaseHTTPRequestHandler) -> None:
    reply(handler, '{"n": 7}')


def client(server: Server, **fields: Any) -> ChatClient:
    return ChatClient(server.url, "tiny", **{"backoff": 0.0, "timeout": 5.0, **fields})


def hold(release: threading.Event) -> None:
    release.wait(5)


def ask(asked: ChatClient, *users: str) -> list[dict[str, Any] | LLMFailure]:
    replies = asked.complete([Prompt("Count.", user) for user in users or ("a",)], Count)
    return [each.model_dump() if isinstance(each, Count) else each for each in replies]


def failure(asked: ChatClient) -> str:
    (answer,) = ask(asked)
    assert isinstance(answer, LLMFailure)
    return answer.reason


def test_a_good_reply_comes_back_as_the_object() -> None:
    with serving(good) as server:
        assert ask(client(server)) == [{"n": 7}]


def test_a_request_carries_model_schema_temperature_and_both_messages() -> None:
    with serving(good) as server:
        ask(client(server), "apples \ud83c é")
    (request,) = server.requests

    assert (request["model"], request["temperature"]) == ("tiny", 0)
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert request["messages"][1]["content"] == "apples \ud83c é"
    assert request["response_format"]["json_schema"]["schema"] == Count.model_json_schema()


def test_replies_keep_the_order_of_their_prompts_and_equal_prompts_are_sent_once() -> None:
    def echo(_number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, json.dumps({"n": int(request["messages"][1]["content"])}))

    with serving(echo) as server:
        answers = ask(client(server), "3", "1", "3", "2")

    assert answers == [{"n": 3}, {"n": 1}, {"n": 3}, {"n": 2}]
    assert len(server.requests) == 3


def test_no_prompts_ask_nothing() -> None:
    with serving(good) as server:
        assert client(server).complete([], Count) == []
    assert server.requests == []


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n```", "  {}\n"])
def test_a_fence_or_white_space_around_the_object_is_dropped(fence: str) -> None:
    with serving(lambda _n, _r, h: reply(h, fence.replace("{}", '{"n": 1}'))) as server:
        assert ask(client(server)) == [{"n": 1}]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_a_status_that_may_pass_is_asked_again(status: int) -> None:
    def once(number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        if number == 0:
            send(handler, b"busy", status, Retry_After="0")
        else:
            good(number, request, handler)

    with serving(once) as server:
        assert ask(client(server)) == [{"n": 7}]
    assert len(server.requests) == 2


def test_retries_are_bounded() -> None:
    with serving(lambda _n, _r, h: send(h, b"", 503)) as server:
        reason = failure(client(server, retries=2))

    assert len(server.requests) == 3
    assert "status 503" in reason
    assert "3 times" in reason


@pytest.mark.parametrize("header", ["3600", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_server_that_asks_for_a_longer_wait_than_the_timeout_is_not_waited_for(
    header: str,
) -> None:
    with serving(lambda _n, _r, h: send(h, b"", 429, Retry_After=header)) as server:
        reason = failure(client(server))

    assert len(server.requests) == 1
    assert "wait" in reason


@pytest.mark.parametrize("header", ["soon", "nan", "-5", "Fri, 01 Jan 1999 00:00:00 GMT"])
def test_a_retry_after_that_says_nothing_does_not_hold_the_retry_up(header: str) -> None:
    with serving(lambda _n, _r, h: send(h, b"", 429, Retry_After=header)) as server:
        assert "429" in failure(client(server, retries=1))
    assert len(server.requests) == 2


def test_a_client_error_is_not_asked_again_and_shows_what_the_server_said() -> None:
    with serving(lambda _n, _r, h: send(h, b'{"error": "no model tiny"}', 404)) as server:
        reason = failure(client(server))

    assert len(server.requests) == 1
    assert "404" in reason
    assert "no model tiny" in reason


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not json at all", "not JSON"),
        ('{"n": NaN}', "not JSON"),
        ('{"n": 1e999}', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"n": "7"}', "reply.n: Input should be a valid integer"),
        ('{"n": true}', "valid integer"),
        ("{}", "reply.n: Field required"),
        ('{"n": 1, "m": 2}', "reply.m: Extra inputs are not permitted"),
        ("[1]", "valid dictionary or instance of Count"),
        (None, "no text"),
    ],
)
def test_a_reply_of_another_shape_is_a_failure_that_says_how(content: object, said: str) -> None:
    with serving(lambda _n, _r, h: reply(h, content)) as server:
        assert said in failure(client(server, retries=1))
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [7]}', b"\xff\xfe"]
)
def test_an_answer_that_is_no_chat_completion_is_a_failure(body: bytes) -> None:
    with serving(lambda _n, _r, h: send(h, body)) as server:
        assert "chat completion" in failure(client(server, retries=0))


def test_a_cut_reply_and_a_refusal_are_failures_that_are_not_asked_again() -> None:
    refusal = {"message": {"content": None, "refusal": "no"}}
    with serving(lambda _n, _r, h: reply(h, '{"n"', finish_reason="length")) as server:
        assert "cut" in failure(client(server))
    with serving(
        lambda _n, _r, h: send(h, json.dumps({"choices": [refusal]}).encode())
    ) as refusing:
        assert "refused" in failure(client(refusing))
    assert (len(server.requests), len(refusing.requests)) == (1, 1)


def test_a_body_beyond_the_size_bound_is_not_read_to_its_end() -> None:
    sent = 0

    def flood(_number: int, _request: Any, handler: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        handler.send_response(200)
        handler.send_header("Content-Length", str(64 * MAX_BYTES))
        handler.end_headers()
        try:
            for _ in range(64):
                handler.wfile.write(b"x" * MAX_BYTES)
                sent += 1
        except OSError:
            handler.close_connection = True

    with serving(flood) as server:
        assert f"{MAX_BYTES:,}" in failure(client(server))
    assert sent < 32
    assert len(server.requests) == 1


def test_a_slow_answer_is_a_failure_and_leaves_no_time_for_a_retry() -> None:
    release = threading.Event()
    with serving(lambda _n, _r, _h: hold(release)) as server:
        reason = failure(client(server, timeout=0.2, retries=1))
        release.set()

    assert "within 0.2 s" in reason
    assert len(server.requests) == 1


@pytest.mark.parametrize("begin", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_an_answer_whose_headers_or_body_drip_is_bounded_as_a_whole(begin: bytes) -> None:
    def drip(to: socket.socket, server: RawServer) -> None:
        to.sendall(begin)
        server.drip(to)

    with talking(drip) as server:
        asked = ChatClient(server.url, "tiny", timeout=0.5, retries=5, backoff=0.0)
        assert "did not answer within 0.5 s" in failure(asked)
        assert server.left.wait(20)

    assert len(server.asked) == 1


def test_a_dropped_connection_is_asked_again() -> None:
    def drop_once(number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        if number == 0:
            handler.connection.shutdown(socket.SHUT_RDWR)
            handler.close_connection = True
        else:
            good(number, request, handler)

    with serving(drop_once) as server:
        assert ask(client(server)) == [{"n": 7}]


def test_a_server_that_is_not_there_is_a_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        absent = ChatClient(f"http://127.0.0.1:{port}/v1", "tiny", backoff=0.0, retries=1)
        assert "cannot be reached" in failure(absent)


def test_one_failure_leaves_the_other_answers() -> None:
    def odd(_number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        if request["messages"][1]["content"] == "bad":
            send(handler, b"", 400)
        else:
            reply(handler, '{"n": 1}')

    with serving(odd) as server:
        first, second, third = ask(client(server), "a", "bad", "c")

    assert (first, third) == ({"n": 1}, {"n": 1})
    assert isinstance(second, LLMFailure)


def test_no_more_requests_run_at_a_time_than_allowed() -> None:
    with serving(good) as server:
        ask(client(server, concurrency=2), *(str(number) for number in range(12)))
    assert len(server.requests) == 12
    assert server.busiest <= 2


def test_a_good_reply_is_kept_on_disk_and_a_failure_is_not(tmp_path: Path) -> None:
    path = str(tmp_path / "deep" / "replies.sqlite")

    def fail_first(number: int, request: Any, handler: BaseHTTPRequestHandler) -> None:
        if number == 0:
            send(handler, b"", 400)
        else:
            good(number, request, handler)

    with serving(fail_first) as server:
        cached = client(server, cache=path)
        assert isinstance(ask(cached)[0], LLMFailure)
        assert ask(cached) == [{"n": 7}]
        assert ask(cached) == [{"n": 7}]
    assert len(server.requests) == 2


def test_another_model_prompt_or_shape_misses_the_cache(tmp_path: Path) -> None:
    path = str(tmp_path / "replies.sqlite")
    with serving(good) as server:
        ask(client(server, cache=path))
        ask(ChatClient(server.url, "other", cache=path))
        ask(client(server, cache=path), "b")
        client(server, cache=path).complete([Prompt("Count.", "a")], Loose)
    assert len(server.requests) == 4


@pytest.mark.parametrize("content", [b"not a database at all, just text" * 50, None])
def test_a_cache_file_of_something_else_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "replies.sqlite"
    if content is None:
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE mine (x)")
        other.commit()
        other.close()
    else:
        path.write_bytes(content)
    with serving(good) as server, pytest.raises(ModelError, match=r"replies\.sqlite"):
        ask(client(server, cache=str(path)))


def test_a_damaged_reply_in_the_cache_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with serving(good) as server:
        ask(client(server, cache=str(path)))
        connection = sqlite3.connect(path)
        for damaged, said in [("{", "not a JSON object"), ("{}", "n: Field required")]:
            connection.execute("UPDATE replies SET reply = ?", [damaged])
            connection.commit()
            with pytest.raises(ModelError, match=said):
                ask(client(server, cache=str(path)))
        connection.close()


def test_the_key_is_sent_and_stands_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TEST_KEY", KEY)
    caplog.set_level(0)
    path = tmp_path / "replies.sqlite"
    with serving(lambda _n, _r, h: send(h, f"bad key {KEY}".encode(), 400)) as server:
        secret = client(server, api_key_env="TEST_KEY", cache=str(path))
        reason = failure(secret)
    with serving(good) as server2:
        ask(client(server2, api_key_env="TEST_KEY", cache=str(path)))

    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    everywhere = [reason, repr(secret), str(asdict(secret)), json.dumps(describe(secret))]
    assert KEY not in "".join([*everywhere, caplog.text, json.dumps(server2.requests)])
    assert KEY.encode() not in path.read_bytes()


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_not_repeated_to_the_reader(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_KEY", KEY)
    with serving(lambda _n, _r, h: send(h, b"wrong key sk-very***", status)) as server:
        reason = failure(client(server, api_key_env="TEST_KEY"))

    assert "check the API key" in reason
    assert "sk-" not in reason


def test_a_key_that_is_not_set_or_cannot_be_sent_is_the_users_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ChatClient("http://127.0.0.1:9/v1", "tiny", api_key_env="TEST_KEY")
    monkeypatch.delenv("TEST_KEY", raising=False)
    with pytest.raises(InputError, match="TEST_KEY is not set"):
        ask(asked)
    monkeypatch.setenv("TEST_KEY", f"{KEY}\nX-Evil: 1")
    with pytest.raises(InputError, match="TEST_KEY") as raised:
        ask(asked)
    assert KEY not in str(raised.value)


def test_a_redirect_is_not_followed_with_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_KEY", KEY)
    with serving(good) as other:
        there = f"{other.url}/chat/completions"
        with serving(lambda _n, _r, h: send(h, b"", 307, Location=there)) as server:
            assert "307" in failure(client(server, api_key_env="TEST_KEY"))
    assert other.requests == []


def test_requests_tokens_and_cached_replies_are_counted(tmp_path: Path) -> None:
    def metered(number: int, _request: Any, handler: BaseHTTPRequestHandler) -> None:
        message = {"role": "assistant", "content": '{"n": "7"}' if number == 0 else '{"n": 7}'}
        used = {"prompt_tokens": 20, "completion_tokens": 3, "total_tokens": 23}
        send(handler, json.dumps({"choices": [{"message": message}], "usage": used}).encode())

    usage.taken()
    with serving(metered) as server:
        cached = client(server, cache=str(tmp_path / "replies.sqlite"))
        assert ask(cached) == [{"n": 7}]  # after a reply that had to be asked for again
        assert ask(cached) == [{"n": 7}]
    expected = {"cached": 1, "requests": 2, "prompt_tokens": 40, "completion_tokens": 6}
    assert usage.taken() == expected


@pytest.mark.parametrize("told", [None, 7, {"prompt_tokens": "20"}, {"prompt_tokens": True}])
def test_tokens_that_the_server_does_not_tell_are_not_counted(told: object) -> None:
    choices = [{"message": {"role": "assistant", "content": '{"n": 7}'}}]
    body = json.dumps({"choices": choices, "usage": told}).encode()
    usage.taken()
    with serving(lambda _n, _r, h: send(h, body)) as server:
        assert ask(client(server)) == [{"n": 7}]
    assert usage.taken() == {"cached": 0, "requests": 1}


def test_a_spec_rebuilds_the_client() -> None:
    made = ChatClient("http://127.0.0.1:1/v1", "tiny", api_key_env="K", cache="x.sqlite")

    assert build(describe(made), trust=True) == made
