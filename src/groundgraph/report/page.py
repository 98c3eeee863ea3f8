"""What the HTML pages share: templates, inlined assets, and the policy that allows only those."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from groundgraph.io.places import check_regular

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

DRAWING_STYLES = (
    *("base.css", "detail.css", "knowledge.css", "attention.css"),
    *("conflicts.css", "suggestions.css", "graph.css"),
)
"""What one answer, opened, looks like."""
DRAWING_SCRIPTS = (
    *("theme.js", "dom.js", "graph_model.js", "graph.js", "knowledge.js", "attention.js"),
    *("claims.js", "conflicts.js", "suggestions.js", "detail.js", "pointing.js"),
)
"""What draws it, from what `groundgraph.report.payload.details` returns."""
_GENERATOR = b'<meta name="generator" content="groundgraph">'
_HEAD = 4096
"""Bytes of a page among which that stands."""
_PACKAGE = "groundgraph.report"
_STATIC = "static"


def write_page(
    path: Path,
    template: str,
    styles: Sequence[str],
    scripts: Sequence[str],
    content: dict[str, Any],
) -> None:
    """Render a template with its assets inlined; an older file stays until the new one is whole.

    Args:
        path: The page to write.
        template: A template file of this package.
        styles: CSS files of this package, joined in order.
        scripts: JavaScript files of this package, joined in order into one strict scope.
        content: The template's variables; iterators are consumed as the page is written.

    Raises:
        InputError: When ``path`` is a folder, a pipe or a device.
        OSError: When it cannot be written.
    """
    check_regular(path)
    style, script = joined(styles), in_one_scope(joined(scripts))
    assets = {"style": Markup(style), "script": Markup(script), "policy": _policy(style, script)}  # noqa: S704 - our own files, no user text
    _write(path, _environment().get_template(template).generate(**assets, **content))


def is_page(path: Path) -> bool:
    """Say whether a file is a page that `write_page` wrote.

    Raises:
        OSError: When it cannot be read.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _GENERATOR in file.read(_HEAD)


def joined(names: Iterable[str], package: str = _PACKAGE) -> str:
    """Return static files of a package, one after the other."""
    folder = files(package) / _STATIC
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


def in_one_scope(script: str) -> str:
    """Return a script whose names are its own, and strict.

    The files stand in a block, where a function that two of them define is a syntax error; in a
    function's own scope the later one would replace the earlier.
    """
    return f'(() => {{\n"use strict";\n{{\n{script}}}\n}})();'


def _write(path: Path, chunks: Iterable[str]) -> None:
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.writelines(chunks)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _policy(style: str, script: str) -> str:
    """Allow this very style and script and an empty icon; nothing can be fetched."""
    return (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(_PACKAGE, _STATIC),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
