"""OpenTelemetry: a verdict as the event ``gen_ai.evaluation.result``, with the API alone.

::

    with tracer.start_as_current_span("chat my-model") as span:
        answer = generate(question, passages)
    emit_verdict(check(answer=answer, passages=passages), span=span)

The names are those of the semantic conventions for generative AI:
https://github.com/open-telemetry/semantic-conventions-genai
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from groundgraph.integrations.scores import NAME, needed, scored

with needed("OpenTelemetry", "otel"):
    from opentelemetry._logs import LogRecord, get_logger
    from opentelemetry.trace import get_current_span, set_span_in_context

from groundgraph.types.outcomes import FLAGGED

if TYPE_CHECKING:
    from opentelemetry._logs import LoggerProvider
    from opentelemetry.trace import Span

    from groundgraph.integrations.scores import Scored
    from groundgraph.types import Verdict

EVENT = "gen_ai.evaluation.result"


def emit_verdict(
    verdict: Verdict,
    *,
    span: Span | None = None,
    response_id: str = "",
    texts: bool = False,
    logger_provider: LoggerProvider | None = None,
) -> None:
    """Emit the event of a verdict, a child of the span that wrote the answer.

    The score is groundedness, higher is better. An answer that could not be checked has no score,
    the label "unverifiable" and the same as ``error.type``.

    Args:
        verdict: What was found.
        span: The span that is evaluated, ended or not; the current one where it is not given.
        response_id: The id of the completion, which relates the two where there is no span.
        texts: Whether the explanation may quote answer and passages; else it counts claims.
        logger_provider: Where the event goes; the global one where it is not given.
    """
    evaluated = get_current_span() if span is None else span
    logger = get_logger("groundgraph", version("groundgraph"), logger_provider)
    logger.emit(
        LogRecord(
            event_name=EVENT,
            context=set_span_in_context(evaluated),
            attributes=attributes_of(verdict, response_id=response_id, texts=texts),
        )
    )


def attributes_of(
    verdict: Verdict, *, response_id: str = "", texts: bool = False
) -> dict[str, str | float]:
    """Return the attributes of the event; see `emit_verdict`."""
    found = scored(verdict)
    attributes: dict[str, str | float] = {
        "gen_ai.evaluation.name": NAME,
        "gen_ai.evaluation.score.label": found.label,
        "gen_ai.evaluation.explanation": found.reason if texts else _counts(found),
    }
    if found.score is None:
        attributes["error.type"] = found.label
    else:
        attributes["gen_ai.evaluation.score.value"] = found.score
    if response_id:
        attributes["gen_ai.response.id"] = response_id
    return attributes


def _counts(found: Scored) -> str:
    outcomes = [claim["outcome"] for claim in found.metadata["claims"]]
    if found.score is None:
        return "the answer could not be checked"
    flagged = sum(outcome in FLAGGED for outcome in outcomes)
    return f"{flagged} of {len(outcomes)} claims not supported"
