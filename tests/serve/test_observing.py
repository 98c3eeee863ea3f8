"""Tokens, counts, logs, spans, headers, the description, the page."""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING, Any

import pytest
from serving import serving

from groundgraph.errors import InputError
from groundgraph.serve.logs import JsonLines
from groundgraph.serve.metrics import Metrics, shared
from groundgraph.serve.settings import Settings
from groundgraph.serve.tokens import digest, tokens_from

if TYPE_CHECKING:
    from pathlib import Path

GOOD = {"passages": ["Ada lives in Rome."], "answer": "Ada lives in Rome."}
TOKENS = ("a" * 16, "another-token-of-ours")


class TestTokens:
    def test_each_of_several_lets_in_and_others_do_not(self) -> None:
        with serving(tokens=tuple(map(digest, TOKENS))) as served:
            statuses = [
                served.check(GOOD, headers=headers).status_code
                for headers in (
                    {"authorization": f"Bearer {TOKENS[0]}"},
                    {"authorization": f"bearer {TOKENS[1]}"},
                    {"x-guardrailsai-api-key": TOKENS[0]},
                    {"authorization": f"Bearer {TOKENS[0]}x"},
                    {"authorization": f"Basic {TOKENS[0]}"},
                    {},
                )
            ]
        assert statuses == [200, 200, 200, 401, 401, 401]

    @pytest.mark.parametrize(
        ("path", "status"),
        [("/healthz", 200), ("/readyz", 200), ("/metrics", 401), ("/", 200), ("/v1/check", 401)],
    )
    def test_only_the_page_and_those_who_ask_whether_it_lives_need_none(
        self, path: str, status: int
    ) -> None:
        with serving(tokens=(digest(TOKENS[0]),)) as served:
            found = served.client.get(path)
        assert found.status_code == status
        assert status == 200 or found.headers["www-authenticate"] == "Bearer"

    def test_they_come_from_a_file_and_from_the_environment(self, tmp_path: Path) -> None:
        file = tmp_path / "tokens"
        file.write_text(f"# ours\n{TOKENS[0]}\n\n")
        found = tokens_from(file, {"GROUNDGRAPH_TOKENS": f" {TOKENS[1]} {TOKENS[0]}"})
        assert set(found) == set(map(digest, TOKENS))
        assert tokens_from(None, {}) == ()

    def test_a_token_that_could_be_guessed_is_refused_and_not_repeated(
        self, tmp_path: Path
    ) -> None:
        with pytest.raises(InputError, match="16 or more") as told:
            tokens_from(None, {"GROUNDGRAPH_TOKENS": "hunter2"})
        assert "hunter2" not in str(told.value)
        (tmp_path / "empty").write_text("# none\n")
        with pytest.raises(InputError, match="holds no token"):
            tokens_from(tmp_path / "empty", {})

    def test_settings_do_not_show_them(self) -> None:
        settings = Settings({"a": {}}, tokens=(b"secret",))
        assert "secret" not in repr(settings)


class TestMetrics:
    def test_requests_answers_and_batches_are_counted(self) -> None:
        with serving() as served:
            served.check([GOOD, {}])
            served.client.get("/nowhere")
            text = served.client.get("/metrics").text
        assert 'groundgraph_requests_total{route="/v1/check",status="200"} 1' in text
        assert 'groundgraph_requests_total{route="other",status="404"} 1' in text
        assert 'groundgraph_answers_total{label="grounded"} 1' in text
        assert 'groundgraph_answers_total{label="error"} 1' in text
        assert 'groundgraph_request_seconds_count{route="/v1/check"} 1' in text
        assert "groundgraph_batch_items_sum 1.0" in text
        assert "groundgraph_processes_ready 1" in text

    def test_processes_are_summed_and_gauges_of_one_that_ended_are_not(self) -> None:
        cells = shared(2)
        first, second = Metrics(cells, 0), Metrics(cells, 1)
        for metrics in (first, second):
            metrics.request("/v1/check", 200, 0.3)
            metrics.queued(5)
        again = Metrics(cells, 1)
        again.request("/v1/check", 200, 70.0)
        text = first.text()
        assert 'groundgraph_requests_total{route="/v1/check",status="200"} 3' in text
        assert 'request_seconds_bucket{route="/v1/check",le="0.25"} 0' in text
        assert 'request_seconds_bucket{route="/v1/check",le="0.5"} 2' in text
        assert 'request_seconds_bucket{route="/v1/check",le="60.0"} 2' in text
        assert 'request_seconds_bucket{route="/v1/check",le="+Inf"} 3' in text
        assert "groundgraph_queue_items 5\n" in text


