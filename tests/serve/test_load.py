"""More than a server takes on: batches, the queue, deadlines, clients that hang up."""

from __future__ import annotations

import gc
import json
import socket
import time
from typing import TYPE_CHECKING, Any

import pytest
from serving import gated, serving, spec

if TYPE_CHECKING:
    from groundgraph.guarding import Fail


def row(answer: str) -> dict[str, Any]:
    return {"passages": ["Ada lives in Rome."], "answer": answer}


def test_answers_of_several_requests_are_judged_together() -> None:
    gate, detectors = gated()
    with serving(detectors, wait=0.001) as served:
        first = served.in_thread(row("Ada"))
        assert gate.begun.wait(60)
        others = [served.in_thread(row(f"Ada {number}")) for number in range(5)]
        served.metrics.await_queued(5)
        gate.open.set()
        statuses = [each.response().status_code for each in (first, *others)]
    assert statuses == [200] * 6
    assert [len(batch) for batch in gate.batches] == [1, 5]


def test_beyond_the_queue_requests_are_told_when_to_come_again() -> None:
    gate, detectors = gated()
    with serving(detectors, queue=2, wait=0.001) as served:
        accepted = [served.in_thread(row("Ada"))]
        assert gate.begun.wait(60)
        accepted += [served.in_thread(row(f"Ada {number}")) for number in range(2)]
        served.metrics.await_queued(2)
        one = served.check(row("Rome"))
        a_list = served.check([row("Rome")])
        lines = served.client.post(
            "/v1/check", json=row("Rome"), headers={"content-type": "application/x-ndjson"}
        )
        gate.open.set()
        answered = [each.response().status_code for each in accepted]
        after = served.check(row("Rome"))
    for refused in (one, a_list, lines):
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
    assert answered == [200] * 3
    assert after.status_code == 200


def test_a_list_longer_than_the_queue_is_judged() -> None:
    with serving(queue=2, batch_size=2) as served:
        found = served.check([row(f"Ada {number}") for number in range(50)])
    assert [each["id"] for each in found.json()] == [f"row-{n}" for n in range(1, 51)]


@pytest.mark.parametrize("fail", ["closed", "open"])
def test_an_answer_that_is_not_judged_in_time_is_unverifiable(fail: Fail) -> None:
    gate, detectors = gated()
    with serving(detectors, deadline=0.2, fail=fail) as served:
        found = served.check(row("Ada"))
        of_lines = served.client.post(
            "/v1/check", json=row("Ada"), headers={"content-type": "application/x-ndjson"}
        )
        gate.open.set()
    assert found.status_code == (504 if fail == "closed" else 200)
    assert found.json()["label"] == "unverifiable"
    assert "0.2 s" in found.json()["reason"]
    said = of_lines.json()
    assert of_lines.status_code == 200
    if fail == "closed":
        assert said["error"]["type"] == "DeadlineError"
    else:
        assert said["label"] == "unverifiable"


def test_a_list_that_is_not_judged_in_time_is_told_of_lines() -> None:
    gate, detectors = gated()
    with serving(detectors, deadline=0.2) as served:
        found = served.check([row("Ada")] * 3)
        gate.open.set()
    messages = [each["error"]["message"] for each in found.json()]
    assert all("the whole list" in each for each in messages)


@pytest.mark.parametrize("fail", ["closed", "open"])
def test_a_detector_that_cannot_judge_leaves_answers_unverifiable(fail: Fail) -> None:
    with serving({"unfitted": spec("unfitted")}, fail=fail) as served:
        found = served.check(row("Ada"))
    assert found.status_code == (503 if fail == "closed" else 200)
    assert found.json()["label"] == "unverifiable"
    assert "fitted first" in found.json()["reason"]


