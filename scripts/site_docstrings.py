"""Docstrings as the site shows them: an extension of griffe, which reads them for mkdocstrings.

Doctests between paragraphs become blocks of Python; Markdown takes ``>>>`` for a quotation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from griffe import Extension

if TYPE_CHECKING:
    from griffe import Object

_DOCTEST = re.compile(r"^( *)>>> .*\n(?:\1(?!```)\S.*\n?|\1 .*\n?)*", re.MULTILINE)
_LITERAL = re.compile(r"^( *)(.*?) ?::\n\n((?:\1    .*\n?|\n)+)", re.MULTILINE)


def as_markdown(text: str) -> str:
    """Return a docstring with its code in fences."""
    text = _DOCTEST.sub(lambda found: _fenced(found[0], found[1]), text)
    return _LITERAL.sub(
        lambda found: f"{found[1]}{found[2]}\n\n{_fenced(found[3], found[1])}", text
    )


def _fenced(code: str, indent: str) -> str:
    lines = [line.removeprefix(indent) for line in code.rstrip().splitlines()]
    return "\n".join([f"{indent}```python", *(indent + line for line in lines), f"{indent}```", ""])


class Docstrings(Extension):
    """Rewrites each docstring once it is read."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
