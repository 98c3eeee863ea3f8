"""The application of one process: its routes, behind its limits, tokens and counts."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI

from groundgraph.serve import checks, errors, operations, page, streams, views
from groundgraph.serve.dropins import guardrails, lettucedetect, semantic_router
from groundgraph.serve.judging import Judges
from groundgraph.serve.labelling import routes as labelling
from groundgraph.serve.labelling.fitting import Fitting
from groundgraph.serve.labelling.label_file import LabelFile
from groundgraph.serve.limits import Limited
from groundgraph.serve.logs import LOG
from groundgraph.serve.metrics import Metrics, shared
from groundgraph.serve.observing import Observed, TokenGate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.types import ASGIApp

    from groundgraph.serve.settings import Settings

_TELLS = """Says which claims of an answer its passages do not support.

What could not be checked is `unverifiable`, never grounded."""


def application(
    settings: Settings,
    metrics: Metrics | None = None,
    failed: Callable[[Exception], None] = lambda _: None,
    leaving: threading.Event | None = None,
) -> ASGIApp:
    """Return the application; its detectors are loaded when it is started.

    Args:
        settings: Of the server.
        metrics: Of this process; by default some of its own.
        failed: Called with what keeps the detectors from being loaded.
        leaving: Set once the server was told to stop: responses close their connections then.

    Raises:
        InputError: When labels cannot be taken for the file of the settings.
        MachineError: Likewise.
    """
    metrics = metrics or Metrics(shared(1))
    judges = Judges(settings, metrics)
    ready = asyncio.Event()
    labels = None if settings.label is None else LabelFile(settings.label, settings.limits)
    fitting = None if labels is None else Fitting(labels, judges, settings.limits)

    async def load() -> None:
        try:
            await judges.load()
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing can be judged
            LOG.error("the detectors cannot be loaded: %s", error)
            failed(error)
        else:
            ready.set()
            LOG.info("ready", extra={"fields": {"detectors": list(settings.detectors)}})

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        loading = asyncio.create_task(load())
        yield
        await loading
        if fitting is not None:
            await fitting.close()
        if labels is not None:
            labels.close()
        await judges.close()

    app = FastAPI(
        title="groundgraph",
        version=version("groundgraph"),
        description=_TELLS,
        lifespan=lifespan,
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # the address would be one of this process, behind a proxy another
        # Our own spans carry what was judged; FastAPI would send its own wherever it is told to.
        telemetry={"auto_configure": False, "tracing": False, "metrics": False, "logs": False},
    )
    errors.install(app)
    for part in (checks, streams, views, lettucedetect, semantic_router, guardrails):
        app.include_router(part.routes(settings, judges))
    app.include_router(operations.routes(settings, judges, metrics, ready))
    app.include_router(page.routes())
    if labels is not None and fitting is not None:
        app.include_router(labelling.routes(labels, fitting, judges))
    gate = TokenGate(Limited(app, settings), settings)
    return Observed(gate, metrics, leaving or threading.Event())
