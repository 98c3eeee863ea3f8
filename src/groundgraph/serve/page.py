"""The page at ``/``: files of `static`, which load nothing from elsewhere.

`groundgraph.serve.observing` gives every response a content security policy that allows the
server's own scripts and styles alone.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.staticfiles import StaticFiles


def static() -> StaticFiles:
    """Return the application that serves the files."""
    return StaticFiles(directory=Path(str(files("groundgraph.serve") / "static")), html=True)
