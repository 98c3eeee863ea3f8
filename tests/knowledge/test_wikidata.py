from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest
from sparql_server import Fault, GraphServer, body, drip, drip_headers, serving, silent, status

from groundgraph.errors import InputError, KnowledgeError
from groundgraph.knowledge import http
from groundgraph.knowledge.wikidata import WikidataSource
from groundgraph.services.http import pause
from groundgraph.specs import build, describe
from groundgraph.types import Entity, Mention

if TYPE_CHECKING:
    from pathlib import Path

MARTA = [Mention("Marta Lindqvist", "")]
BIG = b'{"results": {"bindings": [' + b" " * 10_000_000 + b"]}}"
NO_RESULTS = b'{"results": {"bindings": []}}'
Ask = Callable[..., WikidataSource]


def first_id(source: WikidataSource) -> str | None:
    [found] = source.link(MARTA)
    return found and found.id


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (status(500), "answered with status 500"),
        (status(400), "answered with status 400: no"),
        (status(403), "answered with status 403"),
        (status(302, Location="http://127.0.0.1:1/"), "answered with status 302"),
        (body(b"<html>Sign in</html>", "text/html"), "is not JSON.*<html>Sign in"),
        (body(b""), "is not JSON"),
        (body(b'{"results": {"bindings": [{"entity"'), "is not JSON"),
        (body(b"[" * 100_000), "is not JSON"),
        (body(b"\xff\xfe\x00"), "is not JSON"),
        (body(b"[]"), "no SPARQL results"),
        (body(b'{"boolean": true}'), "no SPARQL results"),
        (body(b'{"results": {"bindings": [{"entity": 3}]}}'), "no SPARQL results"),
        (body(b'{"results": {"bindings": [{"s": {"type": "x", "value": "y"}}]}}'), "no SPARQL"),
        (body(b'{"results": {"bindings": [{"s": {"type": "uri", "value": 1}}]}}'), "no SPARQL"),
        (body(b'{"results": {"bindings": [{}]}}'), "rows without one of entity, name"),
        (body(BIG), "more than 5,242,880 bytes"),
        (body(NO_RESULTS, X_SPARQL_MaxRows="10000"), "cut its results short"),
    ],
)
def test_an_unusable_reply_is_an_error_that_says_why(
    server: GraphServer, ask: Ask, fault: Fault, said: str
) -> None:
    server.faults = [fault]

    with pytest.raises(KnowledgeError, match=said):
        ask().link(MARTA)


@pytest.mark.parametrize("fault", [silent, drip, drip_headers])
def test_a_slow_endpoint_is_given_up(server: GraphServer, ask: Ask, fault: Fault) -> None:
    server.faults = [fault]

    with pytest.raises(KnowledgeError, match=r"did not answer within 0\.1 s"):
        ask(timeout=0.1).link(MARTA)


def test_an_endpoint_that_is_down_is_an_error(ask: Ask) -> None:
    with serving() as gone:
        endpoint = gone.endpoint

    with pytest.raises(KnowledgeError, match=r"cannot be reached.*asked 3 times"):
        ask(endpoint=endpoint, retries=2).link(MARTA)
    with pytest.raises(KnowledgeError, match="cannot be reached"):
        ask(endpoint=endpoint).facts([Entity("http://x/1", "x", "")])


@pytest.mark.parametrize("fault", [status(429), status(503), status(502)])
def test_a_busy_endpoint_is_asked_again(server: GraphServer, ask: Ask, fault: Fault) -> None:
    server.faults = [fault, fault]

    assert first_id(ask(retries=2)) == "http://www.wikidata.org/entity/Q1"
    assert len(server.requests) == 4  # names, twice refused, then names and descriptions


def test_retries_are_bounded(server: GraphServer, ask: Ask) -> None:
    server.faults = [status(503)] * 10

    with pytest.raises(KnowledgeError, match=r"status 503 \(asked 3 times\)"):
        ask(retries=2).link(MARTA)
    assert len(server.requests) == 3


