"""``POST /v1/check/stream``: findings while the answer is still being written."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING, Any

from serving import serving, spec

from groundgraph.io import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

ROW = {"question": "Where?", "passages": ["Ada lives in Rome . She is 36 ."]}


class Client:
    """Sends lines and reads events, in whatever order."""

    def __init__(self, connection: HTTPConnection, first: Any = ROW) -> None:
        self._connection = connection
        connection.putrequest("POST", "/v1/check/stream")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        self.send(first)

    def send(self, value: Any) -> None:
        line = json.dumps(value).encode() + b"\n"
        self._connection.send(b"%x\r\n%s\r\n" % (len(line), line))

    def end(self) -> None:
        self._connection.send(b"0\r\n\r\n")

    def response(self) -> HTTPResponse:
        return self._connection.getresponse()


def events(response: HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    while line := response.readline():
        name = line.decode().removeprefix("event: ").strip()
        yield name, json.loads(response.readline().decode().removeprefix("data: "))
        response.readline()


def test_a_finished_sentence_is_told_before_the_answer_ends() -> None:
    strict = {"strict": spec("overlap", threshold=0.3)}
    with serving(strict) as served, closing(HTTPConnection("127.0.0.1", served.port)) as connection:
        client = Client(connection)
        for piece in ("Ada lives", " in Rome . ", "Elephants dan", "ced ", "all night"):
            client.send({"text": piece})
        response = client.response()
        told = events(response)
        name, first = next(told)
        client.send({"text": " . "})
        client.end()
        rest = list(told)
    assert response.getheader("content-type") == "text/event-stream; charset=utf-8"
    assert (name, first["text"], first["outcome"]) == (
        "sentence",
        "Ada lives in Rome . ",
        "supported",
    )
    assert [name for name, _ in rest] == ["sentence", "verdict"]
    sentence, verdict = rest[0][1], rest[1][1]
    assert (sentence["text"], sentence["outcome"]) == (
        "Elephants danced all night . ",
        "unsupported",
    )
    assert (sentence["start"], sentence["end"]) == (20, 49)
    assert sentence["findings"][0]["start"] == 20
    assert verdict["label"] == "hallucinated"


def test_the_last_verdict_is_that_of_the_whole_answer() -> None:
    answer = "Ada lives in Rome . She is 36 . Elephants danced ."
    with serving() as served:
        alone = served.check({**ROW, "answer": answer}).json()
        body = {**ROW, "answer": answer}
        streamed = served.client.post("/v1/check/stream", json=body).text
    last = streamed.strip().split("\n\n")[-1]
    assert last.startswith("event: verdict\n")
    assert json.loads(last.partition("data: ")[2]) == alone


def test_a_line_that_is_no_piece_ends_the_events_with_an_error() -> None:
    with serving() as served, closing(HTTPConnection("127.0.0.1", served.port)) as connection:
        client = Client(connection)
        client.send({"text": "Ada lives in Rome . Then she"})
        client.send({"piece": "moved"})
        told = list(events(client.response()))
    assert [name for name, _ in told] == ["sentence", "error"]
    assert "line 3" in told[-1][1]["detail"]


def test_a_client_that_goes_silent_is_given_up() -> None:
    with (
        serving(idle=0.05) as served,
        closing(HTTPConnection("127.0.0.1", served.port)) as connection,
    ):
        client = Client(connection)
        client.send({"text": "Ada lives"})
        told = list(events(client.response()))
    assert [name for name, _ in told] == ["error"]
    assert told[0][1]["error"]["type"] == "SlowError"


def test_a_body_that_begins_with_no_row_is_refused() -> None:
    with serving() as served, closing(HTTPConnection("127.0.0.1", served.port)) as connection:
        client = Client(connection, ["no row"])
        client.end()
        refused = client.response()
        other = served.client.post("/v1/check/stream", content=b"{}")
        of_curl = served.client.post(
            "/v1/check/stream",
            content=json.dumps(ROW | {"answer": "Ada lives in Rome."}),
            headers={"content-type": "application/x-www-form-urlencoded"},
        )
    assert refused.status == 422
    assert other.status_code == 415
    assert "event: verdict" in of_curl.text


def test_a_whole_answer_over_a_limit_is_refused() -> None:
    with serving(limits=Limits(answer_chars=200)) as served:
        body = {**ROW, "answer": "She lives in Rome . " * 11}
        refused = served.client.post("/v1/check/stream", json=body)
        alone = served.check(body)
    assert refused.status_code == 422
    assert refused.json()["error"] == alone.json()["error"]


def test_an_answer_that_grows_over_a_limit_ends_there() -> None:
    with (
        serving(limits=Limits(answer_chars=50)) as served,
        closing(HTTPConnection("127.0.0.1", served.port)) as connection,
    ):
        client = Client(connection)
        for _ in range(4):
            client.send({"text": "Ada lives in Rome . "})
        client.end()
        told = list(events(client.response()))
    assert [name for name, _ in told] == ["sentence", "error"]
    assert "the answer has 60 characters" in told[-1][1]["detail"]


def test_an_answer_of_too_many_sentences_ends_there() -> None:
    with (
        serving(max_items=2) as served,
        closing(HTTPConnection("127.0.0.1", served.port)) as connection,
    ):
        client = Client(connection)
        client.send({"text": "Ada lives in Rome . " * 9})
        client.end()
        told = list(events(client.response()))
    assert [name for name, _ in told] == ["sentence", "sentence", "error"]
    assert "more than 2 sentences" in told[-1][1]["detail"]


def test_passages_over_a_limit_are_refused_before_the_answer_comes() -> None:
    with (
        serving(limits=Limits(passages=1)) as served,
        closing(HTTPConnection("127.0.0.1", served.port)) as connection,
    ):
        client = Client(connection, {"passages": ["Ada lives in Rome .", "She is 36 ."]})
        client.end()
        refused = client.response()
    assert refused.status == 422


def test_an_answer_beside_its_pieces_is_refused() -> None:
    with serving() as served, closing(HTTPConnection("127.0.0.1", served.port)) as connection:
        client = Client(connection, {**ROW, "answer": "Ada lives in Rome."})
        client.end()
        response = client.response()
        told = json.loads(response.read())
    assert (response.status, told["error"]["field"]) == (422, "answer")
