"""What those ask who run the server: is it up, is it ready, how much does it do, what judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

if TYPE_CHECKING:
    import asyncio

    from groundgraph.serve.judging import Judges
    from groundgraph.serve.metrics import Metrics
    from groundgraph.serve.settings import Settings

_TEXT = "text/plain; version=0.0.4; charset=utf-8"


def routes(settings: Settings, judges: Judges, metrics: Metrics, ready: asyncio.Event) -> APIRouter:
    """Return the routes; ``ready`` is set once the detectors are loaded."""
    router = APIRouter(tags=["operations"])

    @router.head("/healthz", response_model=None, include_in_schema=False)
    @router.get("/healthz", response_model=None, summary="Is the process alive?")
    async def healthz() -> Response:
        return JSONResponse({"status": "ok"})

    @router.head("/readyz", response_model=None, include_in_schema=False)
    @router.get(
        "/readyz",
        response_model=None,
        summary="Are the detectors loaded, and do they judge?",
        responses={503: {"description": "Not yet, or a batch does not end"}},
    )
    async def readyz() -> Response:
        if not ready.is_set():
            return JSONResponse({"status": "loading"}, 503, {"Retry-After": "1"})
        if judges.stuck:
            return JSONResponse({"status": "stuck"}, 503)
        return JSONResponse({"status": "ready"})

    @router.get("/metrics", response_model=None, summary="Counts of all processes, for Prometheus")
    async def prometheus() -> Response:
        return Response(metrics.text(), media_type=_TEXT)

    @router.get("/v1/detectors", response_model=None, summary="The detectors that can be named")
    async def detectors() -> Response:
        labelled = {} if settings.label is None else {"label": settings.label.name}
        return JSONResponse({"detectors": judges.listed(), **labelled})

    return router