def test_a_service_that_stays_down_is_left_alone_for_a_while(server: GraphServer, ask: Ask) -> None:
    server.faults = [status(503)] * http.PATIENCE
    source = ask()
    for _ in range(http.PATIENCE):
        with pytest.raises(KnowledgeError, match="status 503"):
            source.link(MARTA)

    with pytest.raises(KnowledgeError, match="3 times in a row: not asked again"):
        source.link(MARTA)
    assert len(server.requests) == http.PATIENCE


def test_a_service_that_answers_now_and_then_is_asked_on(server: GraphServer, ask: Ask) -> None:
    source = ask()
    for _ in range(http.PATIENCE + 1):
        server.faults = [status(503)]
        with pytest.raises(KnowledgeError, match="status 503"):
            source.link(MARTA)
        assert first_id(source) is not None


def test_what_cannot_get_better_is_not_asked_again(server: GraphServer, ask: Ask) -> None:
    server.faults = [status(400)]

    with pytest.raises(KnowledgeError):
        ask(retries=5).link(MARTA)
    assert len(server.requests) == 1


def test_retry_after_counts_instead_of_our_own_patience(server: GraphServer, ask: Ask) -> None:
    past = format_datetime(datetime.now(timezone.utc) - timedelta(hours=1), usegmt=True)
    server.faults = [status(429, Retry_After="0"), status(503, Retry_After=past)]

    # With a backoff of a minute this would hang: the service's word lets it go on at once.
    assert first_id(ask(retries=2, backoff=60.0)) is not None


@pytest.mark.parametrize("asked", ["3600", "Fri, 31 Dec 2999 23:59:59 GMT"])
def test_a_service_that_asks_for_an_hour_is_not_waited_for(
    server: GraphServer, ask: Ask, asked: str
) -> None:
    server.faults = [status(429, Retry_After=asked)]

    with pytest.raises(
        KnowledgeError, match=r"wait before the next attempt is \d+ s, and the timeout of 180 s"
    ):
        ask(retries=5).link(MARTA)
    assert len(server.requests) == 1


@pytest.mark.parametrize("asked", ["soon", "", "nan", "-5"])
def test_a_retry_after_that_says_nothing_changes_nothing(
    server: GraphServer, ask: Ask, asked: str
) -> None:
    server.faults = [status(429, Retry_After=asked)]

    assert first_id(ask(retries=1)) is not None


def test_our_own_patience_doubles_up_to_a_minute() -> None:
    assert [pause(attempt, None, 2.0) for attempt in range(7)] == [2, 4, 8, 16, 32, 60, 60]


@pytest.mark.parametrize("concurrency", [1, 3, 5])
def test_no_more_requests_are_in_work_than_allowed(
    server: GraphServer, ask: Ask, concurrency: int
) -> None:
    entities = [Entity(f"http://www.wikidata.org/entity/Q{n}", "x", "") for n in range(200)]

    ask(concurrency=concurrency).facts(entities)

    assert len(server.requests) > 40
    assert server.most_at_once <= concurrency


def test_an_error_stops_what_is_still_to_be_sent(server: GraphServer, ask: Ask) -> None:
    server.faults = [status(400)]
    entities = [Entity(f"http://www.wikidata.org/entity/Q{n}", "x", "") for n in range(500)]

    with pytest.raises(KnowledgeError):
        ask(concurrency=1).facts(entities)
    assert len(server.requests) < 10


def test_the_service_learns_who_asks(server: GraphServer, ask: Ask) -> None:
    ask().link(MARTA)

    assert {sent["User-Agent"] for _, _, sent in server.requests} == {
        "groundgraph-tests/1.0 (mailto:tests@example.org)"
    }
    assert server.requests[0][2]["Accept"] == "application/sparql-results+json"


def test_equal_questions_are_asked_once(server: GraphServer, ask: Ask) -> None:
    ask(search_api=server.search_api).link([*MARTA * 3, Mention("marta lindqvist", "x")])

    assert [path for path, _, _ in server.requests] == ["/w/api.php", "/sparql"]


