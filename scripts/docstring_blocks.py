"""The code in a docstring as Markdown has it.

Doctests between paragraphs, which Markdown takes for quotations, and literal blocks after ``::``
become blocks of Python.
"""

from __future__ import annotations

import re

_DOCTEST = re.compile(r"^( *)>>> .*\n(?:\1\S.*\n?)*", re.MULTILINE)
_LITERAL = re.compile(r"^( *)(.*?)(:)?:\n\n((?:\1    .*\n?|\n(?=\1    ))+)", re.MULTILINE)


def as_markdown(text: str) -> str:
    """Return a docstring with its code in fences."""
    text = _LITERAL.sub(_literal, text)
    return _DOCTEST.sub(lambda found: _fenced(found[0], found[1]), text)


def _literal(found: re.Match[str]) -> str:
    """Put an indented block into a fence, if two colons stand before it."""
    indent, before, second, block = found.groups()
    if second is None:
        return found[0]
    told = f"{indent}{before}:\n\n" if before else ""
    return told + _fenced(block, f"{indent}    ", indent)


def _fenced(code: str, indent: str, outer: str | None = None) -> str:
    outer = indent if outer is None else outer
    lines = [outer + line.removeprefix(indent) for line in code.rstrip().splitlines()]
    return "\n".join([f"{outer}```python", *lines, f"{outer}```", ""])
