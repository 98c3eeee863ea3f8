"""The page at ``/``: files of `static`, and the report's own drawing of an answer.

They are joined when the server starts, and load nothing from elsewhere.
`groundgraph.serve.observing` gives every response a content security policy that allows the
server's own scripts and styles alone. The files hold nothing of a client's, so no token is asked
for them; the page asks for one when the server refuses what it sends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from groundgraph.report.page import DRAWING_SCRIPTS, DRAWING_STYLES, in_one_scope, joined

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_PACKAGE = "groundgraph.serve"
_SCRIPTS = (
    "service.js",
    "fields.js",
    "editor.js",
    "verdict.js",
    "check.js",
    "label.js",
    "keep.js",
    "page.js",
)
PATHS = frozenset({"/", "/page.css", "/page.js"})


def routes() -> APIRouter:
    """Return the routes of the page's files."""
    script = in_one_scope("\n".join([joined(DRAWING_SCRIPTS), joined(_SCRIPTS, _PACKAGE)]))
    style = "\n".join([joined(DRAWING_STYLES), joined(["page.css"], _PACKAGE)])
    held = {
        "/": (joined(["index.html"], _PACKAGE), "text/html"),
        "/page.css": (style, "text/css"),
        "/page.js": (script, "text/javascript"),
    }
    router = APIRouter(include_in_schema=False)
    for path, (text, media_type) in held.items():
        router.add_api_route(path, _giving(text, media_type), methods=["GET", "HEAD"])
    return router


def _giving(text: str, media_type: str) -> Callable[[], Awaitable[Response]]:
    """Return a route's function: always the same file."""

    async def give() -> Response:
        return Response(text, media_type=media_type, headers={"Cache-Control": "no-cache"})

    return give