def test_what_nobody_waits_for_is_not_judged() -> None:
    gate, detectors = gated()
    with serving(detectors, wait=0.001) as served:
        first = served.in_thread(row("Ada"))
        assert gate.begun.wait(60)
        body = json.dumps(row("Left")).encode()
        head = f"POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", served.port)) as client:
            client.sendall(head.encode() + body)
            served.metrics.await_queued(1)
        while 'status="499"' not in served.client.get("/metrics").text:
            pass
        last = served.in_thread(row("Last"))
        served.metrics.await_queued(2)
        gate.open.set()
        assert (first.response().status_code, last.response().status_code) == (200, 200)
    assert gate.batches == [["Ada"], ["Last"]]


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/view", row("Left")), ("/v1/report", [row("Left"), row("Gone")])]
)
def test_who_hangs_up_leaves_no_complaint_in_the_log(
    path: str, body: Any, caplog: pytest.LogCaptureFixture
) -> None:
    gate, detectors = gated()
    with serving(detectors, wait=0.001) as served:
        first = served.in_thread(row("Ada"))
        assert gate.begun.wait(60)
        raw = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(raw)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", served.port)) as client:
            client.sendall(head.encode() + raw)
            served.metrics.await_queued(len(body) if isinstance(body, list) else 1)
        while 'status="499"' not in served.client.get("/metrics").text:
            pass
        gate.open.set()
        assert first.response().status_code == 200
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []


def test_two_hundred_clients_at_once_all_get_their_own_verdict() -> None:
    with serving() as served:
        asked = [served.in_thread(row(f"Ada {number}")) for number in range(200)]
        found = [each.response() for each in asked]
    assert {each.status_code for each in found} == {200}
    claims = [each.json()["findings"][0]["claim"] for each in found]
    assert claims == [f"Ada {number}" for number in range(200)]


def test_a_server_that_stops_answers_what_it_accepted() -> None:
    gate, detectors = gated()
    with serving(detectors, wait=0.001) as served:
        first = served.in_thread(row("Ada"))
        assert gate.begun.wait(60)
        second = served.in_thread([row("Ada"), row("Rome")])
        served.metrics.await_queued(2)
        served.server.should_exit = True
        gate.open.set()
        assert first.response().status_code == second.response().status_code == 200


def test_a_batch_that_does_not_end_makes_it_unready() -> None:
    gate, detectors = gated()
    with serving(detectors, deadline=0.1) as served:
        waiting = served.in_thread(row("Ada"))
        assert gate.begun.wait(60)
        begun = time.monotonic()
        while (ready := served.client.get("/readyz")).status_code == 200:
            assert time.monotonic() - begun < 60
        gate.open.set()
        waiting.response()
        while (again := served.client.get("/readyz")).status_code != 200:
            assert time.monotonic() - begun < 60
    assert ready.status_code == 503
    assert ready.json() == {"status": "stuck"}
    assert again.json() == {"status": "ready"}


@pytest.mark.parametrize(("passage", "answer"), [(6_000, 1), (1_000, 300)])
def test_a_short_answer_does_not_wait_for_one_with_long_texts_or_many_sentences(
    passage: int, answer: int
) -> None:
    told = "Ada lives in Rome. "
    gate, detectors = gated()
    with serving({**detectors, "plain": spec("overlap")}) as served:
        long = served.in_thread({"passages": [told * passage], "answer": told * answer})
        assert gate.begun.wait(60)
        short = served.check(row("Ada"), params={"detector": "plain"})
        gate.open.set()
        assert (short.status_code, long.response().status_code) == (200, 200)


@pytest.mark.parametrize("path", ["/v1/check", "/v1/check/stream", "/v1/view"])
@pytest.mark.parametrize(("field", "place"), [("at", "serve --at"), ("detector", "?detector=NAME")])
def test_a_setting_in_a_row_is_refused(path: str, field: str, place: str) -> None:
    with serving() as served:
        found = served.client.post(path, json={**row("Ada"), field: "lexical"})
    assert (found.status_code, found.json()["error"]["field"]) == (422, field)
    assert place in found.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/check", "/v1/check/stream", "/v1/view", "/v1/report"])
def test_a_parameter_that_nothing_reads_is_refused(path: str) -> None:
    with serving() as served:
        found = served.client.post(f"{path}?at=fpr=0.05", json=row("Ada"))
    assert (found.status_code, found.json()["error"]["field"]) == (422, "at")
    assert "serve --at" in found.json()["detail"]
