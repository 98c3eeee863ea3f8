"""What the page at ``/`` shows of an answer, and the report as a file of its own."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from groundgraph.errors import of_the_system
from groundgraph.report import payload
from groundgraph.report.html import ReportWriter
from groundgraph.serve import schemas
from groundgraph.serve.checks import all_of, answered, json_of, rows_of
from groundgraph.serve.judging import check_query
from groundgraph.serve.limits import unless_hung_up
from groundgraph.serve.rows import row_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundgraph.io.reading import Row
    from groundgraph.serve.judging import Judges, Record
    from groundgraph.serve.settings import Settings

_DETECTOR = schemas.parameter("detector", "One of /v1/detectors; repeat it for several")
_FILE = {"Content-Disposition": 'attachment; filename="groundgraph-report.html"'}


def routes(settings: Settings, judges: Judges) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["page"])
    deadline = settings.deadline

    @router.post(
        "/v1/view",
        response_model=None,
        summary="Judge an answer, and say what a page draws of it",
        responses=schemas.answers(schemas.VIEW, schemas.EXAMPLE_VIEW, "What the page at / draws"),
        openapi_extra={
            **schemas.asked(schemas.body(schemas.ROW, schemas.EXAMPLE)),
            "parameters": [_DETECTOR],
        },
    )
    async def view(request: Request) -> Response:
        until = asyncio.get_running_loop().time() + deadline
        names = _names(request, judges)
        row = row_from(await json_of(request), 1, settings.limits)
        judging = asyncio.gather(*(judges.record(row, name, until) for name in names))
        records = await unless_hung_up(request, judging)
        failed = next((record for record in records if "error" in record), None)
        if failed is not None:
            return answered(failed)
        text = await asyncio.to_thread(_view, row, records)
        return Response(text, media_type="application/json")

    @router.post(
        "/v1/report",
        response_model=None,
        summary="Judge answers into a report: one HTML file that needs no server",
        responses={
            200: {"description": "The file", "content": {"text/html": {}}},
            **schemas.refusals(),
        },
        openapi_extra={
            **schemas.asked(schemas.body(schemas.ROWS, schemas.EXAMPLE)),
            "parameters": [_DETECTOR],
        },
    )
    async def report(request: Request) -> Response:
        until = asyncio.get_running_loop().time() + deadline
        names = _names(request, judges)
        value = await json_of(request)
        rows = rows_of(value if isinstance(value, list) else [value], settings)
        judges.admit(names[0])
        judging = asyncio.gather(*(all_of(judges, rows, name, until) for name in names))
        verdicts = await unless_hung_up(request, judging)
        if not isinstance(value, list) and "error" in verdicts[0][0]:
            return answered(verdicts[0][0])
        page = await asyncio.to_thread(_report, rows, verdicts)
        return Response(page, media_type="text/html", headers=_FILE)

    return router


def _names(request: Request, judges: Judges) -> list[str]:
    """Return the detectors that a request names, each once; the default one where it names none."""
    check_query(request.query_params)
    given = request.query_params.getlist("detector")
    return list(dict.fromkeys(map(judges.name, given))) or [judges.name(None)]


def _view(row: Row, records: Sequence[Record]) -> str:
    """Return the JSON of what is drawn; the first record is what the summary tells."""
    told: dict[str, Any] = {
        "summary": payload.summary(row.example, records[0], row.line, records[1:]),
        "details": payload.details(row.example, records),
    }
    return payload.encode(told)


def _report(rows: Sequence[Row], verdicts: Sequence[Sequence[Record]]) -> bytes:
    """Return the report's file.

    Raises:
        MachineError: When there is no folder for temporary files, or no room in it.
    """
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.html"
            with ReportWriter(path, max_rows=len(rows) + 1) as writer:
                for row, *records in zip(rows, *verdicts, strict=True):
                    writer.add(row.example, *records)
            return path.read_bytes()
    except OSError as error:
        then = "give the server a folder for temporary files ($TMPDIR)"
        raise of_the_system("cannot write the report", error, then) from error
