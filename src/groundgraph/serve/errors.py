"""What a request can be refused for, and how it is told.

::

    RefusedError         a request that gets no verdict; has a status
    ├── BusyError        429: the queue, or the room for bodies, is full
    ├── TooLargeError    413: a body or a list is over its limit
    ├── SlowError        408: the client stopped sending
    ├── EncodingError    415: a body that is compressed, or of another type
    ├── UnknownError     404: no such detector
    ├── ForbiddenError   403: labels are for this server's page, on its machine
    ├── HungUpError      499: nobody waits for the answer any more
    ├── DeadlineError    504: not judged in time
    ├── DetectorError    503: the detector failed
    └── UnverifiableError  422: a client that knows only yes and no, and neither can be said
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from groundgraph.errors import GroundgraphError, InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI

_OF_RECORDS = {"InputError": 422, "DeadlineError": 504, "DetectorError": 503}
_UNFORESEEN = 500
_FAULT = "a fault of groundgraph; see its log"


class RefusedError(GroundgraphError):
    """A request that gets no verdict.

    Attributes:
        status: Of HTTP.
    """

    status: ClassVar[int] = 400

    @property
    def headers(self) -> dict[str, str]:
        """What the response says in its headers."""
        return {}


class BusyError(RefusedError):
    """The queue is full.

    Attributes:
        retry_after: Whole seconds after which there may be room.
    """

    status = 429

    def __init__(self, retry_after: int = 1) -> None:
        super().__init__(f"the server has as much to do as it takes on; retry in {retry_after} s")
        self.retry_after = retry_after

    @property
    def headers(self) -> dict[str, str]:
        """Say when to try again."""
        return {"Retry-After": str(self.retry_after)}


class TooLargeError(RefusedError):
    """A body or a list is over its limit; the rest of the body is not read."""

    status = 413

    @property
    def headers(self) -> dict[str, str]:
        """Say that the connection, in which the rest of the body stands, is not used again."""
        return {"Connection": "close"}


class SlowError(TooLargeError):
    """The client stopped sending."""

    status = 408


class EncodingError(RefusedError):
    """A body that is compressed, or of another type."""

    status = 415


class UnknownError(RefusedError):
    """A detector that the server does not have."""

    status = 404


class ForbiddenError(RefusedError):
    """Another page, or another machine, asks for labels."""

    status = 403


class HungUpError(RefusedError):
    """Nobody waits for the answer any more."""

    status = 499


class DeadlineError(RefusedError):
    """Not judged in time."""

    status = 504


class DetectorError(RefusedError):
    """The detector failed."""

    status = 503


class UnverifiableError(RefusedError):
    """The answer could not be checked, and the client's words have no name for that."""

    status = 422


def body_of(error: Exception) -> dict[str, Any]:
    """Return what is told of an error; ``error`` and ``detail`` are where clients look for it."""
    message = str(error)
    told: dict[str, Any] = {
        "error": {
            "type": type(error).__name__,
            "message": message,
            "field": getattr(error, "field", None),
        },
        "detail": message,
    }
    if isinstance(error, UnverifiableError | DeadlineError | DetectorError):
        told |= {"label": "unverifiable", "reason": message}
    return told


def status_of(record: Mapping[str, Any]) -> int:
    """Return the status of a response that holds one verdict row or error row."""
    error = record.get("error")
    return _OF_RECORDS.get(error["type"], _UNFORESEEN) if error else 200


def without_faults(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without the message of an error that nobody raised on purpose."""
    if status_of(record) != _UNFORESEEN:
        return record
    return {**record, "error": {**record["error"], "message": _FAULT, "field": None}}


def install(app: FastAPI) -> None:
    """Have an app tell its errors as `body_of` does."""
    app.add_exception_handler(GroundgraphError, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(ClientDisconnect, _hung_up)
    app.add_exception_handler(Exception, _unforeseen)


async def _refused(_request: Request, error: Exception) -> Response:
    if isinstance(error, RefusedError):
        return JSONResponse(body_of(error), error.status, error.headers)
    return JSONResponse(body_of(error), 422 if isinstance(error, InputError) else 503)


async def _hung_up(_request: Request, _error: Exception) -> Response:
    return Response(status_code=HungUpError.status)  # nobody reads it, but it is counted


async def _http(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    headers = dict(error.headers or {})
    message = _refusal(request, error.status_code, headers) or str(error.detail)
    told = {"type": "HTTPException", "message": message, "field": None}
    return JSONResponse({"error": told, "detail": message}, error.status_code, headers)


def _refusal(request: Request, status: int, headers: Mapping[str, str]) -> str:
    """Say what a client asked for that is not there, or "" where it is something else."""
    path = request.url.path[:60]
    if status == HTTPStatus.NOT_FOUND:
        return f"there is nothing at {path}; the routes are listed at /openapi.json"
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        return f"{path} takes {headers.get('Allow', 'another method')}, not {request.method}"
    return ""


async def _unforeseen(_request: Request, error: Exception) -> Response:
    told = {"type": type(error).__name__, "message": _FAULT}
    return JSONResponse({"error": {**told, "field": None}, "detail": _FAULT}, _UNFORESEEN)
