"""``POST /v1/check``: one answer, a list of them, or one a line."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from groundgraph.errors import InputError
from groundgraph.io.reading import decoded
from groundgraph.io.writing import dumps
from groundgraph.serve import schemas
from groundgraph.serve.errors import RefusedError, TooLargeError, status_of
from groundgraph.serve.limits import unless_hung_up
from groundgraph.serve.lines import lines_of
from groundgraph.serve.rows import failed, row_from, row_from_bytes
from groundgraph.serve.streaming import Streamed

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Sequence

    from groundgraph.io.reading import Row
    from groundgraph.serve.judging import Judges, Record
    from groundgraph.serve.settings import Settings

NDJSON = ("application/x-ndjson", "application/ndjson", "application/jsonl")
_LARGE = 50_000
"""Bytes from which on a body is read beside the event loop."""
_AHEAD = 64
"""Answers of one request that are judged, or wait for it, at a time."""


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the route."""
    router = APIRouter(tags=["check"])
    content = {
        **schemas.body(schemas.ROWS, schemas.EXAMPLE),
        **schemas.body({"type": "string"}, '{"passages": ["a"], "answer": "a"}\n', NDJSON[0]),
    }
    told = "A verdict; for a list, or lines, one in the place of each"

    @router.post(
        "/v1/check",
        response_model=None,
        summary="Judge answers",
        responses=schemas.answers(
            schemas.RECORDS, schemas.EXAMPLE_RECORD, told, {NDJSON[0]: {"type": "string"}}
        ),
        openapi_extra={
            **schemas.asked(content),
            "parameters": [schemas.parameter("detector", "One of /v1/detectors")],
        },
    )
    async def check(request: Request) -> Response:
        name = judges.named(request.query_params)
        if media_type(request) in NDJSON:
            judges.admit(name)
            many = _Many(settings, judges, name)
            return Streamed(many.records(request), many.read, NDJSON[0])
        until = asyncio.get_running_loop().time() + settings.deadline
        value = await _value_of(request)
        if not isinstance(value, list):
            row = row_from(value, 1, settings.limits)
            return answered(await unless_hung_up(request, judges.record(row, name, until)))
        rows = rows_of(value, settings)
        judges.admit(name)
        found = await unless_hung_up(request, all_of(judges, rows, name, until))
        text = ",".join(map(dumps, found))
        return Response(f"[{text}]", media_type="application/json")

    return router


def media_type(request: Request) -> str:
    """Return the type of a body, without parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def json_of(request: Request) -> Any:
    """Return what the body of a request says.

    Raises:
        InputError: When it is no JSON, or nested too deep.
    """
    raw = await request.body()
    if not raw.strip():
        raise InputError("the body is empty, expected JSON")
    if len(raw) < _LARGE:
        return decoded(raw)
    return await asyncio.to_thread(decoded, raw)


async def _value_of(request: Request) -> Any:
    """Return what a body says; of lines, where no type of theirs was named, say which it is.

    Raises:
        InputError: When it is no JSON, or nested too deep.
    """
    try:
        return await json_of(request)
    except InputError as error:
        first, _, more = (await request.body()).strip().partition(b"\n")
        if more and first.startswith(b"{") and first.rstrip().endswith(b"}"):
            hint = f"send rows, one a line, with `Content-Type: {NDJSON[0]}`"
            raise InputError(f"{error}; {hint}") from error
        raise


def rows_of(value: list[Any], settings: Settings) -> list[Row]:
    """Read the rows of a list; what is wrong with one is in it.

    Raises:
        TooLargeError: When there are too many.
    """
    if len(value) > settings.max_items:
        raise too_many(settings)
    return [row_from(each, number, settings.limits) for number, each in enumerate(value, 1)]


def answered(record: Record) -> Response:
    """Return the response that holds one verdict row, or error row with its status."""
    status = status_of(record)
    if status != HTTPStatus.OK:
        record = {**record, "detail": record["error"]["message"]}
    if status > HTTPStatus.UNPROCESSABLE_ENTITY:
        record |= {"label": "unverifiable", "reason": record["detail"]}
    return Response(dumps(record), status, media_type="application/json")


def too_many(settings: Settings) -> TooLargeError:
    """Return the error of a request with too many answers."""
    return TooLargeError(
        f"the request has more than {settings.max_items:,} answers; send less at once, or start "
        "the server with a higher --max-items"
    )


async def all_of(judges: Judges, rows: Sequence[Row], name: str, until: float) -> list[Record]:
    """Judge a list, a few answers at a time."""
    room = asyncio.Semaphore(_AHEAD)

    async def one(row: Row) -> Record:
        async with room:
            return await judges.record(row, name, until, patient=True)

    tasks = [asyncio.ensure_future(one(row)) for row in rows]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()


class _Many:
    """A request with an answer a line, whose verdicts go out as they are found, in order.

    The body is read on whether or not the client takes what was found: some send all before they
    read anything.

    Attributes:
        read: Set once the body was read.
    """

    def __init__(self, settings: Settings, judges: Judges, name: str) -> None:
        self._settings = settings
        self._judges = judges
        self._name = name
        self.read = asyncio.Event()
        self._rows: asyncio.Queue[Row | None] = asyncio.Queue()
        self._asked: asyncio.Queue[Awaitable[Record] | None] = asyncio.Queue(_AHEAD)

    async def records(self, request: Request) -> AsyncGenerator[bytes, None]:
        """Yield a line for each line of the body that is not blank."""
        tasks = [asyncio.create_task(self._receive(request)), asyncio.create_task(self._ask())]
        waiting: list[Awaitable[Record]] = []
        try:
            while (asked := await self._asked.get()) is not None:
                waiting = [asked]
                yield dumps(await asked).encode("ascii") + b"\n"
        finally:
            while not self._asked.empty():
                waiting += filter(None, [self._asked.get_nowait()])
            for task in (*tasks, *map(asyncio.ensure_future, waiting)):
                task.cancel()

    async def _receive(self, request: Request) -> None:
        """Read the body's lines; what ends it early is a line of its own."""
        limits, number, rows = self._settings.limits, 0, 0
        try:
            async for number, raw in lines_of(request.stream(), limits.row_bytes):
                rows += 1
                if rows > self._settings.max_items:
                    raise too_many(self._settings)
                if len(raw) < _LARGE:
                    row = row_from_bytes(raw, number, limits)
                else:
                    row = await asyncio.to_thread(row_from_bytes, raw, number, limits)
                self._rows.put_nowait(row)
        except ClientDisconnect:
            return
        except RefusedError as error:
            ended = InputError(f"the rest of the body was not read: {error}")
            self._rows.put_nowait(failed(ended, number + 1))
        finally:
            self._rows.put_nowait(None)
            self.read.set()

    async def _ask(self) -> None:
        """Have the rows judged, as many at a time as there is room for."""
        while (row := await self._rows.get()) is not None:
            judging = self._judges.record(row, self._name, patient=True)
            await self._asked.put(asyncio.create_task(judging))
        await self._asked.put(None)