class TestLogs:
    def line(self, record: logging.LogRecord) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(JsonLines().format(record))
        return found

    @pytest.mark.parametrize("texts", [False, True])
    def test_a_request_is_a_line_without_its_texts_unless_asked(
        self, texts: bool, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO, "groundgraph.serve"), serving(log_texts=texts) as served:
            served.check([GOOD, {}], headers={"x-request-id": "mine"})
        lines = [self.line(record) for record in caplog.records]
        [request] = [line for line in lines if line["message"] == "request"]
        assert request["request"] == "mine"
        assert (request["method"], request["route"]) == ("POST", "/v1/check")
        assert (request["status"], request["answers"]) == (200, {"grounded": 1, "error": 1})
        assert ("Ada lives in Rome." in json.dumps(lines)) == texts

    def test_a_name_of_a_request_that_is_no_name_is_replaced(self) -> None:
        with serving() as served:
            found = served.check(GOOD, headers={"x-request-id": 'a"b'})
        assert len(found.headers["x-request-id"]) == 32

    def test_an_error_is_one_line_with_its_traceback(self) -> None:
        try:
            raise ValueError("a\nb")  # noqa: TRY301
        except ValueError as error:
            record = logging.LogRecord(
                "a", logging.ERROR, "", 0, "said %s", ("b",), (type(error), error, None)
            )
        assert (self.line(record)["message"], self.line(record)["level"]) == ("said b", "error")
        assert "ValueError" in self.line(record)["traceback"]


def test_a_request_and_its_judging_are_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    sdk = pytest.importorskip("opentelemetry.sdk.trace")
    memory = pytest.importorskip("opentelemetry.sdk.trace.export.in_memory_span_exporter")
    export = pytest.importorskip("opentelemetry.sdk.trace.export")
    from groundgraph.serve import tracing

    kept = memory.InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(export.SimpleSpanProcessor(kept))
    monkeypatch.setattr(tracing.trace, "get_tracer", provider.get_tracer)
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with serving() as served:
        served.check(GOOD, headers={"traceparent": parent})
    judged, request = kept.get_finished_spans()
    assert (judged.name, request.name) == ("groundgraph.judge", "POST /v1/check")
    assert judged.attributes["groundgraph.label"] == "grounded"
    assert judged.parent.span_id == request.context.span_id
    assert f"{request.context.trace_id:032x}" == parent.split("-")[1]


def test_what_is_not_loaded_is_not_ready_and_judges_later() -> None:
    from plain_detectors import GATES, Gate
    from serving import gated

    assert isinstance(GATES, dict)
    gate, detectors = gated()
    assert isinstance(gate, Gate)
    gate.open.set()
    with serving(detectors) as served:
        assert served.client.get("/readyz").json() == {"status": "ready"}
        assert served.client.get("/healthz").json() == {"status": "ok"}
        assert served.client.head("/readyz").status_code == 200


def test_the_description_has_every_route_with_an_example() -> None:
    with serving() as served:
        found = served.client.get("/openapi.json").json()
    assert found["openapi"].startswith("3.1")
    paths = found["paths"]
    assert {"/v1/check", "/v1/check/stream", "/api/v1/nli", "/guards/{id}/validate"} <= set(paths)
    for path, methods in paths.items():
        if "post" in methods:
            kinds = methods["post"]["requestBody"]["content"].values()
            assert all(kind["examples"]["example"]["value"] for kind in kinds), path
            assert {"200", "401", "413", "422", "429", "504"} <= set(methods["post"]["responses"])


def test_every_reference_of_the_description_leads_somewhere() -> None:
    with serving() as served:
        text = served.client.get("/openapi.json").text
    described = json.loads(text)
    for reference in set(re.findall(r'"\$ref":\s*"([^"]+)"', text)):
        found: Any = described
        for step in reference.removeprefix("#/").split("/"):
            assert step in found, reference
            found = found[step]


@pytest.mark.parametrize(
    "path", ["/v1/check", "/v1/lettucedetect/spans", "/v1/chat/completions", "/api/v1/nli"]
)
def test_the_examples_of_the_description_work(path: str) -> None:
    with serving() as served:
        posted = served.client.get("/openapi.json").json()["paths"][path]["post"]
        example = posted["requestBody"]["content"]["application/json"]["examples"]["example"]
        found = served.client.post(path, json=example["value"])
    assert found.status_code == 200
    shown = posted["responses"]["200"]["content"]["application/json"]["examples"]["example"]
    assert set(shown["value"]) <= set(found.json())


def test_the_page_loads_nothing_from_elsewhere() -> None:
    with serving() as served:
        page = served.client.get("/")
        style = served.client.get("/page.css")
        beside = served.client.get("/../app.py")
    assert page.status_code == style.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "://" not in page.text
    assert beside.status_code == 404
