"""The routes that vLLM's semantic router asks: a chat completion of spans, and entailment."""

from __future__ import annotations

import json
import time
import uuid
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from groundgraph.errors import InputError
from groundgraph.serve import schemas
from groundgraph.serve.dropins.asking import Asking, read, spans_in
from groundgraph.serve.dropins.prompts import example_of
from groundgraph.serve.errors import UnverifiableError
from groundgraph.serve.limits import unless_hung_up

if TYPE_CHECKING:
    from groundgraph.serve.judging import Entailed, Judges, Record
    from groundgraph.serve.settings import Settings

_CATEGORIES = {"contradicted": "contradiction", "unsupported": "unsupported_addition"}
_SUBCATEGORY = "unspecified"
"""The router's finer kinds are not told apart by the detectors."""
_CHAT = {
    "model": "fused",
    "messages": [
        {
            "role": "user",
            "content": "User request: How long?\n\nExcerpt 1:\nIt is covered for 24 months.\n\n"
            "Answer to verify:\nIt is covered for 60 months.",
        }
    ],
}
_SPANS = {
    "text": "60",
    "category": "contradiction",
    "subcategory": _SUBCATEGORY,
}
_COMPLETION = {
    "object": "chat.completion",
    "choices": [
        {
            "index": 0,
            "message": {
                "role": "assistant",
                "content": json.dumps({"hallucinated_spans": [_SPANS]}),
            },
            "finish_reason": "stop",
        }
    ],
}
_NLI = {"premise": "It is covered for 24 months.", "hypothesis": "It is covered for 60 months."}
_NLI_SAID = {
    "label": "contradiction",
    "confidence": 0.97,
    "entailment_prob": 0.01,
    "neutral_prob": 0.02,
    "contradiction_prob": 0.97,
    "processing_time_ms": 14,
}


class Piece(BaseModel):
    """A piece of a message."""

    type: str
    text: str = ""


class Message(BaseModel):
    """A message of a chat."""

    role: str
    content: str | list[Piece]

    @property
    def text(self) -> str:
        """What it says."""
        if isinstance(self.content, str):
            return self.content
        return "".join(piece.text for piece in self.content)


class ChatRequest(BaseModel):
    """The fields of a chat completion that matter here."""

    messages: list[Message] = Field(min_length=1)
    model: str = ""
    stream: bool | None = False
    response_format: dict[str, Any] | None = None


class Premise(BaseModel):
    """A question of entailment."""

    premise: str = Field(min_length=1)
    hypothesis: str = Field(min_length=1)


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["vLLM semantic router"])
    asking = Asking(settings, judges)

    @router.post(
        "/v1/chat/completions",
        response_model=None,
        summary="A chat completion that holds the hallucinated spans of an answer",
        responses=schemas.answers({"type": "object"}, _COMPLETION, "A completion"),
        openapi_extra=schemas.asked(schemas.body(schemas.of_model(ChatRequest), _CHAT)),
    )
    async def completions(request: Request) -> Response:
        body = await read(request, ChatRequest)
        if body.stream:
            raise InputError("found 'stream': true, expected false", field="stream")
        asked = [message.text for message in body.messages if message.role == "user"]
        if len(asked) != 1:
            raise InputError(f"found {len(asked)} messages of the user's, expected one")
        example = example_of(asked[0])
        record, more = await asking.said(request, example)
        explain = "explanation" in _properties(body.response_format)
        content = {"hallucinated_spans": spans_of(record, example.answer, explain=explain)}
        return JSONResponse({**_completion(body.model or asking.default, content), **more})

    @router.get("/v1/models", response_model=None, summary="The detectors, as models")
    async def models() -> Response:
        data = [
            {"id": name, "object": "model", "created": 0, "owned_by": "groundgraph"}
            for name in asking.names
        ]
        return JSONResponse({"object": "list", "data": data})

    @router.post(
        "/api/v1/nli",
        response_model=None,
        summary="Whether one text follows from another",
        responses=schemas.answers({"type": "object"}, _NLI_SAID, "Probabilities"),
        openapi_extra=schemas.asked(schemas.body(schemas.of_model(Premise), _NLI)),
    )
    async def nli(request: Request) -> Response:
        body = await read(request, Premise)
        begun = time.monotonic()
        said = await unless_hung_up(
            request, judges.entailed(body.premise, body.hypothesis, asking.until)
        )
        if said.problem:
            raise UnverifiableError(f"unverifiable: {said.problem}")
        took = {"processing_time_ms": round(1000 * (time.monotonic() - begun))}
        return JSONResponse({**_probabilities(said), **took})

    return router


def spans_of(record: Record, answer: str, *, explain: bool) -> list[dict[str, str]]:
    """Return the spans of a verdict in the router's words; their texts stand in the answer.

    Args:
        record: A verdict row.
        answer: What it is of.
        explain: Whether each has an explanation, that of the claim that it stands in.
    """
    spans = []
    for span in spans_in(record, answer):
        told = {
            "text": span["text"],
            "category": _CATEGORIES[span["kind"]],
            "subcategory": _SUBCATEGORY,
        }
        spans.append({**told, "explanation": span["explanation"]} if explain else told)
    return spans


def _properties(response_format: dict[str, Any] | None) -> dict[str, Any]:
    """Return what the schema of a request wants of a span."""
    found: Any = response_format or {}
    path = ("json_schema", "schema", "properties", "hallucinated_spans", "items", "properties")
    for step in path:
        found = found.get(step, {}) if isinstance(found, dict) else {}
    return found if isinstance(found, dict) else {}


def _probabilities(said: Entailed) -> dict[str, Any]:
    numbers = {
        "entailment": said.entailment,
        "neutral": said.neutral,
        "contradiction": said.contradiction,
    }
    label = max(numbers, key=numbers.__getitem__)
    each = {f"{name}_prob": number for name, number in numbers.items()}
    return {"label": label, "confidence": numbers[label], **each}


def _completion(model: str, content: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": json.dumps(content), "refusal": None}
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }
