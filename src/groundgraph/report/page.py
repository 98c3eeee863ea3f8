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
    style = "\n".join(_read(name) for name in styles)
    script = '(() => {\n"use strict";\n' + "\n".join(_read(name) for name in scripts) + "})();"
    assets = {"style": Markup(style), "script": Markup(script), "policy": _policy(style, script)}  # noqa: S704 - our own files, no user text
    _write(path, _environment().get_template(template).generate(**assets, **content))


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


def _read(name: str) -> str:
    return (files("groundgraph.report") / _STATIC / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("groundgraph.report", _STATIC),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
