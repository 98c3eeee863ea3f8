"""What the page asks of the server for labels; only this page, on this machine, is answered.

A page of another site could send requests here too, and one whose name was made to mean this
machine could read the answers. So the host that a request names must be the machine itself, the
page that it comes from this server's, and a body of a type that no form sends.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from groundgraph.errors import InputError
from groundgraph.serve.checks import NDJSON, json_of, media_type
from groundgraph.serve.errors import EncodingError, ForbiddenError
from groundgraph.serve.settings import is_local

if TYPE_CHECKING:
    from groundgraph.serve.judging import Judges
    from groundgraph.serve.labelling.fitting import Fitting
    from groundgraph.serve.labelling.label_file import LabelFile

_READING = ("GET", "HEAD")


def routes(labels: LabelFile, fitting: Fitting, judges: Judges) -> APIRouter:
    """Return the routes."""
    router = APIRouter(
        prefix="/v1/labels", include_in_schema=False, dependencies=[Depends(own_page)]
    )

    def told() -> dict[str, Any]:
        return {
            "file": labels.path.name,
            "labels": labels.labels.name,
            "rows": len(labels.rows),
            "given": labels.counts(),
            "fit": asdict(fitting.state),
        }

    @router.get("")
    async def state() -> Response:
        return JSONResponse(told())

    @router.get("/rows")
    async def rows() -> Response:
        lines = (
            json.dumps({"line": row.line, "row": row.text, "verdict": labels.verdict(row)})
            for row in labels.rows
        )
        return Response("".join(f"{line}\n" for line in lines), media_type=NDJSON[0])

    @router.post("")
    async def give(request: Request) -> Response:
        value = await json_of(request)
        if not isinstance(value, dict) or value.keys() != {"line", "verdict"}:
            raise InputError('expected {"line": NUMBER, "verdict": WORD}')
        if type(value["line"]) is not int or not isinstance(value["verdict"], str):
            raise InputError("line must be a whole number, and verdict a word")
        labels.give(value["line"], value["verdict"])
        return JSONResponse(told())

    @router.post("/fit")
    async def fit(request: Request) -> Response:
        fitting.begin(judges.named(request.query_params))
        return JSONResponse(told(), 202)

    return router


async def own_page(request: Request) -> None:
    """Refuse what is not asked by this server's page, or by a program, on this machine.

    Raises:
        ForbiddenError: When another page asks, or the machine is called by another name.
        EncodingError: When a form may have sent the body.
    """
    host = request.headers.get("host", "")
    if not is_local(_name_of(host)):
        raise ForbiddenError(f"labels are kept for this machine alone, not for {host[:60]!r}")
    origin = request.headers.get("origin", f"http://{host}")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if origin != f"http://{host}" or site not in {"same-origin", "none"}:
        raise ForbiddenError(f"another page, of {origin[:60]!r}, may not ask for labels")
    if request.method not in _READING and media_type(request) != "application/json":
        raise EncodingError("send the body as application/json")


def _name_of(host: str) -> str:
    """Return a host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]
