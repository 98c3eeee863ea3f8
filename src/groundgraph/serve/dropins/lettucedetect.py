"""The routes of LettuceDetect's server (``lettucedetect_api``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from groundgraph.serve import schemas
from groundgraph.serve.dropins.asking import Asking, read, spans_in
from groundgraph.types import Example, Passage

if TYPE_CHECKING:
    from groundgraph.serve.judging import Judges
    from groundgraph.serve.settings import Settings

_WORD = re.compile(r"\S+")
_EXAMPLE = {
    "contexts": ["The capital of France is Paris. Its population is 67 million."],
    "question": "What is the population of France?",
    "answer": "The population of France is 69 million.",
}
_SPANS = {
    "predictions": [
        {"start": 28, "end": 38, "text": "69 million", "hallucination_score": 0.83},
    ]
}
_TOKENS = {"predictions": [{"token": "69", "hallucination_score": 0.83}]}


class DetectionRequest(BaseModel):
    """What LettuceDetect's client sends."""

    contexts: list[str]
    question: str
    answer: str

    def example(self) -> Example:
        """Return it in our words."""
        passages = [Passage(text) for text in self.contexts]
        return Example(self.answer, passages, question=self.question)


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["LettuceDetect"])
    asking = Asking(settings, judges)
    asked = schemas.asked(schemas.body(schemas.of_model(DetectionRequest), _EXAMPLE))

    @router.post(
        "/v1/lettucedetect/spans",
        response_model=None,
        summary="The words that the contexts do not support",
        responses=schemas.answers({"type": "object"}, _SPANS, "Spans, in code points"),
        openapi_extra=asked,
    )
    async def spans(request: Request) -> Response:
        body = await read(request, DetectionRequest)
        record, more = await asking.said(request, body.example())
        found = [
            {
                "start": span["start"],
                "end": span["end"],
                "text": span["text"],
                "hallucination_score": span["score"],
            }
            for span in spans_in(record, body.answer)
        ]
        return JSONResponse({"predictions": found, **more})

    @router.post(
        "/v1/lettucedetect/token",
        response_model=None,
        summary="Each word of the answer, with the score of the span that it stands in",
        responses=schemas.answers({"type": "object"}, _TOKENS, "Words; 0 outside of all spans"),
        openapi_extra=asked,
    )
    async def token(request: Request) -> Response:
        body = await read(request, DetectionRequest)
        record, more = await asking.said(request, body.example())
        found, marked = [], spans_in(record, body.answer)
        for word in _WORD.finditer(body.answer) if "unverifiable" not in more else ():
            scores = [
                span["score"]
                for span in marked
                if span["start"] < word.end() and word.start() < span["end"]
            ]
            found.append({"token": word[0], "hallucination_score": max(scores, default=0.0)})
        return JSONResponse({"predictions": found, **more})

    return router
