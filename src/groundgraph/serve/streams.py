"""``POST /v1/check/stream``: an answer judged sentence by sentence while it is being written."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from groundgraph.errors import GroundgraphError, InputError
from groundgraph.guarding import Watch, watched_async
from groundgraph.io.examples import as_question, example_from, shown
from groundgraph.io.reading import decoded
from groundgraph.io.writing import dumps
from groundgraph.serve import schemas
from groundgraph.serve.checks import NDJSON, json_of, media_type
from groundgraph.serve.errors import EncodingError, TooLargeError, body_of
from groundgraph.serve.lines import lines_of
from groundgraph.serve.rows import refuse_settings, row_of
from groundgraph.serve.streaming import Streamed
from groundgraph.types import Verdict
from groundgraph.types.records import finding_record, from_dict

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from groundgraph.guarding import Sentence
    from groundgraph.serve.judging import Judges
    from groundgraph.serve.settings import Settings
    from groundgraph.types import Example

_TYPE = "text/event-stream"
_ROW = ("application/json", "application/x-www-form-urlencoded")
"""Types of one row with its answer; the second is what curl says where it is told nothing."""
_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_EXAMPLE = (
    '{"question": "How long?", "passages": ["The battery is covered for 24 months."]}\n'
    '{"text": "The battery is cov"}\n{"text": "ered for 60 months."}\n'
)
_EXAMPLE_EVENTS = 'event: sentence\ndata: {"outcome": "contradicted", …}\n\nevent: verdict\ndata: …'


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the route."""
    router = APIRouter(tags=["check"])
    told = (
        "Events: `sentence` for each sentence once it is judged, `verdict` for the whole answer, "
        "`error` where the body cannot be used further"
    )
    content = {
        **schemas.body(schemas.ROW, schemas.EXAMPLE),
        **schemas.body({"type": "string"}, _EXAMPLE, NDJSON[0]),
    }

    @router.post(
        "/v1/check/stream",
        response_model=None,
        summary="Judge an answer while it is being written",
        responses={
            200: {
                "description": told,
                "content": schemas.body({"type": "string"}, _EXAMPLE_EVENTS, _TYPE),
            },
            **schemas.refusals(),
        },
        openapi_extra={
            **schemas.asked(content),
            "parameters": [schemas.parameter("detector", "One of /v1/detectors")],
        },
    )
    async def check_stream(request: Request) -> Response:
        name = judges.named(request.query_params)
        judges.admit(name)
        read = asyncio.Event()
        example, pieces = await _opened(request, settings, read)
        row_of(example, 1, settings.limits)  # what is over a limit is refused before events begin
        live = _Live(settings, judges, name, replace(example, answer=""))
        return Streamed(live.events(pieces), read, _TYPE, _UNBUFFERED)

    return router


async def _opened(
    request: Request, settings: Settings, read: asyncio.Event
) -> tuple[Example, AsyncGenerator[str, None]]:
    """Return the example, with its answer where it is whole, and the answer's pieces as they come.

    Args:
        request: Of the client.
        settings: Of the server.
        read: Set once the body was read.

    Raises:
        InputError: When the body does not begin with a row.
        EncodingError: When it is of another type.
    """
    kind = media_type(request)
    if kind in _ROW:
        value = await json_of(request)
        refuse_settings(value)
        example = example_from(value, nesting=settings.limits.nesting)
        read.set()
        return example, _whole(example.answer)
    if kind not in NDJSON:
        raise EncodingError(
            f"the body is {kind[:60] or 'of no type'}; expected application/json, a row, or "
            f'{NDJSON[0]}, a row without an answer and then lines {{"text": …}}'
        )
    lines = lines_of(request.stream(), settings.limits.row_bytes)
    first = await anext(lines, None)
    row = {} if first is None else decoded(first[1], settings.limits.nesting)
    refuse_settings(row)
    row = as_question(row)
    return example_from(row, nesting=settings.limits.nesting), _pieces(lines, read)


async def _whole(answer: str) -> AsyncGenerator[str, None]:
    yield answer


async def _pieces(
    lines: AsyncIterator[tuple[int, bytes]], read: asyncio.Event
) -> AsyncGenerator[str, None]:
    async for number, raw in lines:
        piece = decoded(raw)
        text = piece.get("text") if isinstance(piece, dict) else None
        if not isinstance(text, str):
            found = shown(piece)
            raise InputError(f'line {number}: found {found}, expected {{"text": "a piece"}}')
        yield text
    read.set()


class _Live:
    """One answer that is being written."""

    def __init__(self, settings: Settings, judges: Judges, name: str, beside: Example) -> None:
        self._settings = settings
        self._judges = judges
        self._name = name
        self._beside = beside
        self._sentences = 0

    async def events(self, pieces: AsyncGenerator[str, None]) -> AsyncGenerator[bytes, None]:
        """Yield what is found, and at the end the verdict on the whole answer."""
        watch = Watch(self._beside, "mark", "open")
        answer: list[str] = []
        try:
            async for sentence in watched_async(self._within(pieces), watch, self._verdict):
                answer.append(sentence.given)
                yield _event("sentence", json.dumps(_told(sentence), allow_nan=False))
            row = row_of(replace(self._beside, answer="".join(answer)), 1, self._settings.limits)
            record = await self._judges.record(row, self._name, patient=True)
            yield _event("verdict", dumps(record))
        except ClientDisconnect:
            return
        except GroundgraphError as error:
            yield _event("error", json.dumps(body_of(error)))

    async def _within(self, pieces: AsyncGenerator[str, None]) -> AsyncIterator[str]:
        """Pass pieces on while the answer is within the limits.

        It is checked each time that it has doubled, so that checking takes time linear in it.

        Raises:
            InputError: When it is over one.
        """
        limits, written, length, checked = self._settings.limits, [], 0, 0
        async with aclosing(pieces):
            async for piece in pieces:
                written.append(piece)
                length += len(piece)
                if length > limits.answer_chars or length >= 2 * checked:
                    limits.check(replace(self._beside, answer="".join(written)))
                    checked = length
                yield piece

    async def _verdict(self, example: Example) -> Verdict:
        self._sentences += 1
        if self._sentences > self._settings.max_items:
            raise _too_many(self._settings)
        row = row_of(example, 1, self._settings.limits)
        record = await self._judges.record(row, self._name, patient=True)
        if "error" in record:
            return Verdict("unverifiable", None, reason=record["error"]["message"])
        return Verdict(**from_dict(record))


def _too_many(settings: Settings) -> TooLargeError:
    return TooLargeError(
        f"the answer has more than {settings.max_items:,} sentences, each of which is judged; send "
        "less at once, or start the server with a higher --max-items"
    )


def _told(sentence: Sentence) -> dict[str, Any]:
    return {
        "text": sentence.given,
        "start": sentence.span.start,
        "end": sentence.span.end,
        "outcome": sentence.outcome,
        "reason": sentence.reason,
        "findings": [finding_record(finding) for finding in sentence.findings],
    }


def _event(name: str, data: str) -> bytes:
    return f"event: {name}\ndata: {data}\n\n".encode("ascii")
