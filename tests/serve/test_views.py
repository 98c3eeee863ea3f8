"""What the page asks of the server: one answer to draw, and the report as a file."""

from __future__ import annotations

import pytest
from serving import Served, serving, spec

from groundgraph.serve.tokens import digest

ROW = {"question": "How long?", "passages": ["For 24 months. 😀"], "answer": "😀 For 60 months."}
TWO = {"plain": spec("telling"), "strict": spec("telling", threshold=0.1)}


def test_a_view_is_what_the_report_draws() -> None:
    with serving(TWO) as served:
        found = served.client.post("/v1/view", json=ROW).json()
        record = served.check(ROW).json()
    assert found["summary"]["score"] == record["hallucination_score"]
    [verdict] = found["details"]["verdicts"]
    [claim] = verdict["claims"]
    assert claim["end"] == len(ROW["answer"]) + 1  # in UTF-16 units
    assert found["details"]["passages"] == [["1", ROW["passages"][0]]]
    assert {node["kind"] for node in found["details"]["graph"]["nodes"]} >= {"claim", "passage"}


def test_a_view_holds_a_verdict_of_each_detector_that_is_named() -> None:
    with serving(TWO) as served:
        path = "/v1/view?detector=strict&detector=plain&detector=strict"
        found = served.client.post(path, json=ROW).json()
        unknown = served.client.post("/v1/view?detector=other", json=ROW)
    assert [verdict["threshold"] for verdict in found["details"]["verdicts"]] == [0.1, 0.5]
    assert unknown.status_code == 404


@pytest.mark.parametrize("path", ["/v1/view", "/v1/report"])
@pytest.mark.parametrize(
    ("body", "status"), [(b"{", 422), (b"3", 422), (b'{"answer": 5, "passages": []}', 422)]
)
def test_what_cannot_be_read_is_told(path: str, body: bytes, status: int) -> None:
    with serving(TWO) as served:
        found = served.client.post(path, content=body)
    assert found.status_code == status
    assert found.json()["detail"]


def test_a_report_of_a_list_holds_its_bad_rows_too() -> None:
    with serving(TWO, max_items=2) as served:
        found = served.client.post("/v1/report?detector=plain&detector=strict", json=[ROW, {}])
        many = served.client.post("/v1/report", json=[ROW] * 3)
    assert found.status_code == 200
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    assert "attachment" in found.headers["content-disposition"]
    assert "2 answers checked by" in found.text
    assert 'id="row-1"' in found.text
    assert many.status_code == 413


def test_a_failing_detector_is_no_report() -> None:
    with serving({"unfitted": spec("unfitted")}) as served:
        assert served.client.post("/v1/view", json=ROW).status_code == 503
        assert served.client.post("/v1/report", json=ROW).status_code == 503


def test_only_the_files_of_the_page_need_no_token() -> None:
    def statuses(served: Served) -> dict[str, int]:
        paths = ["/", "/page.js", "/page.css", "/v1/detectors", "/openapi.json", "/page.py"]
        return {path: served.client.get(path).status_code for path in paths}

    with serving(tokens=(digest("a-token-of-this-test"),)) as served:
        assert statuses(served) == {
            "/": 200,
            "/page.js": 200,
            "/page.css": 200,
            "/v1/detectors": 401,
            "/openapi.json": 401,
            "/page.py": 401,
        }
        assert served.client.post("/v1/view", json=ROW).status_code == 401
        assert served.client.post("/", json=ROW).status_code == 405