def test_a_search_hit_that_only_begins_with_the_name_is_not_meant(
    server: GraphServer, ask: Ask
) -> None:
    hits = json.loads(server.search({"language": "en", "search": "Aldmoor", "limit": "50"}))
    texts = {hit["match"]["text"] for hit in hits["search"]}

    found = ask(search_api=server.search_api).link([Mention("Aldmoor Inst", "")])

    assert "Aldmoor Institute" in texts
    assert found == [None]


@pytest.mark.parametrize(
    "reply",
    [b"[]", b'{"error": {"code": "internal"}}', b'{"search": [{"id": "Q1"}]}', b'{"search": 3}'],
)
def test_a_search_that_does_not_answer_is_an_error(
    server: GraphServer, ask: Ask, reply: bytes
) -> None:
    server.faults = [body(reply)]

    with pytest.raises(KnowledgeError, match="did not answer as wbsearchentities does"):
        ask(search_api=server.search_api).link(MARTA)


def test_a_hostile_search_hit_is_no_query(server: GraphServer, ask: Ask) -> None:
    hit = {"concepturi": "http://x/> } DROP ALL #", "match": {"text": "Marta Lindqvist"}}
    server.faults = [body(json.dumps({"search": [hit]}).encode())]

    assert ask(search_api=server.search_api).link(MARTA) == [None]


def test_replies_are_kept_on_disk(server: GraphServer, ask: Ask, tmp_path: Path) -> None:
    path = str(tmp_path / "replies.sqlite")
    first = ask(cache=path).link(MARTA)
    asked = len(server.requests)

    assert ask(cache=path).link(MARTA) == first
    assert len(server.requests) == asked


def test_old_replies_are_asked_for_again(
    server: GraphServer, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "replies.sqlite")
    ask(cache=path).link(MARTA)
    asked = len(server.requests)
    monkeypatch.setattr(http, "FRESH_S", -1.0)

    ask(cache=path).link(MARTA)

    assert len(server.requests) == 2 * asked


@pytest.mark.parametrize("reply", [b"{}", b"no JSON"])
def test_an_unusable_reply_is_not_kept(
    server: GraphServer, ask: Ask, tmp_path: Path, reply: bytes
) -> None:
    source = ask(cache=str(tmp_path / "replies.sqlite"))
    server.faults = [body(reply)]
    with pytest.raises(KnowledgeError):
        source.link(MARTA)

    assert first_id(source) is not None


@pytest.mark.parametrize("user_agent", ["", "my-service/1.0", "a@b.org\r\nX-Injected: 1", "ü@b"])
def test_a_contact_is_required(user_agent: str) -> None:
    with pytest.raises(InputError, match="how to reach you"):
        WikidataSource(user_agent)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"concurrency": 6}, "concurrency is 6; expected 1 to 5"),
        ({"concurrency": 0}, "concurrency is 0"),
        ({"timeout": 0}, "timeout is 0"),
        ({"timeout": float("nan")}, "timeout is nan"),
        ({"retries": -1}, "retries is -1"),
        ({"backoff": -1.0}, "backoff is -1"),
        ({"max_bytes": 0}, "max_bytes is 0"),
        ({"endpoint": "file:///etc/passwd"}, "expected an http or https address"),
        ({"endpoint": "http://[x"}, "expected an http or https address"),
        ({"search_api": "query.wikidata.org"}, "expected an http or https address"),
        ({"language": 'en" } #'}, "not a language tag"),
    ],
)
def test_a_field_out_of_range_is_refused(ask: Ask, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        ask(**fields)


def test_an_address_with_a_password_is_refused_and_not_repeated(ask: Ask) -> None:
    with pytest.raises(InputError, match="no secrets") as error:
        ask(endpoint="https://me:hunter2@example.org/sparql")

    assert "hunter2" not in str(error.value)


def test_a_spec_rebuilds_the_source(ask: Ask) -> None:
    source = ask(language="de", timeout=3.0, cache="replies.sqlite", concurrency=2)

    assert build(json.loads(json.dumps(describe(source))), trust=True) == source
