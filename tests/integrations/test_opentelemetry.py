"""The event, exported by the real SDK into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from doors import DECLINES, GROUNDED, SCORES, VERDICTS, WRONG, run_documented

pytest.importorskip("opentelemetry.sdk", reason="pip install opentelemetry-sdk")

from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider

from groundgraph.integrations.opentelemetry import emit_verdict

if TYPE_CHECKING:
    from opentelemetry._logs import LogRecord
    from opentelemetry.trace import Span, Tracer

Memory = tuple[LoggerProvider, InMemoryLogRecordExporter]


@pytest.fixture
def memory() -> Memory:
    provider, exporter = LoggerProvider(), InMemoryLogRecordExporter()
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    return provider, exporter


@pytest.fixture
def tracer() -> Tracer:
    return TracerProvider().get_tracer("test")


def emitted(memory: Memory, answer: str, span: Span | None = None, **more: object) -> LogRecord:
    provider, exporter = memory
    emit_verdict(VERDICTS[answer], span=span, logger_provider=provider, **more)  # type: ignore[arg-type]
    return exporter.get_finished_logs()[-1].log_record


def test_the_event_is_a_child_of_the_span_that_was_evaluated(
    memory: Memory, tracer: Tracer
) -> None:
    with tracer.start_as_current_span("chat my-model") as span:
        pass
    with tracer.start_as_current_span("something else"):
        found = emitted(memory, WRONG, span)
    assert found.event_name == "gen_ai.evaluation.result"
    evaluated = span.get_span_context()
    assert (found.trace_id, found.span_id) == (evaluated.trace_id, evaluated.span_id)
    assert found.attributes == {
        "gen_ai.evaluation.name": "groundedness",
        "gen_ai.evaluation.score.label": "hallucinated",
        "gen_ai.evaluation.score.value": SCORES[WRONG],
        "gen_ai.evaluation.explanation": "1 of 1 claims not supported",
    }


def test_without_a_span_it_is_the_current_ones(memory: Memory, tracer: Tracer) -> None:
    with tracer.start_as_current_span("chat my-model") as span:
        found = emitted(memory, GROUNDED)
    assert found.span_id == span.get_span_context().span_id


def test_without_any_span_it_names_the_response(memory: Memory) -> None:
    found = emitted(memory, GROUNDED, response_id="chatcmpl-7")
    assert not found.span_id
    assert found.attributes is not None
    assert found.attributes["gen_ai.response.id"] == "chatcmpl-7"


def test_what_was_not_checked_has_no_score(memory: Memory) -> None:
    attributes = emitted(memory, DECLINES).attributes or {}
    assert "gen_ai.evaluation.score.value" not in attributes
    assert attributes["gen_ai.evaluation.score.label"] == "unverifiable"
    assert attributes["error.type"] == "unverifiable"


def test_texts_leave_only_when_asked(memory: Memory) -> None:
    quiet, loud = (dict(emitted(memory, WRONG, texts=t).attributes or {}) for t in (False, True))
    assert "Zurich" not in str(quiet)
    assert loud["gen_ai.evaluation.explanation"] == str(VERDICTS[WRONG])


def test_the_api_alone_is_enough() -> None:
    emit_verdict(VERDICTS[WRONG])


def test_the_documented_lines_do_what_they_say() -> None:
    run_documented("OpenTelemetry")
