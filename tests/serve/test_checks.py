"""``POST /v1/check``: one answer, a list, one a line; what is wrong with a request."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import pytest
from serving import serving, spec

from groundgraph.checking import check_rows
from groundgraph.io import Limits, dumps, read_rows
from groundgraph.serve.tokens import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

GOOD = {"passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome."}
BAD = {"passages": ["Ada lives in Rome."], "answer": "Elephants danced all night."}
NDJSON = {"content-type": "application/x-ndjson"}


def lines(response: httpx.Response) -> list[dict[str, Any]]:
    return [json.loads(line) for line in response.text.splitlines()]


def test_one_answer_gets_its_verdict() -> None:
    with serving() as served:
        good, bad = served.check(GOOD), served.check(BAD)
    assert (good.status_code, good.json()["label"]) == (200, "grounded")
    assert (bad.status_code, bad.json()["label"]) == (200, "hallucinated")
    assert bad.json()["spans"][0]["text"] == BAD["answer"]


def test_an_answer_that_cannot_be_checked_is_unverifiable_and_no_error() -> None:
    with serving() as served:
        found = served.check({"passages": [], "answer": "Ada lives in Rome."})
    assert found.status_code == 200
    assert (found.json()["label"], found.json()["reason"]) == (
        "unverifiable",
        "nothing to compare",
    )


def test_a_row_that_cannot_be_read_is_told_with_its_field() -> None:
    with serving() as served:
        found = served.check({"passages": 5, "answer": "Ada"})
    assert found.status_code == 422
    assert found.json()["error"]["field"] == "passages"
    assert found.json()["detail"] == found.json()["error"]["message"]


def test_bad_rows_of_a_list_are_errors_in_their_places() -> None:
    with serving() as served:
        found = served.check([GOOD, {"answer": 3}, BAD, "no row"])
    assert found.status_code == 200
    said = [row.get("label") or row["error"]["type"] for row in found.json()]
    assert said == ["grounded", "InputError", "hallucinated", "InputError"]
    assert [row["line"] for row in found.json()] == [1, 2, 3, 4]


def test_the_records_are_those_of_the_command_line() -> None:
    with as_file(files("groundgraph.cli") / "example.jsonl") as path:
        text = path.read_text(encoding="utf-8")
        expected = [dumps(one.record) for one in check_rows(read_rows(path), spec("overlap"))]
    with serving() as served:
        found = served.client.post("/v1/check", content=text, headers=NDJSON)
    assert found.status_code == 200
    assert found.headers["content-type"] == "application/x-ndjson"
    assert found.text.splitlines() == expected


def test_bad_lines_are_errors_in_their_places() -> None:
    body = [json.dumps(GOOD), "not json", "", "[]", json.dumps(BAD), "\x00"]
    with serving() as served:
        found = served.client.post("/v1/check", content="\n".join(body), headers=NDJSON)
    said = [row.get("label") or row["error"]["type"] for row in lines(found)]
    assert said == ["grounded", "InputError", "InputError", "hallucinated", "InputError"]
    assert [row["line"] for row in lines(found)] == [1, 2, 4, 5, 6]


def test_a_client_that_sends_all_before_it_reads_gets_all() -> None:
    """More goes out than the buffers of a connection hold."""
    passage = "Ada lives in Rome. " * 50
    row = json.dumps({"passages": [passage], "answer": "Ada lives in Rome. " * 40}) + "\n"
    with serving() as served:
        found = served.client.post("/v1/check", content=row * 2_000, headers=NDJSON)
    assert len(found.content) > 4_000_000
    assert {each["label"] for each in lines(found)} == {"grounded"}
    assert len(lines(found)) == 2_000


def test_a_line_over_the_limit_costs_only_itself() -> None:
    body = "\n".join([json.dumps(GOOD), "x" * 5_000, json.dumps(GOOD)])
    with serving(limits=Limits(row_bytes=1_000)) as served:
        found = served.client.post("/v1/check", content=body, headers=NDJSON)
    first, second, third = lines(found)
    assert (first["label"], third["label"]) == ("grounded", "grounded")
    assert "row_bytes" in second["error"]["message"]


def test_a_list_over_the_limit_is_refused_and_lines_end_with_an_error() -> None:
    with serving(max_items=2) as served:
        of_list = served.check([GOOD] * 3)
        body = "\n".join([json.dumps(GOOD)] * 3)
        of_lines = served.client.post("/v1/check", content=body, headers=NDJSON)
    assert of_list.status_code == 413
    assert [row.get("label") for row in lines(of_lines)] == ["grounded", "grounded", None]
    assert "--max-items" in lines(of_lines)[-1]["error"]["message"]


def dripped() -> Iterator[bytes]:
    for _ in range(10):
        yield b" " * 300


@pytest.mark.parametrize("body", [b" " * 3_000, dripped()], ids=["declared", "chunked"])
def test_a_body_over_the_limit_is_refused(body: Any) -> None:
    with serving(max_body=1_000) as served:
        found = served.client.post("/v1/check", content=body)
    assert found.status_code == 413
    assert "--max-body" in found.json()["detail"]


@pytest.mark.parametrize("length", [True, False], ids=["declared", "chunked"])
def test_who_sends_all_before_it_reads_hears_that_it_was_too_much(length: bool) -> None:
    piece = b" " * 1_000_000
    with (
        serving(max_body=1_000, tokens=(digest("t" * 16),)) as served,
        closing(HTTPConnection("127.0.0.1", served.port)) as client,
    ):
        told = []
        for token in ("t" * 16, "no"):
            headers = {"Authorization": f"Bearer {token}"}
            if length:
                headers["Content-Length"] = str(20 * len(piece))
            client.request(
                "POST", "/v1/check", iter([piece] * 20), headers, encode_chunked=not length
            )
            response = client.getresponse()
            told.append((response.status, json.loads(response.read())["detail"].split()[-1]))
            client.close()
    assert told == [(413, "--max-body"), (401, "TOKEN`")]


def test_one_that_asks_first_is_refused_before_it_sends() -> None:
    with serving(max_body=1_000) as served, closing(HTTPConnection("127.0.0.1", served.port)) as it:
        it.putrequest("POST", "/v1/check")
        it.putheader("Content-Length", "2000")
        it.putheader("Expect", "100-continue")
        it.endheaders()
        assert it.getresponse().status == 413


def test_what_is_not_there_is_told() -> None:
    with serving() as served:
        nowhere, slash = served.client.post("/check"), served.client.post("/v1/check/", json=GOOD)
        other = served.client.get("/v1/check")
    assert (nowhere.status_code, slash.status_code) == (404, 404)
    assert nowhere.json()["detail"].startswith("there is nothing at /check;")
    assert other.json()["detail"] == "/v1/check takes POST, not GET"


def test_when_all_bodies_are_too_much_a_request_is_told_to_come_again() -> None:
    with serving(max_held=1_000) as served:
        found = served.client.post("/v1/check", content=b" " * 3_000)
        after = served.check(GOOD)
    assert (found.status_code, found.headers["retry-after"]) == (429, "1")
    assert after.status_code == 200


def test_a_body_that_stops_coming_is_given_up() -> None:
    with serving(idle=0.05) as served, closing(HTTPConnection("127.0.0.1", served.port)) as client:
        client.putrequest("POST", "/v1/check")
        client.putheader("Content-Length", "10")
        client.endheaders(b"{" * 9)
        found = client.getresponse()
        told = json.loads(found.read())
    assert found.status == 408
    assert "--idle" in told["detail"]


def test_a_compressed_body_is_refused() -> None:
    with serving() as served:
        found = served.client.post("/v1/check", content=b"", headers={"content-encoding": "gzip"})
    assert found.status_code == 415


@pytest.mark.parametrize("body", ["", "{", "NaN", '{"a": NaN}', "[" * 500, "\x80"])
def test_what_is_no_json_is_told(body: str) -> None:
    with serving() as served:
        found = served.client.post("/v1/check", content=body.encode("latin-1"))
    assert found.status_code == 422


def test_nothing_and_lines_without_their_type_are_told_what_to_send() -> None:
    body = "\n".join([json.dumps(GOOD)] * 2)
    with serving() as served:
        nothing = served.client.post("/v1/check")
        of_lines = served.client.post("/v1/check", content=body)
    assert "the body is empty" in nothing.json()["detail"]
    assert "application/x-ndjson" in of_lines.json()["detail"]


def test_a_row_cannot_name_a_file_of_the_server() -> None:
    with serving() as served:
        found = served.check({**GOOD, "trace": "/etc/passwd"})
    assert found.status_code == 422
    assert found.json()["error"]["field"] == "trace"


def test_a_request_names_one_of_the_detectors() -> None:
    both = {"overlap": spec("overlap"), "strict": spec("overlap", threshold=0.1)}
    row = {"passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome today."}
    with serving(both) as served:
        labels = [
            served.check(row, params=params).json()["label"]
            for params in ({}, {"detector": "overlap"}, {"detector": "strict"})
        ]
        unknown = served.check(row, params={"detector": "other"})
        listed = served.client.get("/v1/detectors").json()["detectors"]
    assert labels == ["grounded", "grounded", "hallucinated"]
    assert unknown.status_code == 404
    assert "overlap, strict" in unknown.json()["detail"]
    assert [(each["name"], each["default"]) for each in listed] == [
        ("overlap", True),
        ("strict", False),
    ]


def test_a_row_that_the_detector_fails_at_costs_only_itself() -> None:
    rows = [GOOD, {**GOOD, "answer": "boom"}, GOOD]
    with serving({"brittle": spec("brittle")}) as served:
        found = served.check(rows).json()
    assert [row.get("label") for row in found] == ["grounded", None, "grounded"]
    assert found[1]["error"]["type"] == "ValueError"


def test_what_a_detector_fails_with_is_in_the_log_and_not_in_the_response(
    caplog: pytest.LogCaptureFixture,
) -> None:
    row = {**GOOD, "answer": "boom"}
    with serving({"brittle": spec("brittle")}) as served:
        alone = served.check(row)
        listed = served.check([row]).json()[0]
        streamed = served.client.post("/v1/check/stream", json=row).text
    fault = "a fault of groundgraph; see its log"
    assert (alone.status_code, alone.json()["detail"]) == (500, fault)
    assert alone.json()["error"] == {"type": "ValueError", "message": fault, "field": None}
    assert listed["error"]["message"] == fault
    assert "cannot read" not in alone.text + str(listed) + streamed
    [first, *_] = [str(r.exc_info) for r in caplog.records if r.name == "groundgraph"]
    assert "cannot read 'boom'" in first


def test_a_large_row_is_judged_as_a_small_one() -> None:
    row = {"passages": ["Ada lives in Rome. " * 5_000], "answer": "Ada lives in Rome."}
    with serving() as served:
        whole = served.check(row)
        of_lines = served.client.post("/v1/check", content=json.dumps(row), headers=NDJSON)
    assert whole.json()["label"] == lines(of_lines)[0]["label"] == "grounded"


@pytest.mark.parametrize("path", ["/v1/check", "/v1/check/stream"])
def test_two_detectors_are_refused_and_not_chosen_between(path: str) -> None:
    with serving({"plain": spec("telling"), "strict": spec("telling")}) as served:
        found = served.client.post(f"{path}?detector=plain&detector=strict", json=GOOD)
    assert (found.status_code, found.json()["error"]["field"]) == (422, "detector")


def test_a_field_that_stands_twice_is_told_with_its_name() -> None:
    row = '{"passages": ["a"], "answer": "a", "answer": "b"}'
    with serving() as served:
        found = served.client.post("/v1/check", content=row)
        each = lines(served.client.post("/v1/check", content=f"{row}\n", headers=NDJSON))
    assert (found.status_code, found.json()["error"]["field"]) == (422, "answer")
    assert [record["error"]["field"] for record in each] == ["answer"]
