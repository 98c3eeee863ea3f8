"""The routes of Guardrails' server: each detector is a guard, by its name."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_plus

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import AliasChoices, BaseModel, Field

from groundgraph.errors import InputError
from groundgraph.serve import schemas
from groundgraph.serve.dropins.asking import Asking, read, spans_in
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from groundgraph.serve.judging import Judges, Record
    from groundgraph.serve.settings import Settings

_VALIDATOR = "groundgraph/check"
_EVIDENCE = ("passages", "sources", "contexts", "context", "reference")
_QUESTIONS = ("question", "query", "user_message")
_EXAMPLE = {
    "llm_output": "It is covered for 60 months.",
    "metadata": {"sources": ["It is covered for 24 months."], "question": "How long?"},
}
_OUTCOME = {
    "callId": "5b2c",
    "rawLlmOutput": "It is covered for 60 months.",
    "validatedOutput": None,
    "validationPassed": False,
    "validationSummaries": [
        {
            "validatorName": _VALIDATOR,
            "validatorStatus": "fail",
            "propertyPath": "$",
            "failureReason": "Where the answer says “60”, the evidence says “24”.",
            "errorSpans": [{"start": 18, "end": 20, "reason": "contradicted"}],
        }
    ],
    "error": None,
}


class ValidateRequest(BaseModel):
    """The fields of Guardrails' request that matter here, by the names of both its clients."""

    llm_output: str = Field(validation_alias=AliasChoices("llm_output", "llmOutput"))
    metadata: dict[str, Any] | None = None
    prompt_params: dict[str, Any] | None = Field(
        None, validation_alias=AliasChoices("prompt_params", "promptParams")
    )
    stream: bool | None = False

    def example(self) -> Example:
        """Return it in our words.

        Raises:
            InputError: When ``metadata`` holds no evidence, or holds it in another shape.
        """
        given = {**(self.prompt_params or {}), **(self.metadata or {})}
        name = next((name for name in _EVIDENCE if name in given), None)
        texts = given.get(name) if name else None
        texts = [texts] if isinstance(texts, str) else texts
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise InputError(
                f"found no evidence, expected texts in 'metadata' under {', '.join(_EVIDENCE)}",
                field="metadata",
            )
        question = next((given[name] for name in _QUESTIONS if name in given), "")
        if not isinstance(question, str):
            raise InputError("the question in 'metadata' must be a text", field="metadata")
        return Example(self.llm_output, [Passage(text) for text in texts], question=question)


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["Guardrails"])
    asking = Asking(settings, judges)

    @router.get("/guards", response_model=None, summary="The detectors, as guards")
    async def guards(request: Request) -> Response:
        wanted = request.query_params.get("name")
        names = [name for name in asking.names if wanted in (None, name)]
        return JSONResponse([_guard(name) for name in names])

    @router.get("/guards/{id}", response_model=None, summary="One detector, as a guard")
    async def guard(id: str) -> Response:  # noqa: A002 - Guardrails' name
        return JSONResponse(_guard(judges.name(unquote_plus(id))))

    @router.post(
        "/guards/{id}/validate",
        response_model=None,
        summary="Validate an output by the evidence in its metadata",
        responses=schemas.answers({"type": "object"}, _OUTCOME, "What was found"),
        openapi_extra=schemas.asked(
            schemas.body(schemas.of_model(ValidateRequest, by_alias=False), _EXAMPLE)
        ),
    )
    async def validate(request: Request, id: str) -> Response:  # noqa: A002 - Guardrails' name
        name = judges.name(unquote_plus(id))
        body = await read(request, ValidateRequest)
        if body.stream:
            raise InputError("found 'stream': true, expected false", field="stream")
        record = await asking.record(request, body.example(), name)
        closed = asking.fails_closed and bool(body.llm_output.strip())
        return JSONResponse(outcome_of(record, body.llm_output, fails_closed=closed))

    return router


def _guard(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "description": f"groundgraph's detector {name!r}",
        "validators": [{"id": _VALIDATOR, "on": "$", "onFail": "noop"}],
        "output_schema": {"type": "string"},
    }


def outcome_of(record: Record, output: str, *, fails_closed: bool) -> dict[str, Any]:
    """Return a verdict as Guardrails' ``ValidationOutcome``.

    Args:
        record: A verdict row.
        output: What was validated.
        fails_closed: Whether an output that could not be checked is no valid one.
    """
    unverifiable = record["label"] == "unverifiable"
    passed = not fails_closed if unverifiable else record["label"] == "grounded"
    spans = [
        {"start": span["start"], "end": span["end"], "reason": span["explanation"]}
        for span in spans_in(record, output)
    ]
    error = f"unverifiable: {record['reason']}" if unverifiable else None
    reasons = dict.fromkeys(span["reason"] for span in spans)
    summary = {
        "validatorName": _VALIDATOR,
        "validatorStatus": "fail",
        "propertyPath": "$",
        "failureReason": error or " ".join(reasons),
        "errorSpans": spans,
    }
    return {
        "callId": uuid.uuid4().hex,
        "rawLlmOutput": output,
        "validatedOutput": output if passed else None,
        "validationPassed": passed,
        "validationSummaries": [] if passed else [summary],
        "reask": None,
        "error": error,
        **({"unverifiable": record["reason"]} if unverifiable else {}),
    }
